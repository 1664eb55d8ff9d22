"""A service that writes down each request it has read whole, before it answers: what is in the file was received, whatever became of it since.

once.py PORT LOG: POST /n/NUMBER is noted; its field X-Do says what follows: ok, close (no byte of a response, then the end), slow (after 60 ms).
POST /r/NUMBER is redirected by X-Status to X-To, and not noted. Anything else is answered. It ends with its standard input.
"""
import os
import selectors
import socket
import sys
import time

selector = selectors.DefaultSelector()
log = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(("127.0.0.1", int(sys.argv[1])))
listener.listen(512)
listener.setblocking(False)
selector.register(listener, selectors.EVENT_READ, None)
selector.register(0, selectors.EVENT_READ, None)
late = []


def answer(connection: socket.socket, status: int = 200, fields: str = "") -> None:
    try:
        connection.sendall(f"HTTP/1.1 {status} OK\r\n{fields}Content-Length: 2\r\n\r\nok".encode())
    except OSError:
        pass


def end(connection: socket.socket) -> None:
    selector.unregister(connection)
    connection.close()


def serve(connection: socket.socket, head: str) -> bool:
    """Whether the connection stays open."""
    path = head.split(" ", 2)[1]
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head.split("\r\n")[1:])}
    if path.startswith("/r/"):
        answer(connection, int(fields["x-status"]), f"Location: {fields['x-to']}\r\n")
        return True
    if path.startswith("/n/"):
        os.write(log, f"{path[3:]}\n".encode())
    what = fields.get("x-do", "ok")
    if what == "close":
        return False
    if what == "slow":
        late.append((time.monotonic() + 0.06, connection))
    else:
        answer(connection)
    return True


def read(connection: socket.socket, buffer: bytearray) -> None:
    try:
        piece = connection.recv(65536)
    except BlockingIOError:
        return
    except OSError:
        piece = b""
    if not piece:
        return end(connection)
    buffer += piece
    while (place := buffer.find(b"\r\n\r\n")) >= 0:
        head = bytes(buffer[:place]).decode("latin-1")
        lengths = [line.split(":")[1] for line in head.split("\r\n") if line.lower().startswith("content-length:")]
        total = place + 4 + int(lengths[0] if lengths else 0)
        if len(buffer) < total:
            return
        del buffer[:total]
        if not serve(connection, head):
            return end(connection)


while True:
    wait = max(0.0, late[0][0] - time.monotonic()) if late else None
    for key, _ in selector.select(wait):
        if key.fd == 0:
            if not os.read(0, 1):
                sys.exit(0)
        elif key.data is None:
            try:
                connection, _ = listener.accept()
            except OSError:
                continue
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(connection, selectors.EVENT_READ, bytearray())
        else:
            read(key.fileobj, key.data)
    while late and late[0][0] <= time.monotonic():
        answer(late.pop(0)[1])
