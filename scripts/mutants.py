#!/usr/bin/env python3
"""mutants.py [--seed N] [--count 20] [--skip N] [--only REGEX] [--list]: breaks NetLayer in places drawn by a seed, and runs its tests each time.

A mutant is one small change: a comparison or a boundary moved, a condition turned round, a call dropped, two statements swapped. It is killed when
a test fails, or hangs; one that does not build is drawn again. Fails when one survives: then a test is missing, or the change changes nothing,
which scripts/equivalent-mutants.txt may say with a reason.
"""
import argparse
import itertools
import os
import random
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from netpackage import ROOT, Package

EQUIVALENT = Path(__file__).absolute().parent / "equivalent-mutants.txt"


@dataclass(frozen=True)
class Mutant:
    kind: str
    path: str
    line: int
    """Counted from 1."""
    old: str
    new: str
    """What stands there instead of the line; two lines for a swap."""

    def __str__(self) -> str:
        show = lambda text: " ⏎ ".join(part.strip() for part in text.split("\n"))
        return f"{self.path}:{self.line}: {self.kind}: `{show(self.old)}` → `{show(self.new) or 'nothing'}`"

    @property
    def key(self) -> tuple[str, str, str]:
        squeeze = lambda text: " ".join(text.split())
        return (self.path, squeeze(self.old), squeeze(self.new))


