"""Rows of the result, progress, and what is said where something is missing."""

import sys
from dataclasses import dataclass


class Missing(Exception):
    """Something that a row needs is not there: one sentence that says what, and what to do."""


@dataclass
class Row:
    number: str
    what: str
    herald: str
    peer: str
    ratio: float
    goal: str
    bound: float
    at_most: bool
    # The ratios of single rounds.
    rounds: tuple = ()
    is_wall: bool = False

    def is_disturbed(self, is_busy: bool) -> bool:
        """True where the machine had other things to do: by its load, or because single rounds differ that much."""
        return (self.is_wall and is_busy) or (bool(self.rounds) and max(self.rounds) > 2 * min(self.rounds))

    @property
    def spread(self) -> str:
        return f"{min(self.rounds):.3g}–{max(self.rounds):.3g}" if self.rounds else ""

    @property
    def reached(self) -> bool:
        return self.ratio <= self.bound if self.at_most else self.ratio >= self.bound

    def verdict(self, is_busy: bool) -> str:
        return ("reached" if self.reached else "MISSED") + ("?" if self.is_disturbed(is_busy) else "")


@dataclass
class Skipped:
    number: str
    what: str
    why: str


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def print_table(rows: list, is_busy: bool) -> None:
    head = ("", "what", "Herald", "peer", "ratio", "goal", "", "lowest–highest")
    lines = [head]
    for row in rows:
        if isinstance(row, Skipped):
            lines.append((row.number, row.what, "", "", "", "", "skipped", row.why))
        else:
            ratio = f"{row.ratio:.3g}"
            lines.append(
                (row.number, row.what, row.herald, row.peer, ratio, row.goal, row.verdict(is_busy), row.spread)
            )
    widths = [max(len(line[column]) for line in lines) for column in range(len(head) - 1)]
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line, widths)] + [line[-1]]
        print("  ".join(cells).rstrip())
    if any(isinstance(row, Row) and row.is_disturbed(is_busy) for row in rows):
        print("\n?: the machine was busy with something else; measure again when it is idle.")
