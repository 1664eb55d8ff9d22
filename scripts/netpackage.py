#!/usr/bin/env python3
"""NetLayer and its tests as a package of their own, made of links into this checkout: it builds in a fraction of the time.

netpackage.py [--sanitizer thread|address] [--filter REGEX] [--skip REGEX]: builds it and runs the tests one at a time.
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

from lanes import ROOT, lanes


@dataclass
class Run:
    failed: list[str]
    output: str
    seconds: float
    hung: bool


def copy(source: Path, target: Path) -> None:
    """Makes `target` the same as `source`; what is the same already is left alone, so that it is not built again."""
    for path in sorted(target.rglob("*"), reverse=True):
        if not (source / path.relative_to(target)).exists():
            path.rmdir() if path.is_dir() else path.unlink()
    for path in source.rglob("*"):
        copied = target / path.relative_to(source)
        if path.is_dir():
            copied.mkdir(parents=True, exist_ok=True)
        elif not copied.exists() or copied.read_bytes() != path.read_bytes():
            copied.parent.mkdir(parents=True, exist_ok=True)
            copied.write_bytes(path.read_bytes())


def link(source: Path, target: Path, copied: tuple[str, ...]) -> None:
    """Links into `source` for all that is in it; what is in `copied`, relative to `source`, is copied instead."""
    for path in source.iterdir():
        name, inner = path.name, tuple(c.partition("/")[2] for c in copied if c.startswith(path.name + "/"))
        if name.startswith(".") or name == "Package.resolved":
            continue
        if name in copied:
            copy(path, target / name)
        elif inner:
            (target / name).mkdir(exist_ok=True)
            link(path, target / name, inner)
        elif not (target / name).is_symlink():
            (target / name).symlink_to(path)


class Package:
    """A folder in which NetLayer is built; `copied` names what is copied into it instead of linked, so that it may be changed there."""

    def __init__(self, name: str, sanitizer: str | None = None, coverage: bool = False, copied: tuple[str, ...] = ()):
        self.folder = ROOT / name
        self.flags = ([f"--sanitize={sanitizer}"] if sanitizer else []) + (["--enable-code-coverage"] if coverage else [])
        self.environment = dict(os.environ, EXPLORER_ONLY="NetLayer", EXPLORER_STRICT="1", SWIFT_BACKTRACE="enable=no", NO_COLOR="1")
        if sanitizer:
            self.environment["EXPLORER_SANITIZER"] = sanitizer
        self.environment.setdefault("EXPLORER_SHARED_DATA", str(ROOT.parent / "shared" / "data"))
        self.folder.mkdir(exist_ok=True)
        link(ROOT, self.folder, copied)

    def build(self, quiet: bool = False, limit: float = 1800) -> bool:
        command = ["swift", "build", "--build-tests", *self.flags]
        output = subprocess.PIPE if quiet else None
        result = subprocess.run(command, cwd=self.folder, env=self.environment, stdout=output, stderr=output, timeout=limit)
        return result.returncode == 0

    @property
    def bundle(self) -> Path:
        return self.folder / ".build" / "debug" / "explorerPackageTests.xctest"

    def suites(self, of_sockets: bool | None = None) -> list[str]:
        """The suites of NetLayerTests; only those of the lane `sockets` or of the others, where that is asked for."""
        names = [(name, lane) for name, lane in lanes().items() if name.startswith("NetLayerTests.")]
        return sorted(name.partition(".")[2] for name, lane in names if of_sockets in (None, lane == "sockets"))

    def run(self, suites: list[str] | None = None, *, filter: str = "NetLayerTests", skip: str | None = None, parallel: bool = False,
            limit: float = 900, echo: bool = False) -> Run:
        if suites is not None:
            filter = "^NetLayerTests\\.(" + "|".join(suites) + ")/"
        command = [str(self.bundle), "--testing-library", "swift-testing", "--filter", filter]
        command += (["--skip", skip] if skip else []) + ([] if parallel else ["--no-parallel"])
        start = time.monotonic()
        # A group of its own: what a hung test has started is ended with it.
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment, text=True, errors="replace", start_new_session=True,
                                   stdout=None if echo else subprocess.PIPE, stderr=None if echo else subprocess.STDOUT)
        hung = False
        try:
            output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            hung = True
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
        failed = sorted(set(re.findall(r"^✘ Test \"?([\w]+)\(", output or "", re.M)))
        if not failed and (hung or process.returncode != 0):
            begun = re.findall(r"^◇ Test (\w+)\(.* started\.$", output or "", re.M)
            failed = [("hung in " if hung else f"status {process.returncode} in ") + (begun[-1] if begun else "no test")]
        return Run(failed, output or "", time.monotonic() - start, hung)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sanitizer", choices=["thread", "address"])
    options.add_argument("--filter", default="NetLayerTests")
    options.add_argument("--skip")
    chosen = options.parse_args()
    package = Package(f".build-net-{chosen.sanitizer}" if chosen.sanitizer else ".build-net", chosen.sanitizer)
    if not package.build():
        sys.exit(1)
    # A soak runs for as long as it is told.
    run = package.run(filter=chosen.filter, skip=chosen.skip, echo=True, limit=1200 + int(os.environ.get("EXPLORER_SOAK_SECONDS", "0")))
    if run.failed:
        sys.exit(f"failed{' under the sanitizer ' + chosen.sanitizer if chosen.sanitizer else ''}: see above")


if __name__ == "__main__":
    main()
