"""Questions about a log, and their answers as the program prints them in JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from herald_log._program import LogPath, answer


class Answers(Iterable[dict[str, Any]]):
    """Objects of an answer, in its order. They can be gone through several times, and need not fit into memory."""

    def __init__(self, lines: BinaryIO) -> None:
        self._lines = lines

    def __iter__(self) -> Iterator[dict[str, Any]]:
        place = 0
        while True:
            self._lines.seek(place)  # another iteration may have moved it
            lines = self._lines.readlines(_BLOCK)
            if not lines:
                return
            place = self._lines.tell()
            yield from map(json.loads, lines)

    def __repr__(self) -> str:
        return f"<herald_log.Answers of {self._lines.seek(0, 2)} bytes>"


_BLOCK = 1 << 16  # bytes of lines that are read at once


def why(log: LogPath, *, source: str | None = None, revision: int | None = None) -> dict[str, Any]:
    """Why a prompt was shown, or none: what `herald why --format json` prints.

    `source` is the installation: its name, a user, or a part of its name that no other has; a log of one needs none.
    `revision` is the event to explain, by default the last prompt that was shown.

    Raises `HeraldError`: no log, no such installation, no such event, no prompt.
    """
    asked = [f"--source={source}"] if source is not None else []
    asked += [f"--revision={revision}"] if revision is not None else []
    with answer("why", *asked, "--format=json", log=log) as printed:
        said: dict[str, Any] = json.load(printed)
    return said


def find(log: LogPath, *, where: str) -> Answers:
    """The installations for which a condition holds at the end of the log, those with the newest events first.

    `where` is a condition such as `visible.rule == update:7`; `herald help find` has the language. Each object is a
    line of `herald find --format json`, without the summary that ends it. Where none is found there is no object.

    Raises `HeraldError`: no log, no condition.
    """
    found = answer("find", f"--where={where}", "--format=json", log=log, agrees=_found_none)
    found.truncate(_summary(found))
    return Answers(found)


def decisions(log: LogPath) -> Answers:
    """Each decision of a log, those that showed nothing too: the lines of `herald replay --decisions --format json`.

    Raises `HeraldError`: no log.
    """
    return Answers(answer("replay", "--decisions", "--format=json", log=log))


def _found_none(status: int, printed: BinaryIO) -> bool:
    """True where a search ended with the status that says so, after its summary."""
    return status == 2 and _summary(printed) == 0 and printed.seek(0, 2) > 0


def _summary(printed: BinaryIO) -> int:
    """The place at which the last line begins."""
    place = max(0, printed.seek(0, 2) - 1)  # without the last newline
    while place > 0:
        start = max(0, place - _BLOCK)
        printed.seek(start)
        newline = printed.read(place - start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        place = start
    return 0
