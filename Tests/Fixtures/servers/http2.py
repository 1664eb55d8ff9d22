"""http2.py PORT FOLDER [tls|plain]: an HTTP/2 server that records all it sees in FOLDER/log, a JSON object a line with the monotonic time.

What it does is named by the path:
  /slow               nothing, ever
  /hang               a head and a piece of body, then nothing
  /body/N             N bytes
  /headers/N          N fields of 900 bytes, and a length
  /refuse/KEY         REFUSED_STREAM to the first request of that key, then a response
  /goaway/KEY         GOAWAY with the last stream before this one, to the first request of that key, and the end of the connection
  /die/KEY            the end of the connection when the first request of that key arrives
  /early              413 as soon as the head is there, then RST_STREAM(NO_ERROR)
  /misdirected/KEY    421 to the first request of that key
  /calm               ENHANCE_YOUR_CALM
"""
import json
import os
import socket
import ssl
import subprocess
import sys
import threading
import time

import h2.config
import h2.connection
import h2.events
from h2.errors import ErrorCodes

PORT, FOLDER, MODE = int(sys.argv[1]), sys.argv[2], (sys.argv[3:] or ["tls"])[0]
LOCK = threading.Lock()
LOG = open(os.path.join(FOLDER, "log"), "a", buffering=1)
SEEN = set()


def note(connection, event, **more):
    with LOCK:
        LOG.write(json.dumps({"time": time.monotonic(), "connection": connection, "event": event, **more}) + "\n")


def is_first(key):
    with LOCK:
        if key in SEEN:
            return False
        SEEN.add(key)
        return True


class Connection:
    def __init__(self, number, sock):
        self.number, self.sock = number, sock
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.paths, self.waiting, self.is_over = {}, {}, False

    def run(self):
        note(self.number, "opened")
        try:
            self.h2.initiate_connection()
            self.flush()
            while not self.is_over:
                data = self.sock.recv(65536)
                if not data:
                    break
                for event in self.h2.receive_data(data):
                    self.handle(event)
                self.flush()
        except (OSError, h2.exceptions.ProtocolError) as error:
            note(self.number, "error", words=repr(error))
        finally:
            note(self.number, "closed")
            try:
                self.sock.close()
            except OSError:
                pass

    def flush(self):
        data = self.h2.data_to_send()
        if data:
            self.sock.sendall(data)

    def handle(self, event):
        if isinstance(event, h2.events.RequestReceived):
            fields = dict(event.headers)
            self.paths[event.stream_id] = fields[":path"]
            note(self.number, "request", stream=event.stream_id, method=fields[":method"], path=fields[":path"])
            self.respond(event.stream_id, fields[":path"])
        elif isinstance(event, h2.events.StreamReset):
            note(self.number, "reset", stream=event.stream_id, code=int(event.error_code), path=self.paths.get(event.stream_id))
        elif isinstance(event, h2.events.DataReceived):
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, (h2.events.WindowUpdated, h2.events.StreamEnded)):
            for stream in list(self.waiting):
                self.send(stream)

    def head(self, stream, status=200, fields=(), ends=False):
        self.h2.send_headers(stream, [(":status", str(status)), ("content-type", "text/plain"), *fields], end_stream=ends)

    def respond(self, stream, path):
        parts = path.split("?")[0].strip("/").split("/")
        kind, rest = parts[0], "/".join(parts[1:])
        if kind == "slow":
            return
        if kind == "hang":
            self.head(stream)
            self.h2.send_data(stream, b"beginning")
        elif kind == "headers":
            many = [("x-field-%d" % number, "v" * 900) for number in range(int(rest))]
            self.head(stream, fields=[("content-length", "2"), *many])
            self.h2.send_data(stream, b"ok", end_stream=True)
        elif kind == "refuse" and is_first(path):
            self.h2.reset_stream(stream, ErrorCodes.REFUSED_STREAM)
        elif kind == "goaway" and is_first(path):
            self.h2.close_connection(ErrorCodes.NO_ERROR, last_stream_id=stream - 2 if stream > 1 else 0)
            self.is_over = True
        elif kind == "die" and is_first(path):
            self.is_over = True
        elif kind == "calm":
            self.h2.reset_stream(stream, ErrorCodes.ENHANCE_YOUR_CALM)
        elif kind == "early":
            self.head(stream, 413)
            self.h2.send_data(stream, b"too large", end_stream=True)
            self.h2.reset_stream(stream, ErrorCodes.NO_ERROR)
        elif kind == "misdirected" and is_first(path):
            self.head(stream, 421, ends=True)
        else:
            self.head(stream)
            self.waiting[stream] = b"x" * int(rest) if kind == "body" else b"ok"
            self.send(stream)

    def send(self, stream):
        """As much of the stream's body as the windows allow."""
        body = self.waiting.pop(stream)
        try:
            while body:
                room = min(self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size, len(body))
                if room <= 0:
                    self.waiting[stream] = body
                    return
                self.h2.send_data(stream, body[:room])
                body = body[room:]
            self.h2.end_stream(stream)
        except h2.exceptions.ProtocolError:
            # The stream was reset meanwhile.
            pass


def context():
    certificate, key = os.path.join(FOLDER, "cert.pem"), os.path.join(FOLDER, "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate, key)
    made.set_alpn_protocols(["h2"])
    return made


def serve(number, sock, secure):
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        Connection(number, secure.wrap_socket(sock, server_side=True) if secure else sock).run()
    except OSError:
        sock.close()


def main():
    secure = context() if MODE == "tls" else None
    listener = socket.create_server(("127.0.0.1", PORT), backlog=256)
    number = 0
    while True:
        sock, _ = listener.accept()
        number += 1
        threading.Thread(target=serve, args=(number, sock, secure), daemon=True).start()


main()
