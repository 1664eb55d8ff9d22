# The frame of the two servers with planted faults: their arguments, the count of their requests, the faults that were shown.
#
# GET /__count, which no description mentions, answers {"requests": N, "shown": {"F1": 17}}: F1 was shown for the first time in
# response to request 17. Requests for the description are not counted.
import argparse
import contextvars
import json
import sys

import uvicorn

UNCOUNTED = ("/openapi.json", "/__count")


class Faults:
    """The ten faults of a server, or none of them."""

    def __init__(self):
        self.planted = True
        self.shown = {}
        self.requests = 0
        self._number = contextvars.ContextVar("number of the request", default=0)

    def breaks(self, fault):
        """Whether the fault is planted. Call it only where the response shows the fault if it is."""
        if self.planted:
            self.shown.setdefault(fault, self._number.get())
        return self.planted

    def count_request(self):
        self.requests += 1
        self._number.set(self.requests)


class Counter:
    """An ASGI application that counts the requests to another one."""

    def __init__(self, app, faults):
        self.app, self.faults = app, faults

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        if scope["path"] not in UNCOUNTED:
            self.faults.count_request()
        if scope["path"] != "/__count":
            return await self.app(scope, receive, send)
        body = json.dumps({"requests": self.faults.requests, "shown": self.faults.shown}).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": body})


def serve(app, faults):
    """Serves an ASGI application on 127.0.0.1, as the command line says, until a signal ends it."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("port", type=int)
    arguments.add_argument("--clean", action="store_true", help="plant no faults")
    options = arguments.parse_args()
    faults.planted = not options.clean
    # Errors of the planted kind would fill the log with their stack traces.
    uvicorn.run(Counter(app, faults), host="127.0.0.1", port=options.port, log_level="critical", lifespan="off")
    print(f"requests: {faults.requests}", file=sys.stderr)


def is_whole_number(text):
    """Whether a text is an integer as JSON writes it. Python's `int` also reads ` 1`, `1_0` and digits of other scripts."""
    digits = text[1:] if text.startswith("-") else text
    return digits.isascii() and digits.isdigit() and len(digits) <= 18
