#!/usr/bin/env python3
"""run-tests.py [--checks] [--lane LANE]... [--runs N] [--slowest N] [--filter REGEX]...: runs the tests that have been built.

Without --filter: in the lanes of scripts/lanes.py, side by side, each lane in as many processes of the one bundle as PROCESSES says; --lane names
some of them. --checks: beside them the format, the documentation, the package outside and the bench, one after another. With --filter: one process,
one test at a time. Everything that the tests print is in .build/test-logs. What failed stands once more at the end, before the summary.

The bundle is run itself, not by 'swift test', which drops what a test prints where a piece of it ends inside a character.
"""
import argparse
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from lanes import ROOT, lanes, test_counts

LOGS = ROOT / ".build" / "test-logs"
# The processes of each lane. Programs wait for terminals most of the time; what computes has a lower priority, so that the others keep their time.
PROCESSES = {"programs": 2, "sockets": 1, "virtual": 2, "pure": 1}
LOW_PRIORITY = {"virtual", "pure"}
# What else `make test` holds; nothing of it needs what another makes. Last what builds: it must wait until no other builds.
CHECKS = ["lint", "docs", "bench-smoke", "outside"]
# Seconds after which a process hangs. In these two lanes no test has a limit of its own.
LIMIT = 7200 if "EXPLORER_NIGHTLY" in os.environ else 1500
TIMED = re.compile(r'^[✔✘] Test (?!run with|case)(.+?) (?:passed|failed) after ([\d.]+) seconds', re.M)
SUMMARY = re.compile(r"^[✔✘] Test run with (\d+) tests?.*$", re.M)


