"""A program that answers by trying alone: right where everything can be tried."""

from __future__ import annotations

import json
from pathlib import Path

from herald_tools.analysis import naive, naive_answers
from herald_tools.analysis.case import MUTATED, POLICY, Answer, Case, Effort, Program
from herald_tools.analysis.document import read
from herald_tools.random_logs.dice import Dice

_BROKEN = 2


def naive_program(effort: Effort, seed: str) -> Program:
    """The program, with the effort and the dice of its own."""

    def ask(folder: Path, options: list[str]) -> Answer:
        dice = Dice(f"{seed} naive")
        document = read(_text(folder / POLICY))
        case = Case(document, document, document, [], "")
        if not options:
            return _answer(naive.rule_lines(case.search(effort, dice), POLICY))
        name, file = options
        if name == "--against":
            other = read(_text(folder / file))
            return _answer(naive_answers.against_lines(case.pairs(other, effort, dice), POLICY))
        other = read(_text(folder / MUTATED))
        statements = json.loads(_text(folder / file))
        pairs = case.pairs(other, effort, dice)
        return _answer(naive_answers.promise_lines(statements, case.search(effort, dice), pairs, POLICY))

    return ask


def _answer(lines: list) -> Answer:
    is_broken = any(line.get("verdict") != "holds" for line in lines if "promise" in line)
    # As another program's lines arrive: nothing is shared with what judges them.
    return Answer(_BROKEN if is_broken else 0, json.loads(json.dumps(lines)))


def _text(path: Path) -> str:
    """A file's text with its line breaks as they are: they are part of a document's digest."""
    return path.read_bytes().decode("utf-8")
