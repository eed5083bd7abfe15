"""Random statements about a document, and devices and lives that break them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, inf

from herald_tools.analysis.app import App
from herald_tools.analysis.document import Document
from herald_tools.analysis.endings import ends_around, lowest_end
from herald_tools.analysis.fresh import Aims, Point, Seen, any_point, ask, meets, points
from herald_tools.analysis.lives import Life
from herald_tools.analysis.moments import instant_of_date
from herald_tools.analysis.random_policies import Scene, make_filters
from herald_tools.analysis.scope import EVERYTHING, Scope
from herald_tools.analysis.search import asked_app
from herald_tools.analysis.world import World, world_of
from herald_tools.contract.ahead import leads_nowhere
from herald_tools.contract.decide import Decision
from herald_tools.contract.events import Event
from herald_tools.contract.manners import HOUR
from herald_tools.contract.question import COMPELLING
from herald_tools.contract.reduce import State
from herald_tools.contract.times import Bound
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

KINDS_OF = {
    "exited": ("exit",),
    "forced": ("exit", "force"),
    "asked": ("exit", "force", "optional"),
    "shown": ("exit", "force", "optional", "message"),
    "nothing": ("nothing",),
}
NO_MORE = {"shows": "showsNoMore", "forces": "forcesNoMore", "exits": "exitsNoMore"}
_KINDS = ("exit", "force", "optional", "message")
_DATES = ("2026-03-05", "2026-04-01T00:00Z", "2026-12-01 08:00")


def make_promises(document: Document, other: str, dice: Dice) -> list[JSONObject]:
    """A statement of each kind."""
    scene = Scene(dice)
    wanted = [{}, *(dict(rule.filters) for rule in document.policy.rules), make_filters(dice, scene)]
    every: JSONObject = {"every": dice.pick(wanted), "is": dice.pick(sorted(KINDS_OF))}
    if dice.chance(0.5):
        every["by"] = dice.pick(_DATES)
    asked: JSONObject = {
        "no": dice.pick(wanted),
        "isAsked": {"moreThan": dice.randrange(0, 4), "inHours": dice.pick([1, 24, 72])},
        "of": dice.pick([["optional", "message"], ["optional"], ["force", "exit"]]),
    }
    return [
        every,
        {"every": dice.pick(wanted), "canLeave": dice.pick(["force", "exit"])},
        {"rule": dice.pick(document.ids), "is": "reachable"},
        asked,
        {"against": other, dice.pick(sorted(NO_MORE)): "noMore"},
    ]


@dataclass
class Every:
    """A statement about each fresh device that meets filters, at a launch."""

    document: Document
    wanted: dict[str, str]
    kinds: tuple[str, ...]
    by: Bound | None

    @staticmethod
    def read(document: Document, statement: JSONObject) -> Every:
        by = instant_of_date(statement["by"]) if "by" in statement else None
        return Every(document, texts_of(statement["every"]), KINDS_OF[statement["is"]], by)

    def is_meant(self, point: Point) -> bool:
        return meets(point.properties, self.wanted) and (self.by is None or self.by.of(point.now) >= self.by.value)

    def breach(self, most: int, dice: Dice, scope: Scope = EVERYTHING) -> App | None:
        """A device of a scope that breaks the statement."""
        world = world_of([self.document], dice, [self.wanted], [self.by] if self.by else [], scope)
        launches = replace(world, triggers=[("launch", None)])
        asked, _ = points(launches, most, dice, Aims([self.document], launches))
        for point in asked:
            if self.is_meant(point) and ask(self.document, point).kind not in self.kinds:
                return asked_app(self.document, point)
        return None


def texts_of(filters: JSONObject) -> dict[str, str]:
    return {name: str(text) for name, text in filters.items() if text is not None}


@dataclass
class CanLeave:
    """A statement about each forced device that meets filters: it has a way out."""

    document: Document
    wanted: dict[str, str]
    kinds: tuple[str, ...]

    @staticmethod
    def read(document: Document, statement: JSONObject) -> CanLeave:
        kinds = COMPELLING if statement["canLeave"] == "force" else ("exit",)
        return CanLeave(document, texts_of(statement["every"]), tuple(kinds))

    def is_locked(self, show: JSONObject | None, state: State, event: Event) -> bool:
        """True where a prompt leads nowhere, or no version ends it."""
        if show is None or show["kind"] not in self.kinds or not meets(state.properties, self.wanted):
            return False
        return leads_nowhere(show["destination"], state) or lowest_end(state, event, ends_around(self.document)) is None

    def breach(self, seen: list[Seen], most: int) -> App | None:
        for one in [one for one in seen if one.kind in self.kinds][:most]:
            if self.is_locked(one.show, one.point.question(self.document).state, one.point.event):
                return asked_app(self.document, one.point)
        return None


@dataclass
class Asked:
    """A statement about how often a device that meets filters is asked."""

    document: Document
    wanted: dict[str, str]
    most: int
    period: int
    kinds: tuple[str, ...]

    @staticmethod
    def read(document: Document, statement: JSONObject) -> Asked:
        limit = statement["isAsked"]
        kinds = tuple(statement.get("of", _KINDS))
        return Asked(document, texts_of(statement["no"]), limit["moreThan"], limit["inHours"] * HOUR, kinds)

    def is_counted(self, decision: Decision) -> bool:
        return bool(decision.show and decision.show["kind"] in self.kinds and decision.trigger != "manual")

    def is_broken(self, times: list[int]) -> bool:
        """True for times of prompts of which too many lie within the period, which is half open."""
        return any(later - first < self.period for first, later in zip(times, times[self.most :]))

    def breach(self, lives: int, world: World, dice: Dice) -> App | None:
        aims = Aims([self.document], world)
        for _ in range(lives):
            start = aims.point(dice) if dice.chance(0.8) else any_point(world, dice)
            if not meets(start.properties, self.wanted):
                continue
            life = Life([self.document], world, dice, start, stays=True)
            times: list[int] = []
            for decisions in life.walk():
                if self.is_counted(decisions[0]):
                    times.append(life.apps[0].now.instant)
                    if self.is_broken(times):
                        return life.apps[0]
        return None

    def is_proved(self) -> bool:
        """True where the limits of single rules leave no more prompts than are allowed."""
        return self._at_most() <= self.most

    def _at_most(self) -> float:
        total = 0.0
        for rule in self.document.policy.rules:
            if rule.manners.deadline or rule.manners.force_types:
                return inf
            if rule.kind in self.kinds:
                limits = [inf, *(cap.count * ceil(self.period / cap.period) for cap in rule.manners.caps)]
                limits += [] if rule.max_count is None else [rule.max_count]
                limits += [ceil(self.period / rule.period)] if rule.period else []
                total += inf if rule.kind in COMPELLING else min(limits)
        return total