def code_only(text: str) -> str:
    """The text with comments and the insides of strings blanked, also what is interpolated in them; every character keeps its place."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)"""(?:.*?)"""\1|(#*)"(?:\\.|[^"\\\n])*"\2', re.S)
    return pattern.sub(lambda match: "".join("\n" if c == "\n" else " " for c in match.group()), text)


SWAPS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == "}
KEYWORDS = re.compile(r"(return|if|guard|for|while|repeat|switch|case|let|var|else|throw|break|continue|defer|do|import|func|init|deinit|struct|"
                      r"enum|class|actor|extension|protocol|typealias|static|public|private|fileprivate|internal|package|mutating|indirect|"
                      r"precondition|assert|super|subscript|get|set|willSet|didSet|catch|final|lazy|weak|override|where|self\.init|nonisolated|_read|_modify)\b")


def is_statement(code: list[str], index: int) -> bool:
    """A call or an assignment on a line of its own."""
    line = code[index].strip()
    balanced = all(line.count(a) == line.count(b) for a, b in ("()", "[]", "{}"))
    if not line or not balanced or KEYWORDS.match(line) or line[0] in "@#.}{)]&|?:,-+" or line.endswith((",", "{", "=", ":", "->", "+", "&&", "||")):
        return False
    if not (re.match(r"(try\??!? )?(await )?[\w.$?!\[\]() ]+\(.*\)( \{.*\})?$", line) or re.match(r"[\w.$\[\]]+(\(.*\))?[\w.?]* \{.*\}$", line)
            or re.match(r"[\w.\[\]()!?, ]+ ([-+*/]?)= \S", line)):
        return False
    before = next((code[i].strip() for i in range(index - 1, -1, -1) if code[i].strip()), "")
    after = next((code[i].strip() for i in range(index + 1, len(code)) if code[i].strip()), "")
    if before.endswith((",", "(", "[", "=", "+", "&&", "||", "?", ":", "->")) and not before.startswith(("case ", "default")):
        return False
    return not after.startswith((".", "?", ":", "&&", "||", "+", "-", "*", "??", ")", "]", "{"))


def commute(first: str, second: str) -> bool:
    """Two assignments, of which neither reads what the other writes, such as those of an initialiser, or two options of libcurl: swapped, they do
    the same."""
    options = [re.match(r"ccurl_set_\w+\((\w+, \w+)", line.strip()) for line in (first, second)]
    if all(options):
        return options[0].group(1) != options[1].group(1)
    parts = [re.match(r"(self\.)?([\w.?!]+) [-+]?= (.+)$", line.strip()) for line in (first, second)]
    if not all(parts):
        return touches_others(first, second)
    # `self.name` writes the property, and what stands on the right as `name` is the parameter.
    reads = lambda one, other: not one.group(1) and re.search(rf"(?<![\w.]){re.escape(one.group(2))}\b", other.group(3))
    return parts[0].group(2) != parts[1].group(2) and not reads(*parts) and not reads(*reversed(parts))


def touches_others(first: str, second: str) -> bool:
    """Two statements that change values which the other does not name: `places[key] = nil` and `usage.entries -= 1`, or, of the value that a lock
    guards, `state.login = x` and `state.machine.loggedIn(y)`. A call on anything else may do more than it names."""
    assignment = re.compile(r"((?:state\.)?[a-z]\w*)(?:\.\w+)*(?:\[[\w.]+\])? [-+]?= [\w.]+(?:\(\w*\))?$")
    call = re.compile(r"(state\.[a-z]\w*)\.\w+\([\w.]*\)$")
    matches = [assignment.match(line.strip()) or call.match(line.strip()) for line in (first, second)]
    if not all(matches):
        return False
    one, other = (match[1] for match in matches)
    names = lambda target, line: re.search(rf"(?<![\w.]){re.escape(target)}\b", line)
    return "self" not in (one, other) and not names(one, second) and not names(other, first)


def candidates(path: Path) -> list[Mutant]:
    text = path.read_text()
    lines = text.split("\n")
    # Room that is reserved too late, too little or never costs allocations, and no test can see them.
    code = ["" if ".reserveCapacity(" in line else line for line in code_only(text).split("\n")]
    name = str(path.relative_to(ROOT))
    found: list[Mutant] = []

    def replace(kind: str, index: int, start: int, end: int, new: str) -> None:
        line = lines[index]
        found.append(Mutant(kind, name, index + 1, line, line[:start] + new + line[end:]))

    for index, line in enumerate(code):
        stripped = line.strip()
        if not stripped or stripped.startswith(("@", "import ", "#")) or re.match(r"(precondition|assert|preconditionFailure)\b", stripped):
            continue
        for match in re.finditer(r" (<|<=|>|>=|==|!=) ", line):
            if not re.search(r"\bfunc [<>=!]", line):
                replace("comparison", index, *match.span(), SWAPS[match.group()])
        for match in re.finditer(r" (&&|\|\|) ", line):
            replace("and/or", index, *match.span(), " || " if "&&" in match.group() else " && ")
        for match in re.finditer(r"\b(true|false)\b", line):
            replace("true/false", index, *match.span(), "false" if match.group() == "true" else "true")
        for match in re.finditer(r" ([+-])(=?) ", line):
            # Strings have no minus.
            if '"' not in (lines[index][match.start() - 1], lines[index][match.end():match.end() + 1]):
                replace("plus/minus", index, *match.span(), f" {'-' if match.group(1) == '+' else '+'}{match.group(2)} ")
        for match in re.finditer(r"(?<![\w$.])\d[\d_]*(?![\w.]|\s*\.\.)", line):
            value = int(match.group().replace("_", ""))
            for new in (value + 1, value - 1) if value else (1,):
                replace("boundary", index, *match.span(), str(new))
        guard = re.match(r"(\s*)guard (.+) else \{", line)
        if guard and not re.search(r"\b(let|var|case|try|await)\b|,", guard.group(2)):
            start, end = guard.span(2)
            replace("guard turned", index, start, end, f"!({lines[index][start:end]})")
        if is_statement(code, index):
            indent = len(line) - len(line.lstrip())
            found.append(Mutant("dropped", name, index + 1, lines[index], ""))
            following = code[index + 1] if index + 1 < len(code) else ""
            if following and is_statement(code, index + 1) and len(following) - len(following.lstrip()) == indent and not commute(line, following):
                found.append(Mutant("swapped", name, index + 1, f"{lines[index]}\n{lines[index + 1]}", f"{lines[index + 1]}\n{lines[index]}"))
    return found


def equivalents() -> dict[tuple[str, str, str], str]:
    """Lines `path | old | new | reason`; the line's number is left out, because it moves."""
    table = {}
    for line in EQUIVALENT.read_text().splitlines() if EQUIVALENT.exists() else []:
        if line.strip() and not line.startswith("#"):
            path, old, new, reason = line.split(" | ")
            table[(path, old.strip(), new.strip())] = reason
    return table


