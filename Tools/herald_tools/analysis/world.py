"""The devices, times, draws and triggers that documents tell apart: one of each class."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from herald_tools.analysis.document import Document, filter_texts, review_text
from herald_tools.analysis.values import USUAL, instants_around, language_tags, values_for, versions_around
from herald_tools.contract import attention, decide, filters
from herald_tools.contract.ahead import leads_nowhere
from herald_tools.contract.kinds import change_of, standing_of
from herald_tools.contract.language import choose_language
from herald_tools.contract.manners import instant_of
from herald_tools.contract.policy import Rule, every_device
from herald_tools.contract.question import Question
from herald_tools.contract.reduce import State
from herald_tools.contract.text import is_blank, normalize, trim
from herald_tools.contract.times import DAY, MINUTE, Bound, Moment, is_in_years, read_bound
from herald_tools.contract.versions import read_version
from herald_tools.json_types import Properties
from herald_tools.random_logs.dice import Dice

Reading = Callable[[str | None], Any]
Trigger = tuple[str, str | None]  # and the name of an operation

_NOW = 1_772_438_400_000  # 2026-03-02T08:00:00Z
OFFSETS = tuple(minutes * MINUTE for minutes in (0, 120, -660))
_TRIGGERS = ("launch", "login", "schedule", "manual", "foreground", "operation")
_SYSTEMS = ("ios", "android", "linux", "windows", "macos", "other", "")
SOURCE = "/analyze/1"
_FETCHED = ("launch", "login", "schedule", "manual")
_PER_CELL = 2
_WINDOW = dict(decide.TESTS)["window"]


@dataclass
class World:
    """One value of each class, for devices of the documents' package."""

    package: str | None
    choices: dict[str, list[str | None]]
    moments: list[Moment]
    triggers: list[Trigger]
    draws: dict[str, list[int]]
    is_exact: bool  # every class has its value here

    @property
    def size(self) -> int:
        """The number of different questions to devices that have seen nothing."""
        size = len(self.moments) * len(self.triggers)
        for count in [*map(len, self.choices.values()), *map(len, self.draws.values())]:
            size *= count
        return size

    def properties(self, values: Iterable[tuple[str, str | None]]) -> Properties:
        found = {} if self.package is None else {"appPackageName": self.package}
        return found | {name: value for name, value in values if value is not None}

    def device(self, dice: Dice) -> Properties:
        return self.properties((name, dice.pick(values)) for name, values in self.choices.items())

    def drawn(self, dice: Dice) -> dict[str, int]:
        return {name: dice.pick(values) for name, values in self.draws.items()}


def world_of(
    documents: list[Document], dice: Dice, also: Iterable[dict[str, str]] = (), dates: Iterable[Bound] = ()
) -> World:
    """The world that documents, further filters and further dates tell apart."""
    readings, candidates = _readings(documents, list(also))
    choices = {name: _classes(found, candidates[name], dice) for name, found in readings.items()}
    rules = [rule for document in documents for rule in document.policy.rules]
    moments, covers_all = _moments(documents, rules, dice, list(dates))
    package = documents[0].policy.package_name
    is_exact = covers_all and all(document.is_own for document in documents)
    return World(package, choices, moments, _trigger_classes(rules, dice), _draws(documents, rules), is_exact)


def _classes(readings: list[Reading], candidates: set[str | None], dice: Dice) -> list[str | None]:
    """One candidate for each combination of readings."""
    found: dict[tuple[Any, ...], str | None] = {}
    ordered = sorted(candidates, key=lambda value: (value is not None, value or ""))
    dice.shuffle(ordered)
    for value in ordered:
        found.setdefault(tuple(reading(value) for reading in readings), value)
    return list(found.values())


def _readings(
    documents: list[Document], also: list[dict[str, str]]
) -> tuple[dict[str, list[Reading]], dict[str, set[str | None]]]:
    texts: dict[str, set[str]] = {}
    readings: dict[str, list[Reading]] = {}
    candidates: dict[str, set[str | None]] = {}

    def add(name: str, reading: Reading, values: Iterable[str | None]) -> None:
        readings.setdefault(name, []).append(reading)
        candidates.setdefault(name, set(USUAL)).update(values)

    pairs = [pair for document in documents for pair in filter_texts(document.policy)]
    pairs += [pair for one in also for pair in one.items()]
    for name, text in pairs:
        texts.setdefault(name, set()).add(text)
        add(name, partial(filters.matches, text), [])
    for document in documents:
        review = review_text(document)
        if review is not None:
            texts.setdefault("appVersionName", set()).add(review)
            add("appVersionName", document.policy.is_under_review, [])
        for rule in document.policy.rules:
            _read_rule(rule, add)
    for name, written in texts.items():
        candidates[name].update(values_for(written))
    for name in readings:
        if name.startswith("installed."):
            candidates[name].add("true")
    readings.pop("appPackageName", None)
    return readings, candidates


