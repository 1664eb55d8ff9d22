#!/usr/bin/env python3
"""messages.py [--since REV]: writes .build/MESSAGES.md, the list of all texts that users can see; prints which have come and gone since REV.

It reads the string literals of the Swift sources. A literal is a text when it has words (see `is_prose`) and goes to people: calls and
declarations that only programs read are left out (see `is_for_programs`). A single word is a text where a title, a help or a hint is
expected (see `SHORT_TEXTS`). The list names files but no lines, so it changes only when a text changes or moves to another file.
"""
import difflib
import io
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / ".build" / "MESSAGES.md"
# The areas of the list, in its order: a folder of sources and its title. The first folder that fits counts.
AREAS = [
    ("Sources/Explorer/Screen", "Screen"),
    ("Sources/Explorer/Runtime", "Runtime"),
    ("Sources/Explorer/CommandLine", "Commands"),
    ("Sources/Explorer/Workbench", "Opening and sending"),
    ("Sources/Explorer/Workspace", "Workspaces"),
    ("Sources/Explorer/Catalog", "Descriptions"),
    ("Sources/Explorer/RequestFiles", "Request files of other programs"),
    ("Sources/Explorer/History", "History"),
    ("Sources/NetLayer", "Network"),
    ("Sources/NetLayerExtras", "Products beside NetLayer"),
    ("Sources/Text", "JSON, YAML, XML and patterns"),
    ("Sources/Terminal", "Terminal and themes"),
    ("Sources/Explorer", "Other parts of the program"),
    ("Demo", "Demo"),
]

# A call with one of these names gets a text for programs: a part of a format, a name, SQL, a condition.
PROGRAM_CALLS = set(
    """
    hasPrefix hasSuffix contains split components replacing replacingOccurrences ranges firstRange trimmingPrefix trimmingCharacters
    wholeMatch firstMatch matches joined caseInsensitiveCompare precondition preconditionFailure assert assertionFailure execute
    appending appendingPathComponent fetchAll fetchOne fetchCursor Regex NSRegularExpression StaticString getenv skip starts CharacterSet
    ObjectRule has
    """.split()
)
# The same for an argument with one of these labels.
PROGRAM_LABELS = set("sql separator magic forKey contentType mediaType literal pattern among columns named".split())
# A single word is a text as an argument with one of these labels, or in a declaration with one of these names.
SHORT_TEXTS = set("abstract help hint title detail message valueName word words label question what footer absence placeholder".split())
# An enumeration with one of these names has the titles of panes, tabs and columns as its values.
TITLE_ENUMS = re.compile(r"(Pane|Tab|Column|Title)s?$")
# Literals in another language than English: SQL, shell scripts, JSON, XML, control bytes.
FOREIGN = re.compile(
    r"\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|DROP|PRAGMA|ALTER|BEGIN IMMEDIATE|WHERE|CROSS JOIN|ORDER BY)\b|[=<] \?|, \?\)"
    r"|\blocal -|\(\) \{|^[\w.]+=\"|^--?\w+ ?$|^[{\"]\S*\"?: |^>?<[?!/a-z]|[\0-\x08\x1b\x7f]"
)
# The beginnings of header fields, and their values.
HEADERS = re.compile(r"^(Bearer|Basic|Digest|Content-\w+:|Cache-Control:|Date:|Vary:|HTTP/|\w{3}, \d\d \w{3} \d{4})")
# Words that every long text has. A long literal without one is a list of names.
SMALL_WORDS = re.compile(r"\b(a|an|and|are|as|at|by|does|for|from|has|in|is|it|its|no|not|of|on|or|so|than|that|the|this|to|was|with|write)\b", re.I)
# Declarations whose literals are names or sample data: a set of strings, a list of named samples, reason phrases by status.
DATA = re.compile(r"(Set<String> = \[[^\]]*|\[\(name: String[^=]*= \[[^\]]*|\bcase \d{3}(, \d{3})*:\s*(return )?|\b\d{3}: )$")
# Code that opens and closes nothing.
OTHER = re.compile(r'[^/"#()\[\]{},]*')
WORD = re.compile(r"[A-Za-z][A-Za-z -]+")
DECLARATION = re.compile(r"\b(?:var|let|func|case|enum|struct|extension)\s+`?(\w+)")
TYPE = re.compile(r"\b(?:enum|struct|class|actor|extension)\s+([\w.]+)")


