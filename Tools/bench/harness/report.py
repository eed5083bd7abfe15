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

    @property
    def is_disturbed(self) -> bool:
        return bool(self.rounds) and max(self.rounds) > 2 * min(self.rounds)

    @property
    def spread(self) -> str:
        return f"{min(self.rounds):.3g}–{max(self.rounds):.3g}" if self.rounds else ""

    @property
    def reached(self) -> bool:
        return self.ratio <= self.bound if self.at_most else self.ratio >= self.bound

    @property
    def verdict(self) -> str:
        """With a question mark where single rounds differ so much that the machine was busy with something else."""
        return ("reached" if self.reached else "MISSED") + ("?" if self.is_disturbed else "")


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


def print_table(rows: list) -> None:
    head = ("", "what", "Herald", "peer", "ratio", "goal", "", "lowest–highest")
    lines = [head]
    for row in rows:
        if isinstance(row, Skipped):
            lines.append((row.number, row.what, "", "", "", "", "skipped", row.why))
        else:
            ratio = f"{row.ratio:.3g}"
            lines.append((row.number, row.what, row.herald, row.peer, ratio, row.goal, row.verdict, row.spread))
    widths = [max(len(line[column]) for line in lines) for column in range(len(head) - 1)]
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line, widths)] + [line[-1]]
        print("  ".join(cells).rstrip())
    if any(isinstance(row, Row) and row.is_disturbed for row in rows):
        print("\n?: single rounds differ by more than a factor of two; measure again on an idle machine.")
