"""Rules that differ in their limits and deadlines alone, at random, and what they decide in whole hours.

It is written from the contract again, for rules that every device passes, so that all schedules can be tried.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

_START = datetime(2027, 6, 1, tzinfo=timezone.utc)
Cap = tuple[int, int]


@dataclass
class Limits:
    """What a rule limits; lengths and the date of its deadline in hours."""

    period: int = 0
    most: int | None = None
    caps: list[Cap] = field(default_factory=list)
    is_grouped: bool = False
    date: int | None = None
    age: int | None = None
    deferrals: int | None = None
    grace: int | None = None
    reminders: list[Cap] = field(default_factory=list)

    @property
    def has_deadline(self) -> bool:
        return not (self.date is None and self.age is None and self.deferrals is None)

    def json(self, rule: int) -> JSONObject:
        """The rule in a document."""
        made: JSONObject = {
            "id": str(rule),
            "descriptions": {"*": "New."},
            "targetWebsiteUrl": "https://h.example",
            "targetVersion": "2.0",
            # What the user asks for has no limits.
            "triggers": ["launch"],
            "displayPeriodInHours": self.period,
            "frequencyCaps": caps_json(self.caps),
        }
        if self.most is not None:
            made["maxDisplayCount"] = self.most
        if self.is_grouped:
            made["groups"] = ["g"]
        if self.has_deadline:
            date = None if self.date is None else f"{_START + timedelta(hours=self.date):%Y-%m-%dT%H:%MZ}"
            made["deadline"] = {
                "at": date,
                "afterFirstShownInHours": self.age,
                "deferrals": self.deferrals,
                "graceInHours": self.grace if self.date is not None else None,
                "reminders": [
                    {"withinHours": within, "displayPeriodInHours": period} for within, period in self.reminders
                ],
            }
        return made


def caps_json(caps: list[Cap]) -> list[JSONObject]:
    return [{"cap": count, "periodInHours": period} for count, period in caps]


def make_limits(dice: Dice, lengths: list[int], date: int) -> Limits:
    """Random limits. The lengths, and the date of a deadline, are in hours."""
    made = Limits(is_grouped=dice.chance(0.3))
    if dice.chance(0.55):
        made.period = dice.pick(lengths)
    if dice.chance(0.4):
        made.caps = [(dice.randrange(1, 4), dice.pick(lengths)) for _ in range(dice.randrange(1, 3))]
    if dice.chance(0.3):
        made.most = dice.randrange(1, 4)
    if dice.chance(0.55):
        ways = dice.sample(["date", "age", "deferrals"], dice.randrange(1, 3))
        made.date = date if "date" in ways else None
        made.age = dice.pick(lengths) if "age" in ways else None
        made.deferrals = dice.randrange(1, 3) if "deferrals" in ways else None
        if made.date is not None and dice.chance(0.4):
            made.grace = dice.pick(lengths)
        if dice.chance(0.6):
            made.reminders = [(dice.pick(lengths), dice.pick([0, *lengths])) for _ in range(dice.randrange(1, 3))]
    return made


def changed(limits: Limits, dice: Dice, lengths: list[int]) -> Limits:
    """The same with a limit in other words, or another one."""
    made = deepcopy(limits)
    change = dice.randrange(6)
    if change == 0:
        made.period = dice.pick([0, *lengths])
    elif change == 1:
        made.most = dice.pick([None, 1, 2, 3])
    elif change == 2:
        made.caps = [(dice.randrange(1, 4), dice.pick(lengths))]
    elif change == 3 and made.period:
        made.caps.append((1, made.period))
        made.period = 0
    elif change == 4 and made.has_deadline:
        made.age = made.age and dice.pick(lengths)
        made.grace = made.grace and dice.pick(lengths)
        made.deferrals = made.deferrals and dice.randrange(1, 3)
        made.date = made.date and made.date + dice.randrange(2)
    elif change == 5 and made.has_deadline:
        made.reminders = [(dice.pick(lengths), dice.pick(lengths))] if dice.chance(0.5) else []
    return made


@dataclass(frozen=True)
class Record:
    """The hours at which a rule was shown, and how often its update was put off."""

    shown: tuple[int, ...] = ()
    deferred: int = 0


@dataclass
class Shop:
    """Rules in the order of their document, with the limits that they share."""

    rules: list[Limits]
    names: list[int]
    for_all: list[Cap]
    for_group: list[Cap]

    def json(self) -> JSONObject:
        return {
            "packageName": "com.example.shop",
            "frequencyCaps": caps_json(self.for_all),
            "groups": {"g": {"frequencyCaps": caps_json(self.for_group)}},
            "updates": [rule.json(name) for rule, name in zip(self.rules, self.names)],
        }

    def decide(self, records: tuple[Record, ...], now: int) -> tuple[int, str] | None:
        """The rule that is shown, and as which kind."""
        for place, rule in enumerate(self.rules):
            if self._is_due(rule, records[place], now):
                return place, "force"
            if self._is_open(rule, records, place, now):
                return place, "optional"
        return None

    @staticmethod
    def _moments(rule: Limits, record: Record) -> list[int]:
        """When the rule is due by its date and by its age."""
        first = record.shown[0] if record.shown else None
        found = []
        if rule.date is not None and rule.grace is None:
            found.append(rule.date)
        if rule.date is not None and rule.grace is not None and first is not None:
            found.append(max(rule.date, first + rule.grace))
        if rule.age is not None and first is not None:
            found.append(first + rule.age)
        return found

    def _is_due(self, rule: Limits, record: Record, now: int) -> bool:
        if rule.deferrals is not None and record.shown and record.deferred >= rule.deferrals:
            if now >= record.shown[-1] + max(1, rule.period):
                return True
        return any(now >= moment for moment in self._moments(rule, record))

    def _is_open(self, rule: Limits, records: tuple[Record, ...], place: int, now: int) -> bool:
        record, period = records[place], rule.period
        moments = self._moments(rule, record)
        reminded = [every for within, every in rule.reminders if moments and min(moments) - now <= within]
        period = min(reminded) if reminded else period
        if rule.most is not None and len(record.shown) >= rule.most:
            return False
        if record.shown and now - record.shown[-1] < period:
            return False
        grouped = [one for one, other in zip(records, self.rules) if other.is_grouped]
        limits = [(rule.caps, [record]), (self.for_all, list(records))]
        limits += [(self.for_group, grouped)] if rule.is_grouped else []
        return all(
            sum(now - shown < length for one in counted for shown in one.shown) < count
            for caps, counted in limits
            for count, length in caps
        )
