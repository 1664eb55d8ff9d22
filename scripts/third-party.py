#!/usr/bin/env python3
# The licence texts of everything that is linked into the programs, in one file: they must go with a binary.
# Reads the packages that `swift build` has fetched; fails when one of them has no licence. `scripts/third-party.py FILE`.

import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = re.compile(r"(licen[cs]e|notice|copying)([.-].*)?$", re.IGNORECASE)
# What a package brings along in its sources; its tests and examples are not linked.
PARTS = ("Sources", "sources")
# Packages of NetLayerObservability, which no program links.
NOT_LINKED = {"swift-log", "swift-metrics", "swift-distributed-tracing", "swift-service-context"}


def texts(folder):
    """The licence texts of a package: its own first, then those of code that it has taken over."""
    own = sorted(path for path in folder.iterdir() if path.is_file() and NAMES.match(path.name))
    taken = [path for part in PARTS for path in sorted((folder / part).rglob("*")) if path.is_file() and NAMES.match(path.name)]
    return own, taken


def toolchain():
    """The licence of Swift's own libraries, which a release has linked in; None where the toolchain does not bring it."""
    swift = shutil.which("swiftc")
    if swift is None:
        return None
    path = pathlib.Path(swift).resolve().parent.parent / "share" / "swift" / "LICENSE.txt"
    return path if path.exists() else None


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: scripts/third-party.py FILE")
    packages = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    checkouts = ROOT / ".build" / "checkouts"
    sections, missing = [], []
    for package in sorted(packages, key=lambda package: package["identity"]):
        if package["identity"] in NOT_LINKED:
            continue
        # The folder is named after the last part of the address.
        folder = checkouts / re.sub(r"\.git$", "", package["location"].rstrip("/").rsplit("/", 1)[-1])
        own, taken = texts(folder) if folder.is_dir() else ([], [])
        if not any(re.match("licen|copying", path.name, re.IGNORECASE) for path in own):
            missing.append(package["identity"])
        version = package["state"].get("version", package["state"]["revision"])
        for path in own + taken:
            title = f"{package['identity']} {version}, {path.relative_to(folder)}"
            sections.append((title, package["location"], path))
    if missing:
        sys.exit(f"no licence text was found of: {', '.join(missing)}. Fetch the packages with 'swift package resolve', "
                 "or remove what must not be given away without one.")
    if (path := toolchain()) is not None:
        sections.append(("Swift's standard library, Foundation and Dispatch", "https://swift.org", path))
    rule = "=" * 100
    lines = ["The programs contain the following, each under its own terms. Libraries of the system are linked dynamically and are not listed."]
    # Many packages have the same text, word for word.
    by_text = {}
    for title, place, path in sections:
        by_text.setdefault(path.read_text(encoding="utf-8", errors="replace").strip(), []).append(f"{title} ({place})")
    for text, titles in by_text.items():
        lines += ["", rule, *titles, rule, "", text]
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