def _read_rule(rule: Rule, add: Callable[[str, Reading, Iterable[str | None]], None]) -> None:
    """Adds what a rule reads of a device beside its filters."""
    if rule.target() is not None:
        around = versions_around(rule.target() or "")
        add("appVersionName", lambda value: _compared(rule, value), around)
    if rule.target_code is not None:
        add("appVersionCode", lambda value: _code(rule, value), [*versions_around(str(rule.target_code)), " "])
        add("deviceOsName", _is_android, ["ios", "android"])
    if rule.kind == "message" and rule.package_name is not None:
        add(f"installed.{rule.package_name}", lambda value: value == "true", ["true", "True"])
    if rule.languages is not None:
        for keys in [rule.languages, rule.manners.forced_languages, *(one.languages for one in rule.manners.variants)]:
            if keys and set(keys) != {"*"}:
                add("deviceLanguage", partial(_language, keys), language_tags(keys))
    if rule.google_play or any(url and not url.startswith("http") for url in (rule.website_url, rule.package_url)):
        add("deviceOsName", lambda value: _opens(rule, value), _SYSTEMS)
    if rule.is_offered is not every_device:
        add("appVersionName", lambda value: value, ["0.1", "1.0", "2.0", "10.0"])


def _compared(rule: Rule, value: str | None) -> tuple[Any, ...]:
    target, mine = read_version(rule.target()), read_version(value)
    if target is None or mine is None or value is None:
        return (None, value is None)
    reads_change = bool(rule.manners.update_types or rule.manners.force_types)
    return target.compare(mine), reads_change and change_of(rule, {"appVersionName": value})


def _code(rule: Rule, value: str | None) -> tuple[Any, ...]:
    mine = read_version(value)
    return is_blank(value or ""), mine and read_version(str(rule.target_code)).compare(mine)  # type: ignore[union-attr]


def _is_android(value: str | None) -> tuple[bool, bool]:
    return normalize(value) == "", normalize(value) == "android"


def _language(keys: list[str], value: str | None) -> Any:
    return choose_language(keys, value)


def _opens(rule: Rule, value: str | None) -> tuple[Any, ...]:
    state = State(SOURCE)
    state.properties = {} if value is None else {"deviceOsName": value}
    own = (rule.website_url, rule.package_url, "market://x")
    return *_is_android(value), *(leads_nowhere(url, state) for url in own)


def _moments(
    documents: list[Document], rules: list[Rule], dice: Dice, others: list[Bound]
) -> tuple[list[Moment], bool]:
    """Moments of each cell between the documents' dates and hours; and true where no cell can be missing."""
    dates = [Moment(_NOW, _NOW), Moment(_NOW - 400 * DAY, _NOW - 400 * DAY), Moment(_NOW + 400 * DAY, _NOW + 400 * DAY)]
    dates += [moment for bound in others for moment in _around(bound)]
    for rule in rules:
        dates += [moment for bound in _bounds(rule) for moment in _around(bound)]
        dates += [moment for instant in _later_instants(rule) for moment in _around(Bound(instant, True))]
    quiet = [one.policy.attention.quiet for one in documents] + [rule.manners.quiet for rule in rules]
    minutes = sorted({minute for hours in quiet if hours for minute in hours})
    has_days = any(rule.manners.weekdays for rule in rules)
    found = dates + (_hours(dates, minutes, has_days) if minutes or has_days else [])
    cells: dict[Any, list[Moment]] = {}
    dice.shuffle(found)
    for moment in dict.fromkeys(found):
        if is_in_years(moment.instant - DAY) and is_in_years(moment.instant + 400 * DAY):
            cells.setdefault(_time_reading(documents, rules, others, moment), []).append(moment)
    return [moment for cell in cells.values() for moment in cell[:_PER_CELL]], len(dates) == 3 or not (
        minutes or has_days
    )


def _bounds(rule: Rule) -> list[Bound]:
    deadline = rule.manners.deadline
    return [one for one in (rule.after, rule.before, rule.released_at, deadline and deadline.at) if one]


