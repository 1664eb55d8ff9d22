#!/usr/bin/env python3
"""coverage.py [--limit 95]: the share of NetLayer's lines that its tests run, file by file; Transport is left out. Fails below the limit."""
import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from netpackage import Package


def tool(name: str) -> str:
    """llvm-cov and the like stand beside the compiler, wherever that is."""
    compiler = shutil.which("swiftc")
    beside = Path(os.path.realpath(compiler)).parent / name if compiler else None
    found = str(beside) if beside and beside.exists() else shutil.which(name)
    return found or sys.exit(f"{name} is not there, neither beside swiftc nor in PATH")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--limit", type=float, default=95)
    chosen = options.parse_args()
    package = Package(".build-net-coverage", coverage=True)
    if not package.build():
        sys.exit(1)
    raw = package.folder / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    package.environment["LLVM_PROFILE_FILE"] = str(raw / "%p.profraw")
    run = package.run()
    if run.failed:
        sys.exit(f"{run.output[-4000:]}\nfailed: {', '.join(run.failed)}")
    merged = package.folder / "merged.profdata"
    subprocess.run([tool("llvm-profdata"), "merge", "-sparse", "-o", merged, *raw.glob("*.profraw")], check=True)
    export = subprocess.run([tool("llvm-cov"), "export", package.bundle, f"-instr-profile={merged}"], check=True, capture_output=True).stdout
    rows = []
    for entry in json.loads(export)["data"][0]["files"]:
        name = entry["filename"].partition("/Sources/NetLayer/")[2]
        if name and not name.startswith("Transport/"):
            lines = entry["summary"]["lines"]
            rows.append((lines["covered"], lines["count"], name, missed(entry["segments"])))
    for covered, count, name, lines in sorted(rows, key=lambda row: row[2]):
        print(f"{100 * covered / max(1, count):6.1f} %  {covered:4} of {count:4}  {name}{'  not run: ' + lines if lines else ''}")
    covered, count = sum(row[0] for row in rows), sum(row[1] for row in rows)
    share = 100 * covered / max(1, count)
    print(f"{share:6.1f} %  {covered:4} of {count:4}  NetLayer without Transport; the limit is {chosen.limit:g} %")
    sys.exit(0 if share >= chosen.limit else 1)


def missed(segments: list) -> str:
    """The lines that begin a stretch that was never run."""
    return " ".join(dict.fromkeys(str(line) for line, _, count, has_count, is_entry, is_gap in segments
                                  if has_count and count == 0 and is_entry and not is_gap))


if __name__ == "__main__":
    main()
