"""What a program is asked about one document, and what it answers."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from herald_tools.analysis import random_policies, spellings
from herald_tools.analysis.document import Document, read
from herald_tools.analysis.pairs import Pairs
from herald_tools.analysis.promises import make_promises
from herald_tools.analysis.scope import EVERYTHING, Scope
from herald_tools.analysis.search import Search
from herald_tools.analysis.world import world_of
from herald_tools.json_types import JSONObject
from herald_tools.patience import PATIENCE
from herald_tools.random_logs.dice import Dice

POLICY, RESPELLED, MUTATED, PROMISES = "policy.json", "respelled.json", "mutated.json", "promises.json"
FLEET = "fleet.jsonl"


@dataclass(frozen=True)
class Answer:
    status: int
    lines: list[JSONObject]
    errors: str = ""


Program = Callable[[Path, list[str]], Answer]  # asked in a folder, with the options behind `analyze policy.json`


@dataclass(frozen=True)
class Effort:
    """How much is tried: questions to fresh devices, and lives."""

    points: int
    lives: int


@dataclass(frozen=True)
class Case:
    """A document, two others beside it, and statements about it."""

    document: Document
    respelled: Document
    mutated: Document
    statements: list[JSONObject]
    profile: str
    scope: Scope = EVERYTHING
    fleet: list[JSONObject] | None = None  # a log whose devices are counted that are like those of witnesses

    def write(self, folder: Path) -> None:
        for name, document in ((POLICY, self.document), (RESPELLED, self.respelled), (MUTATED, self.mutated)):
            (folder / name).write_text(document.body, encoding="utf-8", newline="")
        (folder / PROMISES).write_text(json.dumps(self.statements, ensure_ascii=False), encoding="utf-8")
        self.scope.write(folder)
        if self.fleet is not None:
            lines = [json.dumps(line, ensure_ascii=False) for line in self.fleet]
            (folder / FLEET).write_text("\n".join([*lines, ""]), encoding="utf-8")

    @property
    def options(self) -> list[str]:
        """The options that narrow each question."""
        return self.scope.options() + ([] if self.fleet is None else ["--like", FLEET])

    def search(self, effort: Effort, dice: Dice) -> Search:
        world = world_of([self.document], dice, scope=self.scope)
        return Search(self.document, world, effort.points, effort.lives, dice)

    def pairs(self, other: Document, effort: Effort, dice: Dice) -> Pairs:
        world = world_of([other, self.document], dice, scope=self.scope)
        return Pairs(other, self.document, world, effort.points, effort.lives, dice)


def make_case(seed: int) -> Case:
    dice = Dice(f"{seed} analysis")
    profile = random_policies.profile_of(seed)
    return case_of(random_policies.make_policy(profile, dice), profile, dice)


def case_of(root: JSONObject, profile: str, dice: Dice) -> Case:
    """A document with another spelling, a change and statements."""
    texts = (root, spellings.respelled(root, dice), spellings.mutated(root, dice))
    documents = [read(random_policies.written(text)) for text in texts]
    return Case(documents[0], documents[1], documents[2], make_promises(documents[0], MUTATED, dice), profile)


def ask_herald(herald: str) -> Program:
    def ask(folder: Path, options: list[str]) -> Answer:
        command = [herald, "analyze", POLICY, *options, "--format", "json"]
        done = subprocess.run(command, capture_output=True, cwd=folder, timeout=PATIENCE, check=False)
        errors = done.stderr.decode("utf-8", "replace")[:500].strip()
        try:
            lines = [json.loads(line) for line in done.stdout.decode("utf-8").split("\n") if line]
        except ValueError as error:
            return Answer(done.returncode, [], f"a line that cannot be read: {error}; {errors}")
        return Answer(done.returncode, lines, errors)

    return ask
