#!/usr/bin/env bash
# run-tests.sh [ARGUMENTS]: runs the tests that have been built, in three lanes side by side, each a process of the one bundle:
#   pure      what waits for nothing: in parallel, and with a lower priority, so that the others keep their time
#   sockets   what waits: for other tasks, servers, transports, other programs; one test at a time
#   programs  the programs of this project, in terminals and out of them: one test at a time
# scripts/lanes.py says which suite runs in which. With ARGUMENTS (`--filter Canvas`) there is one lane, one test at a time. What failed stands
# once more at the end, before the summary. Everything that the tests print is in .build/test-logs.
#
# The bundle is run itself, not by 'swift test', which drops what a test prints where a piece of it ends inside a character.
set -uo pipefail

bundle="$(swift build --show-bin-path)/explorerPackageTests.xctest"
logs=.build/test-logs
rm -rf "$logs"
mkdir -p "$logs"
export NO_COLOR=1

# run LANE ARGUMENTS: in the background, into its log.
declare -A children
run() {
  local lane=$1
  shift
  EXPLORER_LANE=$lane "${priority[@]}" "$bundle" --testing-library swift-testing "$@" > "$logs/$lane.log" 2>&1 &
  children[$lane]=$!
}

priority=()
if [ $# -gt 0 ]; then
  run all --no-parallel "$@"
  # Not through a pipe: what a crashed run leaves behind would hold it open.
  tail -n +1 -s 0.2 -f --pid="${children[all]}" "$logs/all.log"
else
  sockets=$(scripts/lanes.py sockets) && programs=$(scripts/lanes.py programs) || exit 1
  run programs --no-parallel --filter "$programs"
  run sockets --no-parallel --filter "$sockets"
  priority=(nice -n 10)
  run pure --skip "$sockets" --skip "$programs"
fi

status=0
for lane in "${!children[@]}"; do
  wait "${children[$lane]}" || status=$?
  [ "$lane" = all ] || printf '%-9s %s\n' "$lane" "$(grep -aE '^[✘✔] Test run with' "$logs/$lane.log" | tail -n 1)"
done
if [ "$status" -ne 0 ]; then
  printf '\nWhat failed:\n'
  grep -ahE '^✘ (Test|Suite) |error: |Fatal error' "$logs"/*.log | grep -av '^✘ Test run with' | cut -c 1-2000 | tail -n 60
fi
[ $# -gt 0 ] || printf '\nTests beyond %s run in "make nightly": see docs/dev/testing.md\n' "what these seeds and kills try"
grep -ahE '^[✘✔] Test run with' "$logs"/*.log
exit "$status"
