"""A program that answers by trying alone: right where everything can be tried."""

from __future__ import annotations

import json
from pathlib import Path

from herald_tools.analysis import naive, naive_answers
from herald_tools.analysis.case import MUTATED, POLICY, Answer, Case, Effort, Program
from herald_tools.analysis.document import Document, read
from herald_tools.analysis.likeness import Fleet, tell_likeness
from herald_tools.analysis.scope import EVERYTHING, Scope
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

_BROKEN = 2


def naive_program(effort: Effort, seed: str, scope: Scope = EVERYTHING, log: list[JSONObject] | None = None) -> Program:
    """The program, with the effort and the dice of its own.

    - scope: the devices and moments that count.
    - log: the log with whose devices those of witnesses are compared.
    """
    fleet = None if log is None else Fleet(log)

    def answer(lines: list[JSONObject], *documents: Document) -> Answer:
        is_broken = any(line.get("verdict") != "holds" for line in lines if "promise" in line)
        # As another program's lines arrive: nothing is shared with what judges them.
        copied = json.loads(json.dumps(lines))
        if fleet is not None:
            for line in copied:
                tell_likeness(line, list(documents), fleet)
        return Answer(_BROKEN if is_broken else 0, copied)

    def ask(folder: Path, options: list[str]) -> Answer:
        dice = Dice(f"{seed} naive")
        document = read(_text(folder / POLICY))
        case = Case(document, document, document, [], "", scope)
        options = options[:2] if options[:1] in (["--against"], ["--promises"]) else []
        if not options:
            return answer(naive.rule_lines(case.search(effort, dice), POLICY), document)
        name, file = options
        if name == "--against":
            other = read(_text(folder / file))
            return answer(naive_answers.against_lines(case.pairs(other, effort, dice), POLICY), other, document)
        other = read(_text(folder / MUTATED))
        statements = json.loads(_text(folder / file))
        pairs = case.pairs(other, effort, dice)
        lines = naive_answers.promise_lines(statements, case.search(effort, dice), pairs, POLICY)
        return answer(lines, other, document)

    return ask


def _text(path: Path) -> str:
    """A file's text with its line breaks as they are: they are part of a document's digest."""
    return path.read_bytes().decode("utf-8")
