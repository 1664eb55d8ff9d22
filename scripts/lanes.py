#!/usr/bin/env python3
"""lanes.py: prints each suite with its lane in `make test`; docs/dev/testing.md describes the lanes.

What a suite uses decides: the words of its file, and of the files of its target whose types it uses. A suite that starts programs of this project
is of the lane `programs`; one with servers, sockets, processes, threads or real clocks of `sockets`; one that waits, and so only for virtual time
and scripted transports, of `virtual`; all others are `pure`.
"""
import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).absolute().parent.parent
# Starts a program of this project, or a terminal.
PROGRAMS = re.compile(r"\b(ExplorerProgram|DemoService|Tmux|HistoryChild|ExampleProgram|StuckTerminal|TerminalStream)\b")
# Talks over real sockets, starts another program, makes threads, reads a real clock, or measures this process.
SOCKETS = re.compile(
    r"\b(FaultServer|CurlTransport|LoopbackSocket|NginxServer|PythonServer|ChildProcess|RecordingSocket|RegistryServer|DirectiveSource|SchemaOracle"
    r"|Subprocess|PipeRunner|OutsideRunner|ExternalProgram|CommandOutput|OutsideValues|ProcessTable|ProcessFacts|OpenFiles"
    r"|\w*Thread|DispatchQueue|DispatchSemaphore|FileWatch\w*|BenchRun\w*|Task\.sleep|ContinuousClock|SuspendingClock|clock_gettime"
    r"|(?:fork|setenv|unsetenv|kill|pipe|openpty|socketpair)(?=\())\b")
# Waits for something that no other lane has: another task.
VIRTUAL = re.compile(r"\basync\b")
ATTRIBUTES = r"^(?:@[\w.]+(?:\(.*\))? )*(?:(?:public|package|private|fileprivate|final|indirect) )*"
TYPES = re.compile(ATTRIBUTES + r"(?:struct|class|enum|actor) (\w+)", re.M)
# What the outermost part of a test's name may be declared as.
HOLDERS = re.compile(ATTRIBUTES + r"(?:struct|class|enum|actor|extension) (\w+)", re.M)
# Whole targets: their suites start programs, draw on a terminal, or run for as long as they are told.
TARGETS = {"EndToEndTests": "programs", "TerminalTests": "sockets", "SoakTests": "sockets", "ArchitectureTests": "pure"}
# Of such a target what starts no program.
ELSEWHERE = {"EndToEndTests": {"WireAgreementTests": "virtual", "CurlAgreementTests": "sockets", "RoundTripTests": "sockets"}}


def suites(text: str) -> set[str]:
    """The names of the outermost types in a file that hold tests, which the names of tests begin with."""
    names, found = [(match.start(), match[1]) for match in HOLDERS.finditer(text)], set()
    for match in re.finditer(r"@Test\b", text):
        before = [name for start, name in names if start < match.start()]
        found |= set(before[-1:])
    return found | {match[1] for match in re.finditer(r"^extension (\w+Tests)\b", text, re.M)}


def lanes() -> dict[str, str]:
    """The lane of each suite, by `Target.Suite`."""
    table: dict[str, str] = {}
    for target, texts in files().items():
        if target in TARGETS:
            for suite in {suite for text in texts.values() for suite in suites(text)}:
                table[f"{target}.{suite}"] = ELSEWHERE.get(target, {}).get(suite, TARGETS[target])
            continue
        for lane, pattern in {"programs": PROGRAMS, "sockets": SOCKETS}.items():
            for path in users(texts, pattern):
                for suite in suites(texts[path]):
                    table.setdefault(f"{target}.{suite}", lane)
        for lane, pattern in {"virtual": VIRTUAL, "pure": re.compile("")}.items():
            for text in texts.values():
                for suite in suites(text) if pattern.search(text) else []:
                    table.setdefault(f"{target}.{suite}", lane)
    return table


@cache
def files() -> dict[str, dict[Path, str]]:
    """The texts of each target."""
    return {target.name: {path: path.read_text() for path in sorted(target.rglob("*.swift"))} for target in sorted((ROOT / "Tests").glob("*Tests"))}


def users(texts: dict[Path, str], pattern: re.Pattern[str]) -> set[Path]:
    """The files that use what the pattern names, or a type of such a file: what uses a type that starts something starts it."""
    chosen = {path for path, text in texts.items() if pattern.search(text)}
    while True:
        types = {name for path in chosen for name in TYPES.findall(texts[path])} - {name for path in chosen for name in suites(texts[path])}
        named = re.compile(r"\b(" + "|".join(map(re.escape, sorted(types))) + r")\b") if types else None
        more = {path for path, text in texts.items() if path not in chosen and named and named.search(text)}
        if not more:
            return chosen
        chosen |= more


def test_counts() -> dict[str, int]:
    """About how many tests each suite has: its share of those of the files that name it."""
    counts: dict[str, int] = {}
    for target, texts in files().items():
        for text in texts.values():
            names = suites(text)
            for suite in names:
                name = f"{target}.{suite}"
                counts[name] = counts.get(name, 0) + max(1, len(re.findall(r"@Test\b", text)) // len(names))
    return counts


def main() -> None:
    if sys.argv[1:]:
        sys.exit(__doc__)
    for suite, lane in lanes().items():
        print(f"{lane}\t{suite}")


if __name__ == "__main__":
    main()
