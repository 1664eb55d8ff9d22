#!/usr/bin/env python3
"""public-api.py [--write] MODULE=FOLDER…: compares the public API of modules with docs/api/MODULE.txt, by the symbol graphs in each folder.

Fails when a declaration is missing from the list or has vanished from the code. `--write` rewrites the lists; it refuses to drop a line of the
old list unless CHANGELOG.md has, below `## Unreleased`, a part `### Breaking` that names the declaration, or the type that holds it, in
backquotes: `NetClient.stream`. A declaration that changes counts as one that vanishes and one that comes.

`MODULE=FOLDER:Name,Name` takes only the named types of the module: those that another module exports again.
"""
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).absolute().parent.parent
# Every type has them unless it says otherwise.
IMPLICIT = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}
SEPARATOR = " :: "


def declarations(folder: Path, only: set[str]) -> set[str]:
    lines, paths, graphs = set(), {}, [json.loads(path.read_text()) for path in sorted(folder.glob("*.symbols.json"))]
    for graph in graphs:
        for symbol in graph["symbols"]:
            name = symbol["identifier"]["precise"]
            path = symbol["pathComponents"]
            if symbol["accessLevel"] not in ("public", "open") or "::SYNTHESIZED::" in name or (only and path[0] not in only):
                continue
            paths[name] = ".".join(path)
            text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
            constraints = symbol.get("swiftExtension", {}).get("constraints", [])
            where = ", ".join(f"{c['lhs']} {'==' if c['kind'] == 'sameType' else ':'} {c['rhs']}" for c in constraints)
            # An extension's condition is not in the declaration of its member.
            shown = re.sub(r"\s+", " ", text).strip() + (f" [{where}]" if where and where not in text else "")
            lines.add(f"{paths[name]}{SEPARATOR}{shown}")
    for graph in graphs:
        for relation in graph["relationships"]:
            target = relation.get("targetFallback", "").removeprefix("Swift.") or paths.get(relation["target"], "")
            source = paths.get(relation["source"])
            if relation["kind"] in ("conformsTo", "inheritsFrom") and source and target and target not in IMPLICIT:
                lines.add(f"{source}{SEPARATOR}: {target}")
    return lines


def breaking() -> set[str]:
    """The names in the part of the changelog that lists what breaks."""
    text = (ROOT / "CHANGELOG.md").read_text()
    unreleased = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    part = re.search(r"^### Breaking\n(.*?)(?=^### |\Z)", unreleased[1] if unreleased else "", re.M | re.S)
    return set(re.findall(r"`([^`\n]+)`", part[1])) if part else set()


def is_named(line: str, names: set[str]) -> bool:
    """`NetClient.stream(_:on:)` by itself, as `NetClient.stream`, or as a member of `NetClient`."""
    parts = line.split(SEPARATOR)[0].split(".")
    whole = {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return bool(names & (whole | {path.split("(")[0] for path in whole}))


def main() -> None:
    arguments = sys.argv[1:]
    is_writing = "--write" in arguments
    modules = [argument.partition("=") for argument in arguments if argument != "--write"]
    if not modules or not all(folder for _, _, folder in modules):
        sys.exit(__doc__)
    names, complaints = breaking(), []
    for module, _, place in modules:
        folder, _, only = place.partition(":")
        now = declarations(Path(folder), set(only.split(",")) if only else set())
        # Nothing read is not the same as nothing changed.
        if not now:
            sys.exit(f"{folder} has no symbol graph with a public symbol in it")
        file = ROOT / "docs" / "api" / f"{module}.txt"
        old = set(file.read_text().splitlines()) if file.exists() else set()
        lost, new = sorted(old - now), sorted(now - old)
        broken = [line for line in lost if not is_named(line, names)]
        for line in broken:
            complaints.append(f"{module}: vanished or changed, and CHANGELOG.md names it in no '### Breaking': {line}")
        if is_writing and not broken:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f"{line}\n" for line in sorted(now)))
        elif not broken and (lost or new):
            complaints += [f"{module}: not in docs/api/{file.name}, see 'make api': {line}" for line in new]
            complaints += [f"{module}: still in docs/api/{file.name}, see 'make api': {line}" for line in lost]
        if not lost and not new:
            print(f"{module}: {len(now)} public declarations, as in docs/api/{file.name}")
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
