#!/usr/bin/env python3
"""Feeds every reader of foreign files with what libFuzzer invents, one after another, and prints what came of it.

fuzz.py [--seconds 60] [TARGET …]: builds in .build-fuzz; the corpora grow there from run to run, beginning with Tests/Fixtures/fuzz.
What breaks a reader is kept in .build-fuzz/findings, minimised, and fails the run: mend it, and keep it as
Tests/Fixtures/fuzz/TARGET/found-….
"""
import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

from netpackage import ROOT, link

FOLDER = ROOT / ".build-fuzz"
SEEDS = ROOT / "Tests" / "Fixtures" / "fuzz"
TARGETS = ["json", "yaml", "openapi", "http", "curl", "har", "postman", "insomnia", "bruno", "slumber", "atac"]
# Swift frees late and on purpose; what leaks for good shows as a peak that grows.
ENVIRONMENT = dict(os.environ, EXPLORER_WITH="fuzz", SWIFT_BACKTRACE="enable=no",
                   ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=16:detect_stack_use_after_return=0")
LIMITS = ["-rss_limit_mb=1024", "-timeout=10"]


def build() -> Path:
    FOLDER.mkdir(exist_ok=True)
    link(ROOT, FOLDER, ())
    # Of two -sanitize options swiftc hears one: Swift's own files need both in one, C's are told by --sanitize.
    command = ["swift", "build", "-c", "release", "--sanitize=address", "--sanitize=fuzzer", "-Xswiftc", "-sanitize=fuzzer,address",
               "--product", "fuzz"]
    if subprocess.run(command, cwd=FOLDER, env=ENVIRONMENT).returncode != 0:
        sys.exit(1)
    return FOLDER / ".build" / "release" / "fuzz"


def fuzz(program: Path, target: str, seconds: int) -> tuple[str, bool]:
    """A row of the table, and whether nothing was found."""
    corpus, findings = FOLDER / "corpus" / target, FOLDER / "findings"
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(exist_ok=True)
    dictionary = SEEDS / f"{target}.dict"
    arguments = [f"-max_total_time={seconds}", "-max_len=4096", "-len_control=20", "-print_final_stats=1", "-use_value_profile=0",
                 f"-artifact_prefix={findings}/{target}-"] + LIMITS
    if dictionary.exists():
        arguments.append(f"-dict={dictionary}")
    log = FOLDER / f"{target}.log"
    with log.open("w") as output:
        result = subprocess.run([program, *arguments, corpus, SEEDS / target], env=dict(ENVIRONMENT, FUZZ_TARGET=target),
                                stdout=output, stderr=output)
    text = log.read_text(errors="replace")

    def number(name: str) -> int:
        found = re.findall(name + r":\s+(\d+)", text)
        return int(found[-1]) if found else 0

    verdict = "ok" if result.returncode == 0 else "FOUND " + finding(program, target, text)
    row = (f"{target:<9} {number('number_of_executed_units'):>11,} {number('average_exec_per_sec'):>8,}"
           f" {number('new_units_added'):>9,} {number('cov'):>8,} {number('peak_rss_mb'):>7} MB  {verdict}")
    return row, result.returncode == 0


def finding(program: Path, target: str, log: str) -> str:
    """What was found, in a line; the input is made as small as it gets in ten seconds."""
    says = re.search(r"^(finding: .*|.*Fatal error.*|SUMMARY: .*)$", log, re.M)
    place = re.search(r"Test unit written to (.*)$", log, re.M)
    words = says.group(1).strip() if says else "see the log"
    if not place:
        return words
    path = Path(place.group(1))
    small = path.with_name(path.name + ".min")
    if not any(kind in path.name for kind in ("oom-", "timeout-", "slow-unit-")):
        subprocess.run([program, "-minimize_crash=1", "-max_total_time=10", f"-exact_artifact_path={small}", *LIMITS, path],
                       env=dict(ENVIRONMENT, FUZZ_TARGET=target), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return f"{words} ({(small if small.exists() else path).relative_to(ROOT)})"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=int, default=60)
    options.add_argument("targets", nargs="*", metavar="TARGET", help=" ".join(TARGETS))
    chosen = options.parse_args()
    unknown = set(chosen.targets) - set(TARGETS)
    if unknown:
        options.error(f"no such target: {' '.join(sorted(unknown))}")
    program = build()
    print(f"{'target':<9} {'executions':>11} {'exec/s':>8} {'new units':>9} {'coverage':>8} {'peak rss':>10}  result", flush=True)
    clean = True
    for target in chosen.targets or TARGETS:
        row, fine = fuzz(program, target, chosen.seconds)
        print(row, flush=True)
        clean = clean and fine
    sys.exit(0 if clean else 1)


if __name__ == "__main__":
    main()
