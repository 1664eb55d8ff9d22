#!/usr/bin/env python3
"""lanes.py LANE: prints the regular expression of the suites that run in a lane of `make test`, one of `sockets` and `programs`.

All other suites are pure: they wait for nothing, touch no socket and start nothing, so they run in parallel. (One that waits would wait behind
thousands of others for each of its turns.) A suite belongs to a lane by the words of its file, and of the files of its target whose types it
uses. `lanes.py --table` prints each suite with its lane.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).absolute().parent.parent
# Starts a program of this project, or a terminal.
PROGRAMS = re.compile(r"\b(ExplorerProgram|DemoService|Tmux|HistoryChild|ExampleProgram|StuckTerminal|TerminalStream)\b")
# Talks over real sockets, and watches real time.
SOCKET_WORDS = "FaultServer|CurlTransport|LoopbackSocket|NginxServer|PythonServer|ChildProcess"
# Waits for something, starts another program, or measures this process besides.
SOCKETS = re.compile(
    rf"\b({SOCKET_WORDS}|async|timeLimit|Thread|DispatchQueue|DispatchSemaphore|RecordingSocket|RegistryServer|ProcessTable|ProcessFacts"
    r"|OpenFiles|Subprocess|PipeRunner|OutsideRunner|ExternalProgram|CommandOutput|OutsideValues|ContinuousClock|SuspendingClock|clock_gettime"
    r"|(?:fork|setenv|unsetenv|kill|pipe|openpty|socketpair)(?=\())\b")
TYPES = re.compile(r"^(?:@[\w.]+(?:\(.*\))? )*(?:(?:public|package|private|fileprivate|final|indirect) )*(?:struct|class|enum|actor) (\w+)", re.M)
# Whole targets: their suites start programs, draw on a terminal, or run for as long as they are told.
TARGETS = {"EndToEndTests": "programs", "TerminalTests": "sockets", "SoakTests": "sockets", "ArchitectureTests": "pure"}
# Of such a target what starts no program: it takes a minute of computing, which fits beside the programs that wait.
ELSEWHERE = {"EndToEndTests": {"WireAgreementTests": "sockets", "RoundTripTests": "sockets"}}


def suites(text: str) -> set[str]:
    """The names of the types in a file that hold tests."""
    names, found = [(match.start(), match[1]) for match in TYPES.finditer(text)], set()
    for match in re.finditer(r"@Test\b", text):
        before = [name for start, name in names if start < match.start()]
        found |= set(before[-1:])
    return found | {match[1] for match in re.finditer(r"^extension (\w+Tests)\b", text, re.M)}


def lanes() -> dict[str, dict[str, str]]:
    """By target, then by suite."""
    table: dict[str, dict[str, str]] = {}
    for target in sorted((ROOT / "Tests").glob("*Tests")):
        texts = {path: path.read_text() for path in sorted(target.rglob("*.swift"))}
        words = {"programs": PROGRAMS, "sockets": SOCKETS}
        if target.name in TARGETS:
            table[target.name] = {"": TARGETS[target.name], **ELSEWHERE.get(target.name, {})}
            continue
        table[target.name] = {}
        for lane, pattern in words.items():
            # What uses a type that starts something starts it.
            chosen = {path for path, text in texts.items() if pattern.search(text)}
            while True:
                types = {name for path in chosen for name in TYPES.findall(texts[path])} - {name for path in chosen for name in suites(texts[path])}
                users = re.compile(r"\b(" + "|".join(map(re.escape, sorted(types))) + r")\b") if types else None
                more = {path for path, text in texts.items() if path not in chosen and users and users.search(text)}
                if not more:
                    break
                chosen |= more
            for path in sorted(chosen):
                for suite in suites(texts[path]):
                    table[target.name].setdefault(suite, lane)
        for path, text in texts.items():
            for suite in suites(text):
                table[target.name].setdefault(suite, "pure")
    return table


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1] not in ("sockets", "programs", "--table"):
        sys.exit(__doc__)
    table = lanes()
    if sys.argv[1] == "--table":
        for target, chosen in table.items():
            for suite, lane in sorted(chosen.items()):
                print(f"{lane}\t{target}.{suite}")
        return
    names = []
    for target, chosen in table.items():
        others = "|".join(f"{suite}/" for suite, lane in chosen.items() if suite and lane != chosen.get(""))
        names += [f"{target}\\.{suite}/" if suite else f"{target}\\." + (f"(?!{others})" if others else "")
                  for suite, lane in sorted(chosen.items()) if lane == sys.argv[1]]
    print("^(" + "|".join(names) + ")")


if __name__ == "__main__":
    main()
