"""The kind of a rule on an installation: what a change of version or a deadline makes of it.

It is settled before the tests (`ContractRules.md`, section 3).
"""

from dataclasses import dataclass

from herald_tools.contract.manners import HOUR, Deadline, instant_of
from herald_tools.contract.policy import Rule
from herald_tools.contract.records import Record, is_same_target
from herald_tools.contract.reduce import State
from herald_tools.contract.text import trim
from herald_tools.contract.times import Moment
from herald_tools.contract.versions import read_version
from herald_tools.json_types import Properties

_NAMES = ("major", "minor", "patch")


@dataclass(frozen=True)
class Standing:
    kind: str
    has_risen: bool
    period: int


def change_of(rule: Rule, properties: Properties) -> str | None:
    """The change from the installed version to the target; None where both are equal, or one cannot be read."""
    installed, target = read_version(properties.get("appVersionName") or ""), read_version(rule.target() or "")
    if installed is None or target is None:
        return None
    length = max(len(installed.numbers), len(target.numbers))
    for place in range(length):
        mine, theirs = (v.numbers[place] if place < len(v.numbers) else 0 for v in (installed, target))
        if mine != theirs:
            return _NAMES[place] if place < len(_NAMES) else "revision"
    return None if installed.compare(target) == 0 else "prerelease"


def leads_elsewhere(rule: Rule, properties: Properties) -> bool:
    return rule.package_name is not None and rule.package_name != trim(properties.get("appPackageName") or "")


def standing_of(rule: Rule, state: State, now: Moment) -> Standing:
    manners = rule.manners
    if rule.kind != "optional":
        return Standing(rule.kind, False, rule.period)
    if manners.force_types and not leads_elsewhere(rule, state.properties):
        if change_of(rule, state.properties) in manners.force_types:
            return Standing("force", True, rule.period)
    if manners.deadline is None:
        return Standing("optional", False, rule.period)
    return _by_deadline(rule, manners.deadline, state.records.get(rule.id), now)


def _by_deadline(rule: Rule, deadline: Deadline, record: Record | None, now: Moment) -> Standing:
    known = record if record and record.shown and is_same_target(record.target, rule.offered()) else None
    by_date, by_age = _by_date(deadline, known, now), None
    if deadline.after_first_shown is not None and known and known.first_shown is not None:
        by_age = known.first_shown + deadline.after_first_shown
    is_due = any(instant is not None and now.instant >= instant for instant in (by_date, by_age))
    if deadline.deferrals is not None and known and known.deferrals >= deadline.deferrals:
        is_due = is_due or now.instant >= (known.last_shown or 0) + max(HOUR, rule.period)
    if is_due:
        return Standing(deadline.becomes, True, rule.period)
    instants = [instant for instant in (by_date, by_age) if instant is not None]
    periods = [period for within, period in deadline.reminders if instants and min(instants) - now.instant <= within]
    return Standing("optional", False, min(periods, default=rule.period))


def _by_date(deadline: Deadline, known: Record | None, now: Moment) -> int | None:
    if deadline.at is None:
        return None
    at = instant_of(deadline.at, now)
    if deadline.grace is None:
        return at
    return max(at, known.first_shown + deadline.grace) if known and known.first_shown is not None else None
