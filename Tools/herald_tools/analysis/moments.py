"""The moments that documents tell apart: one or two in each cell between their dates and hours."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from herald_tools.analysis.document import Document
from herald_tools.analysis.values import instants_around
from herald_tools.contract import attention, decide
from herald_tools.contract.kinds import standing_of
from herald_tools.contract.manners import instant_of
from herald_tools.contract.policy import Rule
from herald_tools.contract.question import Question
from herald_tools.contract.reduce import State
from herald_tools.contract.text import trim
from herald_tools.contract.times import DAY, MINUTE, Bound, Moment, is_in_years, read_bound
from herald_tools.random_logs.dice import Dice

SOURCE = "/analyze/1"
OFFSETS = tuple(minutes * MINUTE for minutes in (0, 120, -660))
_NOW = 1_772_438_400_000  # 2026-03-02T08:00:00Z
_PER_CELL = 2
_WINDOW = dict(decide.TESTS)["window"]


def moments_of(
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


def instant_of_date(text: str) -> Bound | None:
    """A date as a policy writes it."""
    return read_bound(trim(text))
