"""Tokens that are revoked or expire while they are used: nothing more is given for them."""

import json
import socket
import time
from datetime import datetime, timedelta, timezone

from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.strangers.speech import BOUND
from herald_tools.faults.world import expect
from herald_tools.serve.lines import stream
from herald_tools.serve.running import APP


def a_listener_who_left(scene: Scene) -> None:
    """A token ends while somebody listens with it: the stream ends, and no event comes that was stored afterwards."""
    server = scene.server
    expires = scene.dice.random() < 0.4
    end = (datetime.now(timezone.utc) + timedelta(seconds=3)).strftime("%Y-%m-%dT%H:%M:%SZ")
    words = ("token", "new", "--data", server.folder, "--role", "read", "--app", APP, "--name", "left")
    made = json.loads(server.command(*words, *(("--expires", end) if expires else ()), "--format", "json"))
    head = f"GET /v1/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {made['token']}\r\n\r\n"
    with scene.stranger().connect() as connection:
        connection.sendall(head.encode())
        expect(connection.recv(4096).startswith(b"HTTP/1.1 200"), "nobody can listen")
        if not expires:
            server.command("token", "revoke", "--data", server.folder, made["id"])
        until = time.monotonic() + BOUND
        while server.get("/v1/heads", token=made["token"]).status != 401:
            expect(time.monotonic() < until, "a token that has ended is still taken")
            time.sleep(0.05)
        server.send(stream("/i/secret", 3), token=server.key)
        expect(_ends(connection), f"a stream goes on {BOUND:.0f} s after its token {'expired' if expires else 'went'}")
    scene.expect_service()
    scene.world.count("tokens that ended")


def _ends(connection: socket.socket) -> bool:
    """True where the stream ends, and says nothing of what came after the token."""
    until = time.monotonic() + BOUND
    connection.settimeout(1)
    while time.monotonic() < until:
        try:
            piece = connection.recv(1 << 16)
        except TimeoutError:
            continue
        except OSError:
            return True
        expect(b"/i/secret" not in piece, "a token that has ended is given events that came afterwards")
        if not piece or piece.endswith(b"0\r\n\r\n"):
            return True
    return False
