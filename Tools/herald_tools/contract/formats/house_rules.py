"""House rules: what an app has configured for a store's rules."""

from collections.abc import Callable

from herald_tools.contract import fields
from herald_tools.contract.fields import Invalid
from herald_tools.contract.formats.document import present
from herald_tools.contract.policy import Policy, Rule
from herald_tools.json_types import JSONObject

_HOUR = 3_600_000


def apply_house_rules(written: JSONObject, policy: Policy) -> None:
    """Gives every rule but a forced one what it has not from its document."""
    house = _read(present(written))
    for rule in {
        id(rule): rule for rules in (policy.by_system or {"": policy.rules}).values() for rule in rules
    }.values():
        if rule.kind != "force":
            _apply(house, rule)


def _apply(house: dict[str, int], rule: Rule) -> None:
    if rule.max_count is None:
        rule.max_count = house.get("maxDisplayCount")
    rule.period = rule.period or house.get("displayPeriodInHours", 0)
    if rule.rollout == 10_000:
        rule.rollout = house.get("rollout", 10_000)
    if rule.kind == "optional":
        rule.skippable = rule.skippable or bool(house.get("skippable"))


def _read(written: JSONObject) -> dict[str, int]:
    """The values that can be read."""
    readers: dict[str, Callable[[str], int | None]] = {
        "displayPeriodInHours": lambda key: fields.scaled(written, key, 2**53 - 1, _HOUR, 0),
        "maxDisplayCount": lambda key: fields.whole_number(written, key, least=0),
        "rollout": lambda key: fields.scaled(written, key, 100, 100, 10_000),
        "skippable": lambda key: int(fields.boolean(written, key)),
    }
    house: dict[str, int] = {}
    for key, read in readers.items():
        try:
            value = read(key) if key in written else None
        except Invalid:
            continue
        if value is not None:
            house[key] = value
    return house
