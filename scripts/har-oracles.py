#!/usr/bin/env python3
"""Other programs' readers and writers of HTTP archives: haralyzer and mitmproxy, for HAROracleTests.

    har-oracles.py haralyzer FILE.har    what haralyzer reads
    har-oracles.py mitmproxy FILE.har    what mitmproxy reads, and that mitmdump opens the file
    har-oracles.py write OUT.har         an archive that mitmdump writes of flows, and what the flows are

Each prints one JSON object per request on a line: method, url, status, and the response's body as base64.
Run it with the Python of an environment that has both packages (scripts/test-archives.txt).
"""

import base64
import json
import os
import subprocess
import sys
import tempfile

JSON_BODY = '{"id": 7, "name": "Zażółć \\"x\\"", "list": [1, 2.50, null]}\n'.encode()

# Method, path, request body, status, type and body of the response. The last one has no response.
FLOWS = [
    ("GET", "/json?page=2", b"", 200, "application/json", JSON_BODY),
    ("GET", "/text", b"", 200, "text/plain; charset=utf-8", "line 1\r\nline 2 é\x7f\n".encode()),
    ("GET", "/binary", b"", 200, "application/octet-stream", bytes(range(256))),
    ("POST", "/empty", b'{"a": 1}', 204, "application/json", b""),
    ("GET", "/missing", b"", 404, "text/html", b"<html><body>no</body></html>"),
    ("GET", "/refused", b"", None, "", b""),
]


def report(method, url, status, body):
    print(json.dumps({"method": method, "url": url, "status": status, "body": base64.b64encode(body).decode()}))


def by_haralyzer(path):
    from haralyzer import HarEntry, HarParser

    parser = HarParser.from_file(path)
    for data in parser.har_data["entries"]:
        entry = HarEntry(data)
        # Raise where the archive lacks what haralyzer needs.
        assert entry.startTime is not None and entry.time >= 0 and entry.timings
        text = data["response"]["content"].get("text", "")
        coded = data["response"]["content"].get("encoding") == "base64"
        body = base64.b64decode(text) if coded else text.encode()
        if body:
            assert entry.response.text == text
        report(entry.request.method, entry.request.url, entry.response.status, body)


def mitmdump(*arguments):
    program = os.path.join(os.path.dirname(sys.executable), "mitmdump")
    with tempfile.TemporaryDirectory() as home:
        options = ["--set", f"confdir={home}", "-n", *arguments]
        done = subprocess.run([program, *options], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        sys.exit(f"mitmdump {' '.join(arguments)}: {done.stdout}{done.stderr}")
    return done.stdout


def by_mitmproxy(path):
    from mitmproxy.io import FlowReader

    shown = mitmdump("-r", path, "--set", "flow_detail=1")
    with open(path, "rb") as file:
        flows = list(FlowReader(file).stream())
    for flow in flows:
        if flow.request.path.split("?")[0] not in shown:
            sys.exit(f"mitmdump does not show {flow.request.path}:\n{shown}")
        report(flow.request.method, flow.request.url, flow.response.status_code, flow.response.content or b"")


def write(path):
    from mitmproxy import connection, flow as flows, http, io

    with tempfile.NamedTemporaryFile(suffix=".flows") as file:
        writer = io.FlowWriter(file)
        for number, (method, target, sent, status, kind, body) in enumerate(FLOWS):
            client = connection.Client(peername=("127.0.0.1", 1), sockname=("127.0.0.1", 2), timestamp_start=0)
            flow = http.HTTPFlow(client, connection.Server(address=("shop.example", 80)))
            headers = {"content-type": "application/json", "authorization": "Bearer hunter22"} if sent else {}
            flow.request = http.Request.make(method, "http://shop.example" + target, sent, headers)
            begin = 1_796_083_200 + number
            flow.request.timestamp_start, flow.request.timestamp_end = begin, begin + 0.001
            if status is None:
                flow.error = flows.Error("connection refused", begin + 0.002)
            else:
                flow.response = http.Response.make(status, body, {"content-type": kind})
                flow.response.timestamp_start, flow.response.timestamp_end = begin + 0.02, begin + 0.03
            writer.add(flow)
            report(method, flow.request.url, status or 0, body)
        file.flush()
        mitmdump("-r", file.name, "--set", f"hardump={path}")


if __name__ == "__main__":
    commands = {"haralyzer": by_haralyzer, "mitmproxy": by_mitmproxy, "write": write}
    if len(sys.argv) != 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](sys.argv[2])
