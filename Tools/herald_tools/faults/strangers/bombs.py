"""Small bodies that unpack to much, many at a time: the memory stays below the queue's and a fixed allowance."""

import gzip
import shutil
import subprocess

from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.strangers.speech import Crowd, expect_explained

SETTINGS = {"queueBytes": 16 << 20}
_SENDERS = 8
_LINES = "application/x-ndjson"
_BATCH = "application/cloudevents-batch+json"


def _plain(scene: Scene) -> tuple[str, bytes, str]:
    """What a bomb is called, what it unpacks to, and how its body is announced."""
    size = scene.dice.choice([1, 6, 15, 19, 25]) << 20
    bombs = {
        "bad lines": (b"x\n", _LINES),
        "empty lines": (b"\n", _LINES),
        "one line": (b"x", _LINES),
        "short objects": (b"{}\n", _LINES),
        "a wide array": (b"0,", _BATCH),
        "a wide object": (b'"":0,', _BATCH),
        "objects": (b"{},", _BATCH),
        "a deep array": (b"[", _BATCH),
        "strings": (b'"",', _BATCH),
        "escapes": (b"\\u0061", _BATCH),
    }
    name = scene.dice.choice(sorted(bombs))
    piece, kind = bombs[name]
    opening = {"a wide object": b"[{", "escapes": b'["'}.get(name, b"[") if kind == _BATCH else b""
    return f"{name}, {size >> 20} MiB", opening + piece * (size // len(piece)), kind


def packed_bodies(scene: Scene) -> None:
    """Bombs in gzip and zstd, whole, cut off, or several after one another."""
    name, plain, kind = _plain(scene)
    zstd = shutil.which("zstd")
    if zstd and scene.dice.random() < 0.4:
        encoding, packed = (
            "zstd",
            subprocess.run([zstd, "-q", "-1"], input=plain, capture_output=True, check=True).stdout,
        )
    else:
        encoding, packed = "gzip", gzip.compress(plain, 6)
    shape = scene.dice.choice(["whole", "whole", "cut", "twice"])
    body = {"whole": packed, "cut": packed[: len(packed) * 2 // 3], "twice": packed * 2}[shape]
    headers = {"Content-Type": kind, "Content-Encoding": encoding}

    def send(number: int) -> None:
        stranger = people[number]
        answer = stranger.ask("POST", "/v1/events", token=scene.server.key, headers=headers, body=body)
        expect_explained(answer, f"a bomb ({name}, {encoding}, {shape})")

    people = scene.strangers(_SENDERS)
    with Crowd(_SENDERS, send) as crowd:
        scene.expect_service()
        scene.expect_service()
    scene.world.count("bombs", crowd.done)


def announced_lengths(scene: Scene) -> None:
    """Bodies that are announced up to the limit and do not come: nothing is held for a word."""
    length = scene.dice.choice([20 << 20, (20 << 20) - 1, 16 << 20, 8 << 20])
    head = (
        f"POST /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {scene.server.key}\r\n"
        f"Content-Type: {_LINES}\r\nContent-Length: {length}\r\n\r\nx"
    ).encode()
    open_ones = [stranger.connect() for stranger in scene.strangers(16)]
    try:
        for connection in open_ones:
            connection.sendall(head)
        scene.expect_service()
    finally:
        for connection in open_ones:
            connection.close()
    scene.world.count("announced bodies", len(open_ones))
