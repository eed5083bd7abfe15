"""Random documents of other formats than Herald's own, judged alone and against another one of the same format."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from herald_tools.analysis.case import MUTATED, POLICY, Effort, Program
from herald_tools.analysis.document import URL, Document, read
from herald_tools.analysis.judge_against import AgainstJudge
from herald_tools.analysis.judge_rules import RuleJudge
from herald_tools.analysis.pairs import Pairs
from herald_tools.analysis.search import Search
from herald_tools.analysis.world import world_of
from herald_tools.contract.policy import Refused
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.additions import Additions
from herald_tools.random_logs.answers import NAMES
from herald_tools.random_logs.device_clock import DeviceClock
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.documents import Library
from herald_tools.random_logs.scene import Scene

_STORE = "https://example.com/store"
_HOUSE_RULES = "house-rules.json"
_MOST_DRAWS = 200
_VERSIONS = ["0.9", "1.0", "1.0b3", "1.2.3", "2.0", "2.1-rc", "9.9.9", "10.2.3"]
_CODES = [None, None, "7", "120", "1.2.3", "1.0b3"]
# A release date of a store counts only for fetches after it, so no key here asks for one.
_KEYS: dict[str, list[Any]] = {
    "displayPeriodInHours": [1, 24, 0.5],
    "maxDisplayCount": [1, 2],
    "skippable": [True],
    "rollout": [0, 10, 100],
    "triggers": [["launch"], ["manual", "operation:pay"], ["foreground", "launch"]],
    "updateTypes": [["major"], ["minor", "patch"]],
    "forceUpdateTypes": [["major"], ["patch"]],
    "frequencyCaps": [[{"cap": 1, "periodInHours": 24}]],
    "deadline": [{"deferrals": 2}, {"afterFirstShownInHours": 72}],
}


@dataclass(frozen=True)
class OtherCase:
    """A document, and another one of its format."""

    document: Document
    other: Document

    @property
    def profile(self) -> str:
        return self.document.format

    @property
    def options(self) -> list[str]:
        shared = ["--policy-format", self.document.format, "--url", URL, "--store-url", _STORE]
        return shared + ([] if self.document.house_rules is None else ["--house-rules", _HOUSE_RULES])

    def write(self, folder: Path) -> None:
        for name, document in ((POLICY, self.document), (MUTATED, self.other)):
            (folder / name).write_text(document.body, encoding="utf-8", newline="")
        if self.document.house_rules is not None:
            (folder / _HOUSE_RULES).write_text(json.dumps(self.document.house_rules), encoding="utf-8")


def make_other(seed: int) -> OtherCase:
    dice = Dice(f"{seed} other formats")
    format_name = NAMES[seed % len(NAMES)]
    house = {key: dice.pick(values) for key, values in _KEYS.items() if dice.chance(0.25)} or None
    document = next(_readable(format_name, house, dice))
    # Another app's document is refused by every device, so that there would be nothing to compare.
    others = _readable(format_name, house, dice)
    other = next((other for other in others if other.policy.package_name == document.policy.package_name), document)
    return OtherCase(document, other)


def _readable(format_name: str, house: JSONObject | None, dice: Dice) -> Iterator[Document]:
    """Documents in UTF-8 that are not refused, and have rules with ids of their own."""
    scene = Scene("/devices/1", DeviceClock(dice), True)
    scene.clock.next_moment()
    library = Library(dice, Additions(None, "none"))
    for _ in range(_MOST_DRAWS):
        values = {"appVersionName": dice.pick(_VERSIONS), "appVersionCode": dice.pick(_CODES)}
        scene.properties = {name: value for name, value in values.items() if value is not None}
        try:
            document = read(library.document(format_name, scene), format_name, _STORE, house)
        except Refused:
            continue
        if document.ids and len(set(document.ids)) == len(document.ids) and "iso-8859" not in document.body.lower():
            yield document


def judge_other(case: OtherCase, folder: Path, program: Program, effort: Effort, tally: Counter[str]) -> list[str]:
    dice = Dice(f"{case.document.digest} judge")
    alone = program(folder, case.options)
    both = program(folder, [*case.options, "--against", MUTATED])
    for answer in (alone, both):
        if answer.status != 0 or not answer.lines:
            return [f"status {answer.status}: {answer.errors}"]
    tally[f"documents of the format {case.document.format}"] += 1
    search = Search(case.document, world_of([case.document], dice), effort.points, effort.lives, dice)
    world = world_of([case.other, case.document], dice)
    pairs = Pairs(case.other, case.document, world, effort.points, effort.lives, dice)
    differences = RuleJudge(search, POLICY, tally).judge(alone.lines)
    return differences + AgainstJudge(pairs, POLICY, tally).judge(both.lines)