class Literal(NamedTuple):
    text: str
    # The function or type that is called with the literal, and the label of the argument; "" without one.
    call: str
    label: str
    # The closest declaration before the literal, and the closest type.
    declaration: str
    type: str
    # The code before the literal, and just behind it.
    before: str
    after: str


def literals(code: str) -> list[Literal]:
    """The string literals of a file, those inside of interpolations too."""
    found: list[Literal] = []
    # The open brackets around the current place: the name before each, and where its current argument begins.
    stack: list[tuple[str, int]] = [("", 0)]
    plain = list(code)

    def string(start: int) -> tuple[int, str]:
        """The end of the literal that begins here, and its text with `…` for interpolations."""
        at = start
        while code[at] == "#":
            at += 1
        hashes, quote = "#" * (at - start), '"""' if code.startswith('"""', at) else '"'
        at += len(quote)
        pieces, mark = "", "\\" + hashes
        while not code.startswith(quote + hashes, at):
            if code.startswith(mark + "(", at):
                at = scan(at + len(mark) + 1, isInner=True)
                pieces += "…"
            elif code.startswith(mark, at):
                escaped = code[at + len(mark)]
                # A backslash at the end of a line joins it with the next one.
                pieces += {"n": "\n", "t": "\t", "\n": "", "r": "\r", "0": "\0"}.get(escaped, escaped)
                at += len(mark) + 1
                if escaped == "u":
                    pieces, at = pieces[:-1], code.index("}", at) + 1
            else:
                pieces += code[at]
                at += 1
        return at + len(quote + hashes), pieces

    def scan(at: int, isInner: bool = False) -> int:
        """Reads code; in an interpolation it ends behind the bracket that closes it."""
        depth = len(stack)
        if isInner:
            stack.append(("", at))
        while at < len(code):
            at = OTHER.match(code, at).end()
            if code.startswith("//", at):
                end = code.find("\n", at) % (len(code) + 1)
                plain[at:end] = " " * (end - at)
                at = end
            elif code.startswith("/*", at):
                end = code.index("*/", at) + 2
                plain[at:end] = " " * (end - at)
                at = end
            elif match := re.compile(r'#*"').match(code, at):
                call, begin = stack[-1]
                argument = "".join(plain[begin:at])
                place = len(found)
                end, text = string(at)
                if is_prose(text) or WORD.fullmatch(text):
                    label = re.match(r"\s*(\w+):(?!:)", argument)
                    head = "".join(plain[max(0, at - 3000):at])
                    names, types = DECLARATION.findall(head), TYPE.findall(head)
                    found.insert(place, Literal(
                        text, call, label[1] if label else "", names[-1] if names else "", types[-1] if types else "", head,
                        code[end:end + 40]))
                plain[at:end] = '"' * (end - at)
                at = end
            elif at < len(code):
                char = code[at]
                if char in "([{":
                    name = re.search(r"(\w+)[?!]?$", code[max(0, at - 60):at])
                    stack.append((name[1] if name and char == "(" else stack[-1][0] if char == "[" else "", at + 1))
                elif char in ")]}" and len(stack) > 1:
                    stack.pop()
                    if isInner and len(stack) == depth:
                        return at + 1
                elif char == ",":
                    stack[-1] = (stack[-1][0], at + 1)
                at += 1
        return at

    scan(0)
    return found


def is_prose(text: str) -> bool:
    """At least two words, or one word beside an interpolation; words of formats, such as `%d` or `charset=utf-8`, are none."""
    words = re.findall(r"(?<![\w…/=.$<>-])[A-Za-z][a-z’']+(?![\w=/])", text)
    isList = len(words) >= 12 and not SMALL_WORDS.search(text)
    return bool(words) and " " in text.strip("\n") and not isList