def draw_all(pool: list[Mutant], draw: random.Random):
    """Without end of variety: first the kind, then one of its places; none twice."""
    by_kind: dict[str, list[Mutant]] = {}
    for mutant in pool:
        by_kind.setdefault(mutant.kind, []).append(mutant)
    while by_kind:
        kind = draw.choice(sorted(by_kind))
        yield by_kind[kind].pop(draw.randrange(len(by_kind[kind])))
        if not by_kind[kind]:
            del by_kind[kind]


def judge(package: Package, limit: float) -> tuple[str, str]:
    """Whether the package as it stands is killed, and by what."""
    run = package.run(package.suites(of_sockets=False), limit=limit)
    if not run.failed:
        run = package.run(package.suites(of_sockets=True), limit=limit)
        if run.failed and not run.hung:
            # These watch real time, so a busy machine may fail them: only what fails twice counts.
            names = [name for name in run.failed if name.isidentifier()]
            run = package.run(filter="/(" + "|".join(names) + ")\\(" if names else "NetLayerTests", limit=limit)
    if run.hung:
        return "killed", f"hung: {run.failed[0]}"
    more = f" and {len(run.failed) - 1} more" if len(run.failed) > 1 else ""
    return ("killed", run.failed[0] + more) if run.failed else ("SURVIVED", "")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=int(time.time()))
    options.add_argument("--count", type=int, default=20)
    options.add_argument("--skip", type=int, default=0, help="pass over the first N drawn: a run that was stopped goes on")
    options.add_argument("--only", default="", help="only files whose path matches")
    options.add_argument("--list", action="store_true", help="print what would be drawn, and run nothing")
    chosen = options.parse_args()
    files = sorted((ROOT / "Sources" / "NetLayer").rglob("*.swift"))
    pool = [mutant for path in files if re.search(chosen.only, str(path.relative_to(ROOT))) for mutant in candidates(path)]
    known = equivalents()
    for path, old, new in set(known) - {mutant.key for path in files for mutant in candidates(path)}:
        print(f"scripts/equivalent-mutants.txt: there is no such place any more: {path} | {old} | {new}")
    drawn = itertools.islice(draw_all(pool, random.Random(chosen.seed)), chosen.skip, None)
    print(f"seed {chosen.seed}: {len(pool)} places", flush=True)
    if chosen.list:
        for _, mutant in zip(range(chosen.count), drawn):
            print(mutant)
        return

    package = Package(".build-net-mutants", copied=("Sources/NetLayer", "Tests"))
    # A mutant that leaves something unused is still a mutant.
    del package.environment["EXPLORER_STRICT"]
    package.flags += ["-debug-info-format", "none"]
    start = time.monotonic()
    if not package.build(quiet=True) and not package.build():
        sys.exit("NetLayer does not build as it is")
    built = time.monotonic()
    verdict, test = judge(package, 600)
    if verdict == "killed":
        sys.exit(f"the tests fail without any mutant: {test}")
    limit = 3 * (time.monotonic() - built) + 30
    print(f"as it is: built in {built - start:.0f} s, tests in {time.monotonic() - built:.0f} s, so a mutant may take {limit:.0f} s", flush=True)

    counts = {"killed": 0, "SURVIVED": 0, "did not build": 0, "equivalent": 0}
    for mutant in drawn:
        if counts["killed"] + counts["SURVIVED"] == chosen.count:
            break
        start = time.monotonic()
        if mutant.key in known:
            verdict, test = "equivalent", known[mutant.key]
        else:
            path = package.folder / mutant.path
            original = path.read_text()
            lines = original.split("\n")
            lines[mutant.line - 1:mutant.line + mutant.old.count("\n")] = mutant.new.split("\n") if mutant.new else []
            path.write_text("\n".join(lines))
            try:
                verdict, test = judge(package, limit) if package.build(quiet=True) else ("did not build", "")
            finally:
                path.write_text(original)
        counts[verdict] += 1
        number = counts["killed"] + counts["SURVIVED"]
        print(f"{number:3} {verdict:13} {time.monotonic() - start:4.0f} s  {mutant}{'  by ' + test if verdict == 'killed' else '  ' + test}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()) + f" (seed {chosen.seed})")
    sys.exit(1 if counts["SURVIVED"] or counts["killed"] < chosen.count else 0)


if __name__ == "__main__":
    main()
