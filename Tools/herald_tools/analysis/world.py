"""The devices, times, draws and triggers that documents tell apart: one of each class."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from herald_tools.analysis.document import Document, filter_texts, review_text
from herald_tools.analysis.moments import SOURCE, moments_of
from herald_tools.analysis.scope import EVERYTHING, Scope
from herald_tools.analysis.scope import USUAL as USUAL_DEVICES
from herald_tools.analysis.values import USUAL, language_tags, offered_versions, values_for, versions_around
from herald_tools.contract import attention, filters
from herald_tools.contract.ahead import leads_nowhere
from herald_tools.contract.kinds import change_of
from herald_tools.contract.language import choose_language
from herald_tools.contract.policy import Rule, every_device
from herald_tools.contract.reduce import State
from herald_tools.contract.text import is_blank, normalize
from herald_tools.contract.times import Bound, Moment
from herald_tools.contract.versions import read_version
from herald_tools.json_types import Properties
from herald_tools.random_logs.dice import Dice

Reading = Callable[[str | None], Any]
Trigger = tuple[str, str | None]  # and the name of an operation

_TRIGGERS = ("launch", "login", "schedule", "manual", "foreground", "operation")
_SYSTEMS = ("ios", "android", "linux", "windows", "macos", "other", "")
_FETCHED = ("launch", "login", "schedule", "manual")
_TRIES = 300


@dataclass
class World:
    """One value of each class, for devices of the documents' package."""

    package: str | None
    choices: dict[str, list[str | None]]
    moments: list[Moment]
    triggers: list[Trigger]
    draws: dict[str, list[int]]
    is_exact: bool  # every class has its value here
    scope: Scope = EVERYTHING

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

    def device(self, dice: Dice, choices: dict[str, list[str | None]] | None = None) -> Properties:
        """A device of the scope.

        - choices: the values that it is to have, if there is such a device.
        """
        for values in (choices or self.choices, self.choices):
            for _ in range(_TRIES):
                found = self.properties((name, dice.pick(few)) for name, few in values.items())
                if self.scope.holds(found):
                    return found
        raise ValueError(f"no device meets {self.scope}")

    def drawn(self, dice: Dice) -> dict[str, int]:
        return {name: dice.pick(values) for name, values in self.draws.items()}


def world_of(
    documents: list[Document],
    dice: Dice,
    also: Iterable[dict[str, str]] = (),
    dates: Iterable[Bound] = (),
    scope: Scope = EVERYTHING,
) -> World:
    """The world that documents, a scope, further filters and further dates tell apart."""
    also = list(also)
    read = {name for document in documents for name in _readings([document], also)[0]}
    readings, candidates = _readings(documents, [*also, *scope.filters(read)])
    choices = {name: _classes(found, candidates[name], dice) for name, found in readings.items()}
    is_usual = scope.assumed == USUAL_DEVICES
    if is_usual:
        # Where no document reads it, every usual device has one all the same.
        choices.setdefault("appVersionName", ["1.0"])
    rules = [rule for document in documents for rule in document.policy.rules]
    first = [] if scope.since is None else [Bound(scope.since, True)]
    moments, covers_all = moments_of(documents, rules, dice, [*dates, *first])
    if scope.since is not None:
        moments = [moment for moment in moments if moment.instant >= scope.since]
    package = documents[0].policy.package_name
    # Models as usual devices have them may meet a document's wildcards in more ways than are tried.
    is_exact = covers_all and all(document.is_own for document in documents) and not is_usual
    draws = _draws(documents, rules)
    return World(package, choices, moments, _trigger_classes(rules, dice), draws, is_exact, scope)


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
            if rule.is_offered is not every_device:
                for name in ("appVersionName", "appVersionCode"):
                    add(name, lambda value: value, offered_versions(document.body))
    own = {text for document in documents for _, text in filter_texts(document.policy)}
    for name, written in texts.items():
        # Texts over a small alphabet are tried in full, whatever stands beside them.
        candidates[name].update(values_for(written), values_for(written & own))
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
