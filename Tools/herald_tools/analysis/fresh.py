"""Every question to a device that has seen nothing, and what each document answers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from herald_tools.analysis.app import App
from herald_tools.analysis.document import Document, failed_tests
from herald_tools.analysis.moments import SOURCE
from herald_tools.analysis.world import Trigger, World
from herald_tools.contract import attention, filters
from herald_tools.contract.ahead import leads_nowhere
from herald_tools.contract.decide import TESTS, decide, early_reason
from herald_tools.contract.events import Event
from herald_tools.contract.policy import Policy, Rule
from herald_tools.contract.question import COMPELLING, Question
from herald_tools.contract.reduce import State
from herald_tools.contract.times import Moment
from herald_tools.contract.versions import read_version
from herald_tools.json_types import JSONObject, Properties
from herald_tools.random_logs.dice import Dice

OPEN_TESTS = (dict(TESTS)["window"], attention.age)


@dataclass(frozen=True)
class Point:
    """A device that has seen nothing, and the moment and trigger at which it asks."""

    properties: Properties
    draws: dict[str, int]
    now: Moment
    trigger: Trigger

    def live(self, document: Document) -> App:
        """The device with the document in force, before it asks."""
        return App(document, self.properties, self.draws, self.now)

    @property
    def event(self) -> Event:
        name, operation = self.trigger
        types = {"foreground": "app.foregrounded", "operation": "operation.attempted"}
        data: JSONObject = {"operation": operation} if name == "operation" else {"trigger": name}
        return Event(3, SOURCE, "e-3", types.get(name, "fetch.succeeded"), self.now, 3, data, True)

    def question(self, document: Document, properties: Properties | None = None) -> Question:
        """What is asked; `properties`: of another device in its place."""
        state = State(SOURCE)
        state.properties, state.draws = self.properties if properties is None else properties, self.draws
        state.counts["launches"], state.policy = 1, document.policy
        return Question(state, self.trigger[0], self.now, document.policy, self.trigger[1])


@dataclass(frozen=True)
class Seen:
    """What a document answers at a point."""

    point: Point
    passing: tuple[str, ...]  # rules all of whose tests pass, the first of which is shown
    lasting: frozenset[str]  # of these the rules that no showing and no button can use up
    textless: tuple[str, ...]  # rules all of whose tests pass but `text`, looked at
    kind: str  # `nothing` too
    show: JSONObject | None

    @property
    def is_forced(self) -> bool:
        return self.kind in COMPELLING

    @property
    def rule(self) -> str | None:
        return self.passing[0] if self.passing else None


def points(world: World, most: int, dice: Dice, aims: Aims) -> tuple[list[Point], bool]:
    """All points of a world, or as many of them as asked; and true where these are all."""
    if world.size > most:
        return [aims.point(dice) if dice.chance(0.6) else any_point(world, dice) for _ in range(most)], False
    names = [*world.choices, *world.draws]
    every = product(*world.choices.values(), *world.draws.values(), world.moments, world.triggers)
    found = [_point(world, names, values) for values in every]
    return [point for point in found if world.scope.holds(point.properties)], world.is_exact


def any_point(world: World, dice: Dice) -> Point:
    return Point(world.device(dice), world.drawn(dice), dice.pick(world.moments), dice.pick(world.triggers))


def _point(world: World, names: list[str], values: tuple) -> Point:
    *chosen, now, trigger = values
    pairs = list(zip(names, chosen))
    count = len(world.choices)
    return Point(world.properties(pairs[:count]), dict(pairs[count:]), now, trigger)


class Aims:
    """Points at which single rules are likely to pass: their filters, windows and shares are met."""

    def __init__(self, documents: list[Document], world: World) -> None:
        self.world = world
        self.pools = [self._pool(rule, document) for document in documents for rule in document.policy.rules]

    def _pool(self, rule: Rule, document: Document) -> tuple[dict[str, list[str | None]], list[Moment], str]:
        wanted = [(rule.filters, True), *rule.manners.segments]
        values = {
            name: [value for value in values if _is_wanted(name, value, wanted, rule)] or values
            for name, values in self.world.choices.items()
        }
        moments = [now for now in self.world.moments if _is_open(rule, document, now)]
        return values, moments or self.world.moments, rule.id

    def point(self, dice: Dice) -> Point:
        if not self.pools:
            return any_point(self.world, dice)
        values, moments, rule = dice.pick(self.pools)
        device = self.world.device(dice, values)
        draws = self.world.drawn(dice)
        if rule in draws:
            draws[rule] = 0
        return Point(device, draws, dice.pick(moments), dice.pick(self.world.triggers))


def _is_wanted(name: str, value: str | None, wanted: list[tuple[dict[str, str], bool]], rule: Rule) -> bool:
    """False for a value that a rule's filters, segments or target cannot have."""
    if any(name in texts and is_in and not filters.matches(texts[name], value) for texts, is_in in wanted):
        return False
    if any(
        name in texts and len(texts) == 1 and not is_in and filters.matches(texts[name], value)
        for texts, is_in in wanted
    ):
        return False
    target = read_version(rule.target_version) if name == "appVersionName" else None
    mine = read_version(value)
    return target is None or (mine is not None and target.compare(mine) > 0)


def _is_open(rule: Rule, document: Document, now: Moment) -> bool:
    question = Question(State(SOURCE), "launch", now, document.policy)
    return all(test(rule, question) for test in OPEN_TESTS) and (rule.phase is None or rule.phase(now) > 0)


def ask(document: Document, point: Point) -> Seen:
    question = point.question(document)
    if early_reason(question.state, point.event, point.trigger[0]):
        return Seen(point, (), frozenset(), (), "nothing", None)
    passing, textless, lasting = [], [], set()
    for rule in document.policy.rules_on(point.properties):
        failed = failed_tests(rule, question)
        if not failed:
            passing.append(rule.id)
            if question.is_compelling or point.trigger[0] == "manual" or is_unlimited(rule, document.policy):
                lasting.add(rule.id)
        elif failed == ["text"] and not passing:
            textless.append(rule.id)
    decision = decide(question.state, point.event)
    show = decision.show if decision else None
    assert (show or {}).get("rule") == next(iter(passing), None) or document.format not in ("herald", "turkcell")
    kind = show["kind"] if show else "nothing"
    return Seen(point, tuple(passing), frozenset(lasting), tuple(textless), kind, show)


def is_unlimited(rule: Rule, policy: Policy) -> bool:
    """True for a rule that passes as often as it is asked, whatever was shown and chosen."""
    limits = (rule.max_count is not None, rule.period, rule.skippable, rule.manners.caps, rule.manners.groups)
    return not any(limits) and not policy.attention.caps and not rule.manners.deadline


def is_nowhere(seen: Seen, document: Document) -> bool:
    """True where a force has no destination that opens on the device."""
    return bool(
        seen.is_forced and seen.show and leads_nowhere(seen.show["destination"], seen.point.question(document).state)
    )


def meets(properties: Properties, wanted: dict[str, str]) -> bool:
    return filters.all_match(wanted, properties)
