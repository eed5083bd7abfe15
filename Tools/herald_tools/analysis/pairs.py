"""Devices and lives to which two documents show different things."""

from __future__ import annotations

from dataclasses import dataclass

from herald_tools.analysis.app import App
from herald_tools.analysis.document import Document
from herald_tools.analysis.fresh import Aims, Point, any_point, ask, points
from herald_tools.analysis.lives import Life
from herald_tools.analysis.search import asked_app
from herald_tools.analysis.world import World
from herald_tools.contract.kinds import standing_of
from herald_tools.contract.question import Question
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

Change = tuple[str, str, str]  # the kind before, after, and in what the prompts differ
STRICTNESS = ("nothing", "message", "optional", "force", "exit")


@dataclass
class Parted:
    """Two apps that lived the same until one question, and have just been answered differently."""

    change: Change
    before: App
    after: App
    is_fresh: bool


class Pairs:
    """What was found of two documents by asking the same fresh devices and living the same lives under both."""

    def __init__(self, before: Document, after: Document, world: World, most: int, lives: int, dice: Dice) -> None:
        self.before, self.after, self.world, self.dice = before, after, world, dice
        aims = Aims([before, after], world)
        asked, self.is_all = points(world, most, dice, aims)
        self.fresh: dict[Change, Point] = {}
        for point in asked:
            first, second = ask(before, point), ask(after, point)
            questions = [point.question(one) for one in (before, after)]
            change = difference((first.show, questions[0]), (second.show, questions[1]), before, after)
            if change:
                self.fresh.setdefault(change, point)
        self.found: dict[Change, Parted] = {change: self._parted(change, point) for change, point in self.fresh.items()}
        for _ in range(lives):
            self._live(aims.point(dice) if dice.chance(0.7) else any_point(world, dice))

    def _parted(self, change: Change, point: Point) -> Parted:
        before, after = (asked_app(document, point) for document in (self.before, self.after))
        return Parted(change, before, after, True)

    def _live(self, start: Point) -> None:
        life = Life([self.before, self.after], self.world, self.dice, start)
        for decisions in life.walk():
            asked = [
                (decision.show, app.question(decision, life.trigger)) for app, decision in zip(life.apps, decisions)
            ]
            change = difference(asked[0], asked[1], self.before, self.after)
            if change:
                self.found.setdefault(change, Parted(change, life.apps[0], life.apps[1], False))
                return


Asked = tuple[JSONObject | None, Question]


def difference(first: Asked, second: Asked, before: Document, after: Document) -> Change | None:
    """The difference between what is shown at the same question under two documents."""
    left, right = first[0], second[0]
    kinds = kind_of(left), kind_of(right)
    if kinds[0] != kinds[1]:
        return *kinds, "kind"
    if left is None or right is None:
        return None
    if left["destination"] != right["destination"]:
        return *kinds, "destination"
    texts = [text_of(asked, document) for asked, document in ((first, before), (second, after))]
    return None if texts[0] == texts[1] else (*kinds, "text")


def kind_of(show: JSONObject | None) -> str:
    return show["kind"] if show else "nothing"


def text_of(asked: Asked, document: Document) -> object:
    show, question = asked
    if show is None:
        return None
    rule = document.policy.rule(show["rule"], question.state.properties)
    if rule is not None:
        question.standing = standing_of(rule, question.state, question.now)
    return document.text(show, question)


def shows_more(before: str, after: str) -> bool:
    return before == "nothing" and after != "nothing"


def forces_more(before: str, after: str) -> bool:
    return STRICTNESS.index(before) < STRICTNESS.index("force") <= STRICTNESS.index(after)


def exits_more(before: str, after: str) -> bool:
    return before != "exit" and after == "exit"


MORE = {"showsNoMore": shows_more, "forcesNoMore": forces_more, "exitsNoMore": exits_more}
