"""House rules: what an app has configured for a store's rules (`ContractFormats.md`)."""

from collections.abc import Callable
from typing import Any

from herald_tools.contract import fields, manner_keys
from herald_tools.contract.fields import Invalid
from herald_tools.contract.formats.document import present
from herald_tools.contract.policy import Policy, Rule
from herald_tools.contract.times import Moment
from herald_tools.json_types import JSONObject

_HOUR = 3_600_000
_VERSIONED = ("table", "princeofversions", "appcast")  # their rules' ids change with the version


def apply_house_rules(written: JSONObject, policy: Policy) -> None:
    """Gives every rule but a forced one what it has not from its document."""
    house = _read(present(written))
    for rule in {
        id(rule): rule for rules in (policy.by_system or {"": policy.rules}).values() for rule in rules
    }.values():
        if rule.kind != "force":
            _apply(house, rule, policy.family)


def _apply(house: dict[str, Any], rule: Rule, family: str) -> None:
    if rule.max_count is None:
        rule.max_count = house.get("maxDisplayCount")
        rule.counts_target = rule.max_count is not None and family not in _VERSIONED
    rule.period = rule.period or house.get("displayPeriodInHours", 0)
    if rule.rollout == 10_000:
        rule.rollout = house.get("rollout", 10_000)
    if rule.kind == "optional":
        rule.skippable = rule.skippable or bool(house.get("skippable"))
    _apply_manners(house, rule)


def _apply_manners(house: dict[str, Any], rule: Rule) -> None:
    rule.manners.triggers = house.get("triggers")
    rule.manners.caps = house.get("frequencyCaps", [])
    if rule.phase is None and (written := house.get("phasedRollout")):
        phases = manner_keys.phases({"phasedRollout": written}, rule.released_at, may_lack_start=True)
        rule.phase = phases.share if phases else None
        rule.phase_instants = phases.instants if phases else None
        rule.steps = tuple(phases.steps) if phases else ()
        if rule.is_release_unread and "startAt" not in present(written):
            rule.phase = _nobody
    if rule.kind != "optional":
        return
    rule.manners.update_types = house.get("updateTypes")
    rule.manners.force_types = house.get("forceUpdateTypes", [])
    if rule.released_at is not None or rule.is_release_unread:
        rule.manners.released_for = house.get("releasedForDays")
    deadline = house.get("deadline")
    if deadline and not (deadline.counts_a_target() and rule.offered() is None):
        rule.manners.deadline = deadline


def _nobody(now: Moment) -> int:
    """Phases from a release whose date cannot be read."""
    return 0


def _phases(written: JSONObject) -> JSONObject | None:
    """The phases as they are written, where they can be read."""
    manner_keys.phases(written, may_lack_start=True)
    return written.get("phasedRollout")


def _read(written: JSONObject) -> dict[str, Any]:
    """The values that can be read."""
    readers: dict[str, Callable[[str], Any]] = {
        "displayPeriodInHours": lambda key: fields.scaled(written, key, 2**53 - 1, _HOUR, 0),
        "maxDisplayCount": lambda key: fields.whole_number(written, key, least=0),
        "rollout": lambda key: fields.scaled(written, key, 100, 100, 10_000),
        "skippable": lambda key: int(fields.boolean(written, key)),
        "triggers": lambda _: manner_keys.triggers(written),
        "updateTypes": lambda key: manner_keys.changes(written, key, least=1),
        "forceUpdateTypes": lambda key: manner_keys.changes(written, key, least=0),
        "releasedForDays": lambda _: manner_keys.released_for(written),
        "phasedRollout": lambda _: _phases(written),
        "frequencyCaps": lambda _: manner_keys.caps(written),
        "deadline": lambda _: manner_keys.deadline(written),
    }
    house: dict[str, Any] = {}
    for key, read in readers.items():
        try:
            value = read(key) if key in written else None
        except Invalid:
            continue
        if value is not None:
            house[key] = value
    return house
