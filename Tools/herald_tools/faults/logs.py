"""The logs that a case is about."""

import contextlib
import json
import random

from herald_tools.oracle.generate import generate


def some_lines(dice: random.Random, most: int = 30) -> list[bytes]:
    """The lines of a valid log of one to three installations."""
    seed, events, streams = dice.randint(1, 10**6), dice.randint(2, most), dice.randint(1, 3)
    first: dict[tuple[str, str], bytes] = {}
    for line in generate(seed, events, streams).split(b"\n"):
        # A repeated event is stored once, and a torn last line is none.
        with contextlib.suppress(ValueError):
            first.setdefault(identity(line), line)
    return list(first.values())


def identity(line: bytes) -> tuple[str, str]:
    event = json.loads(line)
    return event["source"], event["id"]


def text(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def acknowledged(output: bytes, lines: list[bytes]) -> list[bytes]:
    """The first lines, as many as an append acknowledged: it prints an id a line, in order."""
    return lines[: output.count(b"\n")]
