"""Connections that trickle, say nothing or read nothing: everybody else is answered, and they are cut off."""

import contextlib
import socket
import time
from dataclasses import dataclass, field

from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.strangers.speech import BOUND, Crowd, Stranger
from herald_tools.faults.world import expect

_PLACES = 24
_MANY = 60  # more than there are places
_TURN = 0.2  # seconds between two bytes of each connection


@dataclass
class Trickle:
    """Connections that send a beginning, then a byte now and then. Those that are cut begin again."""

    strangers: list[Stranger]
    beginning: bytes
    # What comes byte by byte; nothing for a connection that only stays.
    rest: bytes = b"x"
    open: list[socket.socket] = field(default_factory=list)

    def turn(self, begins: bool = True) -> None:
        """Sends a byte on each connection, and opens those that are missing."""
        kept = []
        for connection in self.open:
            try:
                if self.rest:
                    connection.sendall(self.rest)
                kept.append(connection)
            except OSError:
                connection.close()
        self.open = kept
        if begins:
            with contextlib.suppress(OSError):
                for stranger in self.strangers[len(self.open) :]:
                    connection = stranger.connect()
                    connection.setblocking(False)
                    self.open.append(connection)
                    connection.sendall(self.beginning)
        time.sleep(_TURN)

    def is_cut(self) -> bool:
        """True when the server has ended every connection, whether or not its owner goes on sending."""
        self.open = [connection for connection in self.open if not _is_ended(connection)]
        return not self.open

    def close(self) -> None:
        for connection in self.open:
            connection.close()


def _is_ended(connection: socket.socket) -> bool:
    try:
        while connection.recv(1 << 16):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    connection.close()
    return True


def _bodies(scene: Scene) -> dict[str, bytes]:
    """Heads of requests whose bodies will trickle: of paths that take one, of others, after a refusal."""
    length = scene.dice.choice([64, 4000, 1 << 20, 20 << 20])
    key = f"Authorization: Bearer {scene.server.key}\r\nContent-Type: application/x-ndjson\r\n"
    size = scene.dice.choice([f"Content-Length: {length}\r\n", "Transfer-Encoding: chunked\r\n"])
    host = "HTTP/1.1\r\nHost: x\r\n"
    return {
        "GET /livez": f"GET /livez {host}{size}\r\n".encode(),
        "POST /sign-in": f"POST /sign-in {host}{size}\r\n".encode(),
        "a refused POST": f"POST /v1/events {host}{size}\r\n".encode(),
        "a POST with the key": f"POST /v1/events {host}{key}{size}\r\n".encode(),
        "a POST to nowhere": f"POST /nowhere {host}{size}\r\n".encode(),
    }


def trickled_bodies(scene: Scene) -> None:
    """Bodies that come byte by byte, on more connections than there are places."""
    heads = list(_bodies(scene).values())
    head = scene.dice.choice(heads)
    # The bytes of a chunk are as good as those of a plain body.
    rest = b"1\r\nx\r\n" if b"chunked" in head else b"x"
    _hold(scene, Trickle(scene.strangers(_MANY), head, rest))


def trickled_heads(scene: Scene) -> None:
    """Heads that never end."""
    beginning = scene.dice.choice([b"", b"G", b"GET /livez HTTP/1.1\r\nHost: x\r\n", b"POST /v1/events HTTP/1.1\r\nX"])
    _hold(scene, Trickle(scene.strangers(_MANY), beginning))


def silence(scene: Scene) -> None:
    """Connections that say nothing, or half of a request, and stay."""
    beginning = scene.dice.choice([b"", b"GET /li", *_bodies(scene).values()])
    _hold(scene, Trickle(scene.strangers(_MANY), beginning, b""))


def _hold(scene: Scene, trickle: Trickle) -> None:
    with contextlib.closing(trickle), Crowd(1, lambda _: trickle.turn()):
        scene.expect_service()
    scene.world.count("connections that trickle", _MANY)


def long_trickle(scene: Scene) -> None:
    """As the others, until each connection was cut off, although its owner goes on."""
    heads = [*_bodies(scene).values(), b"GET /livez HTTP/1.1\r\nX-A: "]
    head = scene.dice.choice(heads)
    trickle = Trickle(scene.strangers(_PLACES // 2), head, b"1\r\nx\r\n" if b"chunked" in head else b"x")
    until = time.monotonic() + BOUND * 2
    with contextlib.closing(trickle):
        trickle.turn()
        while not trickle.is_cut():
            expect(time.monotonic() < until, f"a trickled request is not cut off in {BOUND * 2:.0f} s: {head[:40]!r}")
            trickle.turn(begins=False)
        scene.expect_service()


def unread_answers(scene: Scene) -> None:
    """Connections that ask for much, again and again, and read nothing of it."""
    paths = ["/v1/openapi.json", "/sign-in", "/nowhere", "/v1/live"]
    path = scene.dice.choice(paths)
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {scene.server.token}\r\n\r\n".encode()
    # A token is in one hand.
    people = [scene.stranger()] * (_PLACES * 2)
    unread = [stranger.connect(4096) for stranger in people]
    for connection in unread:
        connection.setblocking(False)
        # More requests than the system takes are not wanted.
        with contextlib.suppress(OSError):
            connection.send(head * 200)
    try:
        scene.expect_service()
    finally:
        for connection in unread:
            connection.close()
    scene.world.count("connections that read nothing", len(unread))


PLACES = {"connections": _PLACES, "headSeconds": 2, "idleSeconds": 4}
