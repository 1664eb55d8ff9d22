#!/usr/bin/env bash
# outside.sh: builds and tests Tests/Outside, a package that uses this one's products as another author's package does: by plain imports, and only
# of what its targets depend on. Then its program sends its first request, to a server of Python's.
#
# It builds in .build, the folder of this package, so what `make check` has built there is not built again.
set -euo pipefail
cd "$(dirname "$0")/.."

# The versions that the other packages' checkouts in .build have: with others every target would be built anew.
[ ! -e Package.resolved ] || cp Package.resolved Tests/Outside/
outside=(--package-path Tests/Outside --scratch-path "${OUTSIDE_SCRATCH:-.build}")
scripts/swift-build.sh --build-tests "${outside[@]}" --explicit-target-dependency-import-check error
SWIFT_BACKTRACE=enable=no swift test "${outside[@]}" --skip-build --disable-xctest

errors=$(mktemp)
trap 'rm -f "$errors"; [ -z "$server" ] || kill "$server" 2>/dev/null || true' EXIT
server=""
coproc SERVER { exec python3 -u -m http.server 0 --bind 127.0.0.1 --directory Tests/Outside/Served 2>"$errors"; }
# When the server has ended, bash unsets both variables.
server=${SERVER_PID:-}
announced=""
[ -z "${SERVER[0]:-}" ] || read -r announced <&"${SERVER[0]}" || true
if [[ ! $announced =~ \((http://[^/]+)/\) ]]; then
    echo "the server did not start: $announced" >&2
    cat "$errors" >&2
    exit 1
fi
answer=$("$(swift build "${outside[@]}" --show-bin-path)/FirstRequest" "${BASH_REMATCH[1]}/items.json")
[ "$answer" = "2 items" ] || { echo "the first request printed: $answer" >&2; exit 1; }
echo "Another package builds, passes its tests and sends its first request."
