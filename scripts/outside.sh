#!/usr/bin/env bash
# outside.sh: builds and tests Tests/Outside, a package that uses this one's products as another author's package does: by plain imports, and only
# of what its targets depend on. Then its program sends its first request, to a server of Python's.
#
# It builds in .build, the folder of this package, so what `make check` has built there is not built again.
set -euo pipefail
cd "$(dirname "$0")/.."

outside=(--package-path Tests/Outside --scratch-path "${OUTSIDE_SCRATCH:-.build}")
swift build --build-tests "${outside[@]}" --explicit-target-dependency-import-check error
SWIFT_BACKTRACE=enable=no swift test "${outside[@]}" --skip-build --disable-xctest

coproc SERVER { exec python3 -u -m http.server 0 --bind 127.0.0.1 --directory Tests/Outside/Served 2>/dev/null; }
server=$SERVER_PID
trap 'kill "$server"' EXIT
read -r announced <&"${SERVER[0]}"
[[ $announced =~ \((http://[^/]+)/\) ]] || { echo "the server did not start: $announced" >&2; exit 1; }
answer=$("$(swift build "${outside[@]}" --show-bin-path)/FirstRequest" "${BASH_REMATCH[1]}/items.json")
[ "$answer" = "2 items" ] || { echo "the first request printed: $answer" >&2; exit 1; }
echo "Another package builds, passes its tests and sends its first request."
