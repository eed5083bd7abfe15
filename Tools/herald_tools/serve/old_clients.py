"""Clients that speak HTTP/1.0, which knows no chunks."""

import socket

from herald_tools.patience import PATIENCE
from herald_tools.serve.lines import stream
from herald_tools.serve.running import Server, expect


def answers_old_clients(server: Server) -> None:
    """A client that speaks HTTP/1.0 gets its answers without chunks, and the end of the connection is their end."""
    expect(server.send(stream("/i/old-client", 3)).status, 200, "sending")
    for path in ("/v1/tables/events?format=jsonl", "/v1/heads", "/v1/openapi.json"):
        head, body = _old(server, path)
        expect(head.split(b"\r\n")[0], b"HTTP/1.0 200 OK", "the status line")
        expect(b"transfer-encoding" in head.lower(), False, "whether it is in chunks")
        expect(body, server.get(path).body, f"the body of {path}")
    with _asked(server, "/v1/live") as connection:
        begin = b""
        while b": live" not in begin:
            begin += connection.recv(4096)
        expect(begin.split(b"\r\n\r\n", 1)[1], b": live\n\n", "the beginning of the events")


def _asked(server: Server, path: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    connection.sendall(f"GET {path} HTTP/1.0\r\nAuthorization: Bearer {server.token}\r\n\r\n".encode())
    return connection


def _old(server: Server, path: str) -> tuple[bytes, bytes]:
    with _asked(server, path) as connection:
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


CASES = [answers_old_clients]
