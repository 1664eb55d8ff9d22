#!/usr/bin/env bash
# run-tests.sh ARGUMENTS: 'swift test', and when something failed, what it was once more at the end, before the runner's own summary:
# among thousands of lines nobody finds it.
set -uo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift test "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
  printf '\nWhat failed:\n'
  grep -E '^✘ (Test|Suite) |error: |Fatal error' "$log" | grep -v '^✘ Test run with' | cut -c 1-2000 | tail -n 40
  grep -E '^[✘✔] Test run with' "$log" | tail -n 1
fi
exit "$status"
