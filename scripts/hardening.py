#!/usr/bin/env python3
# Checks how the programs were linked: what an attacker who can write beside them or into their memory would look for.
# `scripts/hardening.py PROGRAM…` prints a line for each property and fails when one is missing.

import re
import subprocess
import sys


def readelf(option, program):
    return subprocess.run(["readelf", "--wide", option, program], capture_output=True, text=True, check=True).stdout


def properties(program):
    """Each property: its name, whether the program has it, and what was seen."""
    header, segments = readelf("--file-header", program), readelf("--program-headers", program)
    dynamic, symbols = readelf("--dynamic", program), readelf("--dyn-syms", program)
    flags = " ".join(re.findall(r"\((?:FLAGS|FLAGS_1)\)\s+(?:Flags:)?\s*(.*)", dynamic))
    stack = re.search(r"GNU_STACK\s.*?\s(R?W?E?)\s+(?:0x[0-9a-f]+|0)\s*$", segments, re.MULTILINE)
    checked = sorted({name for name in re.findall(r"\b(__\w+_chk)@", symbols) if name != "__stack_chk_fail"})
    paths = re.findall(r"\((?:RUNPATH|RPATH)\)\s+(.*)", dynamic)
    yield "PIE", "Type:" in header and re.search(r"Type:\s+DYN", header) is not None, "position-independent"
    yield "NX", stack is not None and "E" not in stack.group(1), f"stack {stack.group(1) if stack else 'unknown'}"
    yield "RELRO", "GNU_RELRO" in segments, "segment"
    yield "BIND_NOW", "NOW" in flags.split() or "BIND_NOW" in flags or "(BIND_NOW)" in dynamic, flags.strip() or "no flags"
    yield "no RUNPATH", not paths, ", ".join(paths) or "none"
    yield "stack protector", "__stack_chk_fail" in symbols, "__stack_chk_fail"
    if program.endswith("explorer"):  # the other program has no C of this project
        yield "FORTIFY", bool(checked), f"{len(checked)} functions: {', '.join(checked[:6])}"
    yield "no TEXTREL", "TEXTREL" not in dynamic, "text is not written to"


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: scripts/hardening.py PROGRAM…")
    failed = False
    for program in sys.argv[1:]:
        for name, holds, seen in properties(program):
            failed = failed or not holds
            print(f"{program}\t{'yes' if holds else 'NO'}\t{name}\t{seen}")
    if failed:
        sys.exit("a program is not linked as the Makefile's RELEASE asks for")


main()
