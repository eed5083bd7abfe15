"""Small bodies that unpack to much, many at a time: the memory stays below the queue's and a fixed allowance."""

import contextlib
import gzip
import shutil
import subprocess

from herald_tools.faults.strangers.connections import Trickle
from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.strangers.speech import Crowd, expect_explained

SETTINGS = {"queueBytes": 16 << 20}
_SENDERS, _MANY_SENDERS = 6, 24
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
    _send_bombs(scene, _SENDERS)


def many_packed_bodies(scene: Scene) -> None:
    """As before, by so many that the machine is busy with nothing else."""
    _send_bombs(scene, _MANY_SENDERS)


def _send_bombs(scene: Scene, many: int) -> None:
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

    people = scene.strangers(many)
    with Crowd(many, send) as crowd:
        scene.expect_service()
    scene.world.count("bombs", crowd.done)


def announced_lengths(scene: Scene) -> None:
    """Bodies that are announced up to the limit and come byte by byte: nothing is held for a word."""
    length = scene.dice.choice([16 << 20, 8 << 20, 2 << 20, 1 << 20, (1 << 20) + 1])
    head = (
        f"POST /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {scene.server.key}\r\n"
        f"Content-Type: {_LINES}\r\nContent-Length: {length}\r\n\r\n"
    ).encode()
    trickle = Trickle(scene.strangers(24), head)
    with contextlib.closing(trickle), Crowd(1, lambda _: trickle.turn()):
        scene.expect_service(rounds=10)
    scene.world.count("announced bodies", len(trickle.strangers))
