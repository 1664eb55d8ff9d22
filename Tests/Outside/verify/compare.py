#!/usr/bin/env python3
# Counts the planted faults that tools find, and the requests that they send. Prints a table in Markdown for each server.
#   compare.py [--server fastapi_shop|drf_shop] [--seed N] [TOOL…]
#
# Tools are the names in TOOLS; without one, all of them. Each tool gets a server of its own, with the faults and then without
# them. The servers need the packages of scripts/test-servers.txt, so run this with the Python of .build/venv. EXPLORER_BINARY
# and SCHEMATHESIS_BINARY name the programs; otherwise they come from PATH.
import argparse
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Callable, NamedTuple

HERE = pathlib.Path(__file__).parent
# No tool may take longer for one server, in seconds.
TIME_LIMIT = 300


class Finding(NamedTuple):
    """A report of a tool, in the words that all tools share."""

    endpoint: str  # GET /products/{product_id}
    kind: str  # response, accepted or failed: the kinds of `explorer verify`
    text: str  # what the tool says of it, without the data of the response


class Fault(NamedTuple):
    """A planted fault, and the findings that report it: those of an endpoint and a kind whose text has the pattern."""

    id: str
    endpoint: str
    kind: str
    pattern: str
    words: str

    def is_reported_by(self, finding):
        is_here = (finding.endpoint, finding.kind) == (self.endpoint, self.kind)
        return is_here and re.search(self.pattern, finding.text, re.IGNORECASE) is not None


# The same list stands at the head of each server. Only responses have patterns: a server without faults fails nowhere and accepts
# nothing that is forbidden, while tools break several rules in one request, and name any of them.
FAULTS = {
    "fastapi_shop": [
        Fault("F1", "GET /products", "response", r"stock", "an integer is a text, in one row of a list"),
        Fault("F2", "GET /products/{product_id}", "response", r"etag", "a required response header is missing"),
        Fault("F3", "GET /products", "accepted", r"", "a parameter above its maximum is accepted"),
        Fault("F4", "GET /search", "failed", r"", "500 at the maximum of a parameter"),
        Fault("F5", "GET /products/{product_id}/reviews", "response", r"date|written", "a date is no date"),
        Fault("F6", "POST /products", "accepted", r"", "a body without a required member is accepted"),
        Fault("F7", "DELETE /products/{product_id}", "response", r"status|200", "200 with a body in place of 204"),
        Fault("F8", "GET /search", "accepted", r"", "a parameter outside of its enum is accepted"),
        Fault("F9", "GET /orders/{number}", "response", r"margin|additional", "a member that the schema forbids"),
        Fault("F10", "GET /categories", "response", r"html|media type", "another media type"),
    ],
    "drf_shop": [
        Fault("F1", "GET /api/books/{id}/", "response", r"isbn", "a required member is missing, in every third resource"),
        Fault("F2", "GET /api/books/", "response", r"publisher", "null, in one row of a list"),
        Fault("F3", "POST /api/loans/", "response", r"status|202", "202 in place of 201, for ids that exist"),
        Fault("F4", "GET /api/statistics/", "response", r"loans_per_month", "a text in an array of integers"),
        Fault("F5", "POST /api/books/", "failed", r"", "500 for an empty array in a body"),
        Fault("F6", "PATCH /api/books/{id}/", "accepted", r"", "a member below its minimum is accepted"),
        Fault("F7", "POST /api/members/", "accepted", r"", "a text above its maxLength is accepted"),
        Fault("F8", "GET /api/books/search/", "accepted", r"", "a request without a required parameter is accepted"),
        Fault("F9", "GET /api/loans/{id}/", "response", r"state|lost", "a value outside of its enum, in one resource"),
        Fault("F10", "GET /api/members/{id}/", "response", r"detail", "the body of 404 has another form"),
    ],
}


# MARK: Tools


def read_schemathesis(report, output):
    """The failed checks in its events (NDJSON)."""
    kinds = {"negative_data_rejection": "accepted", "not_a_server_error": "failed"}
    for line in report.read_text().splitlines():
        checks = json.loads(line).get("ScenarioFinished", {}).get("recorder", {}).get("checks", {})
        for check in [check for checks_of_case in checks.values() for check in checks_of_case]:
            if check["status"] != "failure":
                continue
            failure = check["failure_info"]["failure"]
            # A server error is also an undocumented status: the same finding twice.
            if check["name"] == "status_code_conformance" and failure["message"].startswith("Received: 5"):
                continue
            # The schema and the value below its pointer are data.
            text = re.split(r":\n\n {4}|\nValue:", failure["message"])[0]
            yield Finding(failure["operation"], kinds.get(check["name"], "response"), f"{check['name']}: {text}")


def read_explorer(report, output):
    """The findings of its JSON report (docs/SCRIPTING.md)."""
    for endpoint in json.loads(output)["endpoints"]:
        for finding in endpoint["findings"]:
            rule = (finding["rule"] or {}).get("pointer", "")
            parts = [finding["place"], finding["message"], finding["came"] or "", finding["case"], rule]
            yield Finding(f"{endpoint['method']} {endpoint['path']}", finding["kind"], " · ".join(filter(None, parts)))