def _later_instants(rule: Rule) -> list[int]:
    """Instants that follow from a rule's dates, at each offset."""
    found = []
    for offset in OFFSETS:
        now = Moment(_NOW, _NOW + offset)
        found += rule.phase_instants(now) if rule.phase_instants else []
        if rule.released_at and rule.manners.released_for is not None:
            found.append(instant_of(rule.released_at, now) + rule.manners.released_for)
    return found


def _around(bound: Bound) -> list[Moment]:
    if bound.is_instant:
        return [Moment(value, value + offset) for value in instants_around(bound) for offset in OFFSETS]
    return [Moment(value - offset, value) for value in instants_around(bound) for offset in OFFSETS]


def _hours(dates: list[Moment], minutes: list[int], has_days: bool) -> list[Moment]:
    days = {moment.wall // DAY + shift for moment in dates for shift in (0, 1)}
    if has_days:
        days |= {_NOW // DAY + shift for shift in range(7)}
    times = [minute * MINUTE + shift for minute in minutes for shift in (-1, 0)] + [12 * 60 * MINUTE]
    return [
        Moment(day * DAY + time - offset, day * DAY + time) for day in days for time in times for offset in OFFSETS[:2]
    ]


def _time_reading(documents: list[Document], rules: list[Rule], others: list[Bound], now: Moment) -> Any:
    """What the rules read of a moment alone."""
    read: list[Any] = [bound.of(now) >= bound.value for bound in others]
    by_id = {id(rule): document for document in documents for rule in document.policy.rules}
    for rule in rules:
        policy = by_id[id(rule)].policy
        question = Question(State(SOURCE), "launch", now, policy)
        question.standing = replace(standing_of(rule, question.state, now), kind="optional")
        read.append(standing_of(rule, question.state, now))
        read += [test(rule, question) for test in (_WINDOW, attention.age, attention.quiet_hours)]
        read.append(rule.phase(now) if rule.phase else None)
    return tuple(read)


def _trigger_classes(rules: list[Rule], dice: Dice) -> list[Trigger]:
    """One trigger of each class."""
    named = [word for rule in rules for word in rule.manners.triggers or []]
    operations = ["pay", *(word.partition(":")[2] for word in named if word.startswith("operation:"))]
    every = [(name, None) for name in _TRIGGERS if name != "operation"] + [("operation", name) for name in operations]
    dice.shuffle(every)
    found: dict[Any, Trigger] = {}
    for name, operation in every:
        words = {name, f"operation:{operation}"}
        reading = tuple(bool(words & set(rule.manners.triggers or _defaults(rule))) for rule in rules)
        found.setdefault((reading, name == "manual"), (name, operation))
    return list(found.values())


def _defaults(rule: Rule) -> tuple[str, ...]:
    # A rule that may be forced is asked anywhere then, so that each trigger is told apart by its optional phase.
    return _FETCHED if rule.kind == "optional" else _FETCHED[:3] if rule.kind == "message" else _TRIGGERS


def _draws(documents: list[Document], rules: list[Rule]) -> dict[str, list[int]]:
    """Buckets at both sides of each share, by the name of the draw."""
    edges: dict[str, set[int]] = {}
    for rule in rules:
        if rule.rollout < attention.BUCKETS or rule.phase:
            edges.setdefault(rule.id, set()).update([rule.rollout, *rule.steps])
        if rule.manners.holdout:
            edges.setdefault(f"holdout:{rule.manners.holdout[0]}", set()).add(rule.manners.holdout[1])
        if rule.manners.variants:
            edges.setdefault(f"variant:{rule.id}", set()).update(_arms(rule))
    for document in documents:
        held = document.policy.attention.holdout
        if held:
            edges.setdefault(f"holdout:{held[0]}", set()).add(held[1])
    return {name: _cells(shares) for name, shares in edges.items()}


def _arms(rule: Rule) -> list[int]:
    total, end, found = sum(one.weight for one in rule.manners.variants), 0, []
    for one in rule.manners.variants:
        end += one.weight
        found.append(-(-end * attention.BUCKETS // total))
    return found


def _cells(edges: set[int]) -> list[int]:
    """The first bucket of each cell."""
    return sorted({0} | {edge for edge in edges if edge < attention.BUCKETS})


def instant_of_date(text: str) -> Bound | None:
    """A date as a policy writes it."""
    return read_bound(trim(text))
