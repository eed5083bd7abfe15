"""Holds the core against `herald replay`, line for line and byte for byte.

A line is taken or refused as a log that has it behind the taken lines. A refused one leaves a blank line there, so that
the numbers of later lines stay.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from herald_tools.cabi.core import REFUSED, Core, Library
from herald_tools.cabi.replayed import replayed

# Each of them is held against a replay of its own.
_REFUSED_AT_MOST = 12


@dataclass
class Tally:
    """What was compared."""

    logs: int = 0
    lines: int = 0
    decisions: int = 0
    states: int = 0
    refused: int = 0


@dataclass
class Answers:
    """The core's answers to a log."""

    taken: list[bytes]
    decisions: list[bytes]
    # The number of each refused line, from 0, with its bytes and the error.
    refused: list[tuple[int, bytes, bytes]]


def lines_of(log: bytes) -> list[bytes]:
    """The lines that an app hands over. A last one that was cut off is left out, as `replay` does."""
    *lines, last = log.split(b"\n")
    return lines + [last] * (last != b"" and not _is_torn(last))


def _is_torn(last: bytes) -> bool:
    start = last.lstrip(b" \t\r")
    if start != b"{" and not start.startswith(b'{"'):
        return False
    try:
        json.loads(last)
    except ValueError:
        return True
    return False


def answers_of(core: Core, lines: list[bytes]) -> Answers:
    """Hands over the lines of a log."""
    answers = Answers([], [], [])
    for number, line in enumerate(lines):
        status, text = core.apply(line)
        if status == REFUSED and text is not None:
            answers.refused.append((number, line, text))
        elif status == 0 and text is not None:
            answers.decisions.append(text)
        elif status != 0:
            raise SystemExit(f"Line {number + 1} was answered with {status}, {text!r}.")
        answers.taken.append(b"" if status else line)
    return answers


def disagreements(herald: str, library: Library, log: bytes, tally: Tally) -> Iterator[str]:
    """In what the core and `herald replay` differ."""
    with Core(library) as core:
        answers = answers_of(core, lines_of(log))
        tally.logs += 1
        tally.lines += len(answers.taken)
        tally.decisions += len(answers.decisions)
        tally.refused += len(answers.refused)
        taken = replayed(herald, b"".join(line + b"\n" for line in answers.taken))
        if taken.errors and any(line.strip() for line in answers.taken):
            yield f"lines that were taken are refused: {taken.errors[0]}"
        if taken.decisions != answers.decisions:
            yield f"other decisions: {_first_difference(taken.decisions, answers.decisions)}"
        for source, state in taken.states.items():
            tally.states += 1
            if core.state(source.encode()) != state:
                yield f"another state of {source}"
        if core.state(b"nobody") is not None:
            yield "a state of nobody"
    for number, line, error in answers.refused[:_REFUSED_AT_MOST]:
        before = b"".join(taken + b"\n" for taken in answers.taken[:number])
        wanted = replayed(herald, before + line + b"\n").errors
        # Of a log without an event `replay` says what the file is, and the core sees no file.
        if not wanted or (wanted[0][0] != "noEvents" and wanted[0] != parts_of(error)):
            yield f"line {number + 1} is refused otherwise: {parts_of(error)} and {wanted[:1]}"


def parts_of(error: bytes) -> tuple[str, ...]:
    """The parts of an error, as a terminal shows them."""
    read = json.loads(error)
    return read["code"], *(_shown(read[name]) for name in ("what", "where", "why", "fix"))


def _shown(text: str) -> str:
    return text.replace("\r", "\\r").replace("\t", "\\t")


def _first_difference(wanted: list[bytes], given: list[bytes]) -> str:
    for number, (one, other) in enumerate(zip(wanted, given, strict=False)):
        if one != other:
            return f"number {number + 1}: {one.decode()} and {other.decode()}"
    return f"{len(wanted)} and {len(given)}"