@dataclass
class Part:
    """One process of a lane."""

    name: str
    arguments: list[str]
    lane: str
    process: subprocess.Popen = None
    began: float = 0
    seconds: float = 0
    problem: str = ""

    @property
    def log(self) -> Path:
        return LOGS / f"{self.name}.log"

    def command(self, bundle: Path) -> list[str]:
        return (["nice", "-n", "10"] if self.lane in LOW_PRIORITY else []) + [str(bundle), "--testing-library", "swift-testing", *self.arguments]

    def start(self, bundle: Path) -> None:
        environment = dict(os.environ, EXPLORER_LANE=self.lane, NO_COLOR="1")
        self.began = time.monotonic()
        with open(self.log, "wb") as log:
            # A group of its own: what a hung test has started is ended with it.
            self.process = subprocess.Popen(self.command(bundle), cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            start_new_session=True)

    def poll(self) -> bool:
        """Whether the process has ended; ends it when it hangs."""
        if self.process.poll() is None:
            if time.monotonic() - self.began < LIMIT:
                return False
            self.stop()
            self.problem = f"{self.name}: hung for {LIMIT} s in {', '.join(self.begun()[:20]) or 'no test'}"
        elif self.process.returncode:
            self.problem = f"{self.name}: ended with {self.process.returncode}"
            if self.process.returncode < 0:
                self.problem += f" in {', '.join(self.begun()[:20])}"
        self.seconds = time.monotonic() - self.began
        return True

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def text(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def summary(self) -> str:
        """The last line that the test runner prints; empty where there is none."""
        return ([match[0] for match in SUMMARY.finditer(self.text())] or [""])[-1]

    def begun(self) -> list[str]:
        """The tests that have begun and not ended."""
        text = self.text()
        ended = set(re.findall(r"^[✔✘➜] Test (\S+\(.*?\)|\".*?\") (?:with \d+ test cases? )?(?:passed|failed|skipped)", text, re.M))
        return [name for name in re.findall(r"^◇ Test (\S+\(.*?\)|\".*?\") started\.$", text, re.M) if name not in ended]


class Checks(Part):
    """The targets of make in CHECKS, one after another; the first that fails ends them."""

    def command(self, bundle: Path) -> list[str]:
        script = "".join(f'echo "make {name}"; make --no-print-directory {name} BUILT=1 ARGS=\n' for name in CHECKS)
        return ["nice", "-n", "5", "bash", "-euc", script]


def regex(names: list[str]) -> str:
    return "^(" + "|".join(re.escape(name) + "/" for name in sorted(names)) + ")"


def parts(chosen: list[str]) -> list[Part]:
    """The processes of these lanes: suites go to the processes of their lane, those with most tests first, each to the one with fewest."""
    table, counts = lanes(), test_counts()
    by_lane: dict[str, list[str]] = {}
    for name, lane in table.items():
        by_lane.setdefault(lane, []).append(name)
    made = []
    for lane in chosen:
        if lane == "pure":
            # In parallel, and all that is in no other lane: a suite that the table does not know is not lost.
            others = [name for name, other in table.items() if other != lane]
            made.append(Part(lane, ["--skip", regex(others)], lane))
            continue
        number = PROCESSES[lane]
        shares: list[list[str]] = [[] for _ in range(number)]
        for name in sorted(by_lane[lane], key=lambda name: (-counts[name], name)):
            min(shares, key=lambda share: sum(counts[other] for other in share)).append(name)
        for index, share in enumerate(shares):
            made.append(Part(f"{lane}-{index + 1}" if number > 1 else lane, ["--no-parallel", "--filter", regex(share)], lane))
    return made


def run(running: list[Part], bundle: Path, follow: bool) -> None:
    """Runs the processes to their ends. However this ends, none of them runs on."""
    tail = None
    try:
        for part in running:
            part.start(bundle)
        if follow:
            tail = subprocess.Popen(["tail", "-n", "+1", "-s", "0.2", "-f", f"--pid={running[0].process.pid}", str(running[0].log)])
        left = running
        while left:
            time.sleep(0.1)
            left = [part for part in left if not part.poll()]
    finally:
        for part in running:
            part.stop()
        if tail:
            tail.wait()


def report(done: list[Part], slowest: int) -> bool:
    """Prints what failed, and the summaries last; returns whether all is well."""
    failures = [part.problem for part in done if part.problem]
    good = not failures
    for part in done:
        text = part.text()
        print(f"{part.name:11} {part.seconds:5.0f} s  {part.summary()}")
        if isinstance(part, Checks):
            failures += text.splitlines()[-40:] if part.problem else []
            continue
        good = good and part.summary().startswith("✔") and not part.summary().startswith("✔ Test run with 0 ")
        failures += [one[:2000] for one in re.findall(r"^(?:✘ (?:Test|Suite) (?!run with).*|.*(?:error: |Fatal error).*)$", text, re.M)]
        times = sorted(((float(seconds), name) for name, seconds in TIMED.findall(text)), reverse=True)
        for seconds, name in times[:slowest]:
            print(f"    {seconds:7.2f} s  {name}")
    if not good:
        print("\nWhat failed:")
        print("\n".join(failures[-100:]))
    return good


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--lane", action="append", choices=list(PROCESSES))
    options.add_argument("--runs", type=int, default=1, help="runs all of it so often; ends at the first that fails")
    options.add_argument("--slowest", type=int, default=0, help="the slowest tests of each process")
    options.add_argument("--checks", action="store_true", help="the other targets of make that 'make test' holds, beside the tests")
    options.add_argument("--filter", action="append", default=[])
    chosen = options.parse_args()
    # As after an interrupt: no lane outlives this.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    folder = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    bundle = Path(folder) / "explorerPackageTests.xctest"
    LOGS.mkdir(parents=True, exist_ok=True)
    for number in range(chosen.runs):
        for old in LOGS.glob("*.log"):
            old.unlink()
        if chosen.filter:
            running = [Part("all", ["--no-parallel", *(word for one in chosen.filter for word in ("--filter", one))], "all")]
        else:
            running = parts(chosen.lane or list(PROCESSES)) + ([Checks("checks", [], "checks")] if chosen.checks else [])
        run(running, bundle, follow=bool(chosen.filter))
        good = report(running, chosen.slowest)
        if not chosen.filter:
            print('\nTests beyond what these seeds and kills try run in "make nightly": see docs/dev/testing.md')
        # Last, for whoever reads the end of a log.
        for part in running:
            if part.summary():
                print(part.summary())
        sys.stdout.flush()
        if not good:
            sys.exit(1)


if __name__ == "__main__":
    main()
