"""Versions: numbers of any size, a pre-release of Semantic Versioning, build metadata, a build number (section 4)."""

from __future__ import annotations

import re
from functools import lru_cache

from herald_tools.contract.text import normalize

_NUMERIC = r"(?:0|[1-9][0-9]*)"
_WORD = r"(?:[0-9]*[a-z-][0-9a-z-]*)"
_PRE = rf"(?:{_NUMERIC}|{_WORD})"
_VERSION = re.compile(
    rf"([+-]?)([0-9]+(?:\.[0-9]+)*)(?:-({_PRE}(?:\.{_PRE})*))?(?:\+[0-9a-z-]+(?:\.[0-9a-z-]+)*)?"
    r"(?:\([0-9]+(?:\.[0-9]+)*\))?"
)


class Version:
    """A version that can be compared; two may be equal though written differently."""

    __slots__ = ("numbers", "pre")

    def __init__(self, numbers: list[int], pre: list[str] | None) -> None:
        self.numbers = numbers
        self.pre = pre

    def compare(self, other: Version) -> int:
        """-1, 0 or 1."""
        length = max(len(self.numbers), len(other.numbers))
        mine, theirs = _padded(self.numbers, length), _padded(other.numbers, length)
        if mine != theirs:
            return -1 if mine < theirs else 1
        return _sign(_pre_key(self.pre), _pre_key(other.pre))

    def __lt__(self, other: Version) -> bool:
        return self.compare(other) < 0


@lru_cache(maxsize=8192)
def read_version(text: str | None) -> Version | None:
    """The version that a text is after normalization; None for any other text."""
    match = _VERSION.fullmatch(normalize(text))
    if not match:
        return None
    numbers = [int(part) for part in match[2].split(".")]
    if match[1] == "-":
        numbers[0] = -numbers[0]
    return Version(numbers, match[3].split(".") if match[3] else None)


def _padded(numbers: list[int], length: int) -> list[int]:
    return numbers + [0] * (length - len(numbers))


def _pre_key(pre: list[str] | None) -> tuple[int, list[tuple[int, int, str]]]:
    """A pre-release comes before none; numbers before words, words in ASCII order."""
    if pre is None:
        return 1, []
    return 0, [(0, int(p), "") if p.isdigit() else (1, 0, p) for p in pre]


def _sign(mine: tuple[int, list[tuple[int, int, str]]], theirs: tuple[int, list[tuple[int, int, str]]]) -> int:
    return (mine > theirs) - (mine < theirs)