def is_for_programs(literal: Literal) -> bool:
    """Whether no user sees the literal: it is compared, looked for, or handed to a program."""
    return (
        literal.call in PROGRAM_CALLS
        or literal.label in PROGRAM_LABELS
        or bool(FOREIGN.search(literal.text))
        or bool(HEADERS.match(literal.text))
        # A comparison, a pattern of a switch, the key of a dictionary.
        or bool(re.search(r"(?:[!=]=|\bcase|~=|\bimport)\s*$", literal.before[-40:]))
        or bool(re.match(r"\s*(?:[!=]=|\.(?:split|components)\()", literal.after))
        or bool(DATA.search(literal.before))
    )


def is_short_text(literal: Literal) -> bool:
    if not WORD.fullmatch(literal.text):
        return False
    isTitle = literal.label in SHORT_TEXTS or (not literal.call and literal.declaration in SHORT_TEXTS)
    isValue = bool(TITLE_ENUMS.search(literal.type)) and bool(re.search(r"(?:\bcase|,)\s+`?\w+`?\s*=\s*$", literal.before[-80:]))
    return isTitle or isValue


def texts(path: Path) -> set[str]:
    found = [
        one for one in literals(path.read_text(encoding="utf-8"))
        if not is_for_programs(one) and (is_prose(one.text) or is_short_text(one))
    ]
    # A line for each text, without its indentation. Nothing in it may end the block that it stands in, or look like a link.
    return {re.sub(r"\s*\n\s*", " ⏎ ", one.text.strip()).replace("\t", "⇥").replace("```", "'''").replace("](", "] (") for one in found}


def page(root: Path) -> str:
    lines = [
        "# Messages",
        "",
        "All texts that users can see, with their files: notices, help, hints, errors, titles. `…` stands for a value, ⏎ for a new line.",
        "`make messages` writes this page, and prints the difference to another state.",
    ]
    files = sorted(path for folder in ("Sources", "Demo") for path in (root / folder).rglob("*.swift"))
    areas: dict[str, list[str]] = {title: [] for _, title in AREAS}
    for path in files:
        name = str(path.relative_to(root))
        folder, title = next((one for one in AREAS if name.startswith(one[0] + "/")), ("", AREAS[-2][1]))
        areas[title] += [f"{name.removeprefix(folder + '/')}: {text}" for text in sorted(texts(path))]
    lines.insert(4, f"There are {sum(map(len, areas.values())):,} of them.")
    for folder, title in AREAS:
        if areas[title]:
            lines += ["", f"## {title}", "", f"In {folder}:", "", "```", *areas[title], "```"]
    return "\n".join(lines) + "\n"


def page_of(revision: str) -> str:
    """The list as it was at a revision."""
    with tempfile.TemporaryDirectory() as folder:
        archived = subprocess.run(["git", "-C", str(ROOT), "archive", revision, "Sources", "Demo"], stdout=subprocess.PIPE)
        if archived.returncode:
            sys.exit(f"git has no sources of {revision}: name another revision with SINCE=REV")
        tarfile.open(fileobj=io.BytesIO(archived.stdout)).extractall(folder)
        return page(Path(folder))


def main() -> None:
    arguments = sys.argv[1:]
    if arguments and (len(arguments) != 2 or arguments[0] != "--since"):
        sys.exit(__doc__)
    text = page(ROOT)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text, encoding="utf-8")
    if arguments:
        old = page_of(arguments[1])
        lines = difflib.unified_diff(old.splitlines(), text.splitlines(), n=0, lineterm="")
        changed = [line for line in lines if line[:3] not in ("---", "+++") and not line.startswith("@@")]
        print("\n".join([*changed, f"{len(changed)} lines differ from {arguments[1]}; the whole list is in {PAGE.relative_to(ROOT)}"]))


if __name__ == "__main__":
    main()
