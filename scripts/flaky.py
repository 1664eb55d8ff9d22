#!/usr/bin/env python3
"""flaky.py [--seed N] [--runs 20] [--socket-runs 5]: runs NetLayer's tests again and again in other orders; fails when a test does once.

Swift Testing runs one test at a time in one order only. So every odd run starts all tests at once, as the scheduler has it, and every even run
deals the suites by the seed into processes, where others come before each. Suites with real sockets watch real time: they run one at a time,
in an order by the seed, in some of the runs only.
"""
import argparse
import random
import sys
import time

from netpackage import Package


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=int(time.time()))
    options.add_argument("--runs", type=int, default=20)
    options.add_argument("--socket-runs", type=int, default=5)
    chosen = options.parse_args()
    package = Package(".build-net")
    if not package.build():
        sys.exit(1)
    draw = random.Random(chosen.seed)
    failures: dict[str, int] = {}
    began = time.monotonic()
    print(f"seed {chosen.seed}", flush=True)
    for number in range(1, chosen.runs + 1):
        pure = package.suites(of_sockets=False)
        draw.shuffle(pure)
        if number % 2:
            plan = [(pure, True)]
        else:
            processes = draw.randint(2, 5)
            plan = [(pure[index::processes], False) for index in range(processes)]
        with_sockets = number <= chosen.socket_runs
        if with_sockets:
            sockets = package.suites(of_sockets=True)
            draw.shuffle(sockets)
            plan += [([suite], False) for suite in sockets]
        start = time.monotonic()
        runs = [package.run(suites, parallel=parallel, limit=300) for suites, parallel in plan]
        failed = [name for run in runs for name in run.failed]
        for name in failed:
            failures[name] = failures.get(name, 0) + 1
        kind = "all at once" if number % 2 else f"dealt to {len(plan)} processes"
        print(f"run {number:2}: {time.monotonic() - start:5.1f} s, {kind}{', with sockets' if with_sockets else ''}"
              f"{': ' + ', '.join(failed) if failed else ''}", flush=True)
        for line in (line for run in runs if run.failed for line in run.output.splitlines() if "recorded an issue" in line):
            print(f"  {line}", flush=True)
    print(f"{chosen.runs} runs ({min(chosen.runs, chosen.socket_runs)} with sockets) in {time.monotonic() - began:.0f} s, "
          f"{sum(failures.values())} failures")
    for name, count in sorted(failures.items(), key=lambda item: -item[1]):
        print(f"  {count} of {chosen.runs}  {name}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
