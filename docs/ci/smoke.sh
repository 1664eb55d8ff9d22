#!/bin/sh
# Starts the demo, waits until it serves, runs the saved requests of explorer.yaml, and writes a report for the build server. For an API
# of your own, start that API here. EXPLORER is the program, REPORT the file; SHOP_PASSWORD is a secret of the build.
set -eu
explorer=${EXPLORER:-explorer}
report=$(realpath -m "${REPORT:-report.xml}")
cd "$(dirname "$0")"

log=$(mktemp)
"$explorer" demo --serve >"$log" &
demo=$!
trap 'kill "$demo" 2>/dev/null || true; rm -f "$log"' EXIT
until grep -q '^ready$' "$log"; do
  kill -0 "$demo" # ends this script when there is no demo to wait for
  sleep 0.1
done

# The file reads SHOP_PASSWORD, which needs agreement. Here the author of this script agrees.
"$explorer" trust explorer.yaml >/dev/null
"$explorer" run explorer.yaml smoke --base "$(head -n 1 "$log")" --junit "$report"
