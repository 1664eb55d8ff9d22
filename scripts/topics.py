#!/usr/bin/env python3
"""topics.py GRAPHS CATALOG: names each public type that no topic group of the DocC catalog lists; fails when there is one.

GRAPHS is a folder of symbol graphs, CATALOG a folder of DocC articles. A type within another type has its place on that type's page, which
DocC makes. Articles without a place in a topic group fail too: DocC would put them at the end of the page, by the alphabet.
"""
import json
import re
import sys
from pathlib import Path

TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias", "swift.actor", "swift.macro"}


def public_types(graphs: Path) -> dict[str, str]:
    """The public types of the module itself, each with its place as compilers write it."""
    types: dict[str, str] = {}
    for path in sorted(graphs.glob("*.symbols.json")):
        for symbol in json.loads(path.read_text())["symbols"]:
            if symbol["kind"]["identifier"] not in TYPES or symbol["accessLevel"] not in ("public", "open"):
                continue
            if len(symbol["pathComponents"]) > 1 or "location" not in symbol:
                continue
            file = symbol["location"]["uri"].removeprefix("file://").removeprefix(f"{Path.cwd()}/")
            types[symbol["pathComponents"][0]] = f"{file}:{symbol['location']['position']['line'] + 1}"
    return types


def listed(article: str) -> tuple[set[str], set[str]]:
    """The symbols and the articles that stand in the topic groups of an article."""
    topics = re.split(r"^## Topics$", article, flags=re.M)[1:]
    text = "".join(topics)
    return set(re.findall(r"^- ``/?(?:\w+/)?(\w+)``$", text, re.M)), set(re.findall(r"^- <doc:(\w+)>$", text, re.M))


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    types, catalog = public_types(Path(sys.argv[1])), Path(sys.argv[2])
    # Nothing read is not the same as nothing to complain about.
    if not types:
        sys.exit(f"{sys.argv[1]} has no symbol graph with a public type in it")
    articles = {path.stem: path.read_text() for path in sorted(catalog.glob("*.md"))}
    groups = [listed(text) for text in articles.values()]
    symbols, linked = set().union(*(group[0] for group in groups)), set().union(*(group[1] for group in groups))
    roots = {name for name, text in articles.items() if text.startswith("# ``")}
    problems = [f"{place}: {name} stands in no topic group of {catalog}" for name, place in types.items() if name not in symbols]
    problems += [f"{catalog}/{name}.md: no topic group lists this article" for name in articles if name not in linked | roots]
    for problem in sorted(problems):
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(f"add them to a topic group in {catalog}: {len(problems)} of {len(types) + len(articles) - len(roots)}")
    print(f"{len(types)} public types and {len(articles) - len(roots)} articles, each in a topic group")


if __name__ == "__main__":
    main()
