"""Asks a program about a case and judges all that it says."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from pathlib import Path

from herald_tools.analysis.app import App
from herald_tools.analysis.case import MUTATED, POLICY, PROMISES, RESPELLED, Answer, Case, Effort, Program
from herald_tools.analysis.judge_against import AgainstJudge
from herald_tools.analysis.judge_promises import PromiseJudge
from herald_tools.analysis.judge_rules import RuleJudge
from herald_tools.analysis.judge_solved import SolvedJudge
from herald_tools.analysis.likeness import Fleet, likeness_differs
from herald_tools.analysis.pairs import Pairs, Parted
from herald_tools.analysis.random_policies import PLAIN
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

_BROKEN = 2
# The options of each question.
PARTS = {
    "rules": [],
    "spelling": ["--against", RESPELLED],
    "change": ["--against", MUTATED],
    "promises": ["--promises", PROMISES],
}


class Judged:
    """What differs, and the devices or lives that show it."""

    def __init__(self, case: Case, folder: Path, effort: Effort, tally: Counter[str], seed: str) -> None:
        self.case, self.folder, self.effort, self.tally, self.seed = case, folder, effort, tally, seed
        self.search = case.search(effort, Dice(f"{seed} judge"))
        self.rule_judge = RuleJudge(self.search, POLICY, tally)
        self.solved = SolvedJudge(case.document, self.search.world, tally) if case.profile == PLAIN else None
        self.fleet = None if case.fleet is None else Fleet(case.fleet)
        self.counterexamples: list[App | Parted] = []

    @cached_property
    def same(self) -> Pairs:
        return self.case.pairs(self.case.respelled, self.effort, Dice(f"{self.seed} respelled"))

    @cached_property
    def changed(self) -> Pairs:
        return self.case.pairs(self.case.mutated, self.effort, Dice(f"{self.seed} changed"))

    def judge(self, program: Program) -> list[str]:
        return [
            text
            for part, options in PARTS.items()
            for text in self.judge_part(part, program(self.folder, [*options, *self.case.options]))
        ]

    def judge_part(self, part: str, answer: Answer) -> list[str]:
        """What is wrong with an answer to one of the questions."""
        if answer.status not in (0, _BROKEN if part == "promises" else 0) or not answer.lines:
            return [f"{part}: status {answer.status}: {answer.errors}"]
        judges = {"rules": self.rules, "spelling": self.spelling, "change": self.change, "promises": self.promises}
        try:
            return judges[part](answer) + self._likenesses(part, answer.lines)
        except (KeyError, TypeError, IndexError, ValueError) as error:
            return [f"{part}: an answer of another shape: {type(error).__name__} {error}"]

    def rules(self, answer: Answer) -> list[str]:
        differences = self.rule_judge.judge(answer.lines)
        self._keep(self.rule_judge.counterexample)
        if self.solved:
            differences += self.solved.rules(answer.lines)
            self._keep(self.solved.counterexample if differences else None)
        return differences

    def spelling(self, answer: Answer) -> list[str]:
        judge = AgainstJudge(self.same, POLICY, self.tally, must_be_equivalent=True)
        return self._against(judge, answer.lines)

    def change(self, answer: Answer) -> list[str]:
        return self._against(AgainstJudge(self.changed, POLICY, self.tally), answer.lines)

    def _against(self, judge: AgainstJudge, lines: list[JSONObject]) -> list[str]:
        differences = judge.judge(lines)
        self._keep(judge.counterexample)
        if self.solved:
            differences += self.solved.against(judge.pairs.before, lines)
        return differences

    def promises(self, answer: Answer) -> list[str]:
        judge = PromiseJudge(self.search, self.changed, POLICY, self.tally)
        differences = judge.judge(self.case.statements, answer.status, answer.lines)
        self._keep(judge.counterexample)
        if self.solved:
            differences += self.solved.promises(answer.lines)
        return differences

    def _likenesses(self, part: str, lines: list[JSONObject]) -> list[str]:
        """What is wrong with the numbers of logged devices that are like those of witnesses."""
        documents = [self.case.respelled if part == "spelling" else self.case.mutated, self.case.document]
        differences = []
        for line in lines:
            found = likeness_differs(line, documents, self.fleet)
            differences += [f"{part}: {str(line)[:80]}: {text}" for text in found]
            self.tally["witnesses with numbers of devices"] += self.fleet is not None and bool(line.get("witness"))
        return differences

    def _keep(self, found: App | Parted | None) -> None:
        if found is not None:
            self.counterexamples.append(found)
