#!/usr/bin/env bash
# run-tests.sh ARGUMENTS: runs the tests that have been built, and when something failed, says what it was once more at the end, before the
# runner's own summary: among thousands of lines nobody finds it. The bundle is run itself, not by 'swift test', which drops what a test
# prints where a piece of it ends inside a character.
set -uo pipefail

bundle="$(swift build --show-bin-path)/explorerPackageTests.xctest"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Not through a pipe: what a crashed run leaves behind would hold it open.
NO_COLOR=1 "$bundle" --testing-library swift-testing --no-parallel "$@" > "$log" 2>&1 &
tail -n +1 -s 0.2 -f --pid=$! "$log"
wait $!
status=$?
if [ "$status" -ne 0 ]; then
  printf '\nWhat failed:\n'
  grep -aE '^✘ (Test|Suite) |error: |Fatal error' "$log" | grep -av '^✘ Test run with' | cut -c 1-2000 | tail -n 40
  grep -aE '^[✘✔] Test run with' "$log" | tail -n 1
fi
exit "$status"
