#!/usr/bin/env python3
"""undocumented.py FOLDER: names each public symbol in a folder of symbol graphs that nobody has documented; fails when there is one.

What implements a protocol's requirement (`description`, `hash(into:)`, `id`) has that one's documentation: the compiler hands it on. Nothing
is asked of what the compiler makes itself, nor of an enum's case without values, whose name says it, where the enum is documented.
"""
import json
import sys
from pathlib import Path


def is_made_by_compiler(symbol: dict) -> bool:
    """A member of a protocol's extension, repeated for each type that has it, or what `Hashable` and `Codable` derive: it stands nowhere."""
    return "::SYNTHESIZED::" in symbol["identifier"]["precise"] or "location" not in symbol


def place(symbol: dict) -> str:
    """As compilers write it."""
    file = symbol["location"]["uri"].removeprefix("file://").removeprefix(f"{Path.cwd()}/")
    return f"{file}:{symbol['location']['position']['line'] + 1}"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    graphs = sorted(Path(sys.argv[1]).glob("*.symbols.json"))
    symbols = [symbol for graph in graphs for symbol in json.loads(graph.read_text())["symbols"]]
    own = [symbol for symbol in symbols if symbol["accessLevel"] in ("public", "open") and not is_made_by_compiler(symbol)]
    # Nothing read is not the same as nothing to complain about.
    if not own:
        sys.exit(f"{sys.argv[1]} has no symbol graph with a public symbol in it")
    documented = {tuple(symbol["pathComponents"]) for symbol in own if "docComment" in symbol}

    def is_plain_case(symbol: dict) -> bool:
        path = tuple(symbol["pathComponents"])
        return symbol["kind"]["identifier"] == "swift.enum.case" and "(" not in path[-1] and path[:-1] in documented

    bare = [symbol for symbol in own if "docComment" not in symbol and not is_plain_case(symbol)]
    for symbol in sorted(bare, key=place):
        print(f"{place(symbol)}: {'.'.join(symbol['pathComponents'])} has no /// comment", file=sys.stderr)
    if bare:
        sys.exit(f"{len(bare)} of {len(own)} public symbols are not documented")
    cases = sum("docComment" not in symbol for symbol in own)
    print(f"{len(own)} public symbols, all documented ({cases} plain cases by their enum)")


if __name__ == "__main__":
    main()