class Tool(NamedTuple):
    """A program; {url} is the server's address, {report} a file that it may write, and {seed} a number."""

    command: list
    read: Callable
    # The codes of a run that has ended as it should: without findings, and with them.
    codes: tuple


TOOLS = {
    "schemathesis": Tool(
        [
            os.environ.get("SCHEMATHESIS_BINARY", "schemathesis"), "run", "{url}/openapi.json", "--checks", "all",
            "--mode", "all", "--seed", "{seed}", "--max-examples", "50", "--continue-on-failure",
            "--generation-database", "none", "--report", "ndjson", "--report-ndjson-path", "{report}", "--no-color",
        ], read_schemathesis, (0, 1)),
    "explorer": Tool(
        [
            os.environ.get("EXPLORER_BINARY", "explorer"), "verify", "{url}/openapi.json", "--negative", "--unsafe",
            "--seed", "{seed}", "--format", "json",
        ], read_explorer, (0, 65)),
}


# MARK: Runs


class Result(NamedTuple):
    findings: list  # without repetitions, in the order of the report
    requests: int
    shown: dict  # of a fault: the number of the request whose response showed it first


def run_tool(tool, server, folder, seed, is_clean):
    """Runs a tool against a server that was started for it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    arguments = [sys.executable, "-B", str(HERE / f"{server}.py"), str(port)] + (["--clean"] if is_clean else [])
    process = subprocess.Popen(arguments, stderr=subprocess.DEVNULL)
    try:
        read_count(url)
        report = folder / "report"
        report.unlink(missing_ok=True)
        command = [part.format(url=url, report=report, seed=seed) for part in tool.command]
        environment = os.environ | {"HOME": str(folder)}
        run = subprocess.run(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIME_LIMIT)
        if run.returncode not in tool.codes:
            sys.exit(f"{command[0]} ended with {run.returncode}:\n{run.stdout[-2000:]}\n{run.stderr[-2000:]}")
        count = read_count(url)
        findings = list(dict.fromkeys(tool.read(report, run.stdout)))
        return Result(findings, count["requests"], count["shown"])
    finally:
        process.terminate()
        process.wait()


def read_count(url):
    """The counts of a server, as soon as it listens."""
    end = time.monotonic() + 20
    while True:
        try:
            with urllib.request.urlopen(f"{url}/__count") as response:
                return json.load(response)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


# MARK: The table


def word_of(fault, result):
    first = result.shown.get(fault.id)
    if any(fault.is_reported_by(finding) for finding in result.findings):
        return f"found, request {first}"
    return "not reached" if first is None else f"missed, shown in request {first}"


def compare(server, tools, seed):
    faults = FAULTS[server]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        broken = [run_tool(TOOLS[tool], server, folder, seed, is_clean=False) for tool in tools]
        clean = [run_tool(TOOLS[tool], server, folder, seed, is_clean=True) for tool in tools]
    others = [
        [finding for finding in result.findings if not any(fault.is_reported_by(finding) for fault in faults)]
        for result in broken
    ]
    print(f"| {server} | endpoint | what breaks | {' | '.join(tools)} |")
    print("| --- " * (3 + len(tools)) + "|")
    for fault in faults:
        cells = [fault.id, f"`{fault.endpoint}`", fault.words] + [word_of(fault, result) for result in broken]
        print(f"| {' | '.join(cells)} |")
    found = [sum(word_of(fault, result).startswith("found") for fault in faults) for result in broken]
    print_row("found", [f"{count} of {len(faults)}" for count in found])
    print_row("requests", [result.requests for result in broken])
    print_row("other findings", [len(findings) for findings in others])
    print_row("findings without faults", [len(result.findings) for result in clean])
    print_row("requests without faults", [result.requests for result in clean])
    for tool, findings, result in zip(tools, others, clean):
        print_list(f"Other findings of {tool}", findings)
        print_list(f"Findings of {tool} without faults", result.findings)
    print()


def print_row(words, cells):
    print(f"| | | {words} | {' | '.join(map(str, cells))} |")


def print_list(title, findings):
    if findings:
        print(f"\n{title}:\n")
    for finding in findings:
        print(f"- `{finding.endpoint}` {finding.kind}: {' '.join(finding.text.split())}")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("tools", nargs="*", metavar="TOOL", help=f"of {', '.join(TOOLS)}; without one, all of them")
    arguments.add_argument("--server", choices=list(FAULTS), help="this server alone")
    arguments.add_argument("--seed", type=int, default=28, help="of the values that tools draw: 28")
    options = arguments.parse_args()
    unknown = set(options.tools) - set(TOOLS)
    if unknown:
        arguments.error(f"unknown tool: {', '.join(sorted(unknown))}")
    for server in [options.server] if options.server else FAULTS:
        compare(server, options.tools or list(TOOLS), options.seed)


if __name__ == "__main__":
    main()
