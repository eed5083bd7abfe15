"""Other spellings of a document, which mean the same, and changes of it, which may not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from herald_tools.analysis.random_policies import VERSIONS
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

_COMPARED = re.compile(r"(!?)(<>|<=|>=|<|>)([0-9.]+)")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATES = ("displayAfterDate", "displayBeforeDate", "releasedAt")


def respelled(root: JSONObject, dice: Dice) -> JSONObject:
    """The same document, spelled differently throughout."""
    other = _shuffled(deepcopy(root), dice)
    for holder, key in filter_texts(other):
        holder[key] = _respelled_text(holder[key], dice)
    for rule in _rules(other):
        _respell_rule(rule, dice)
    if dice.chance(0.5):
        other["unknown"] = {"key": 1}
        other["messages"] = other.get("messages", []) if dice.chance(0.5) else other.get("messages")
    if len(other["updates"]) % 2 == 0:
        # A rule of another app that was left in is shown to no device of this one.
        foreign = {"id": "foreign", "filters": {"appPackageName": "com.example.else"}, "forceUpdate": True}
        other["updates"].insert(
            1, {**foreign, "descriptions": {"*": "Please"}, "targetWebsiteUrl": "https://x.example"}
        )
    forced = [rule for rule in other["updates"] if rule.get("forceUpdate") in (True, "true", 1) and _is_steady(rule)]
    if forced and dice.chance(0.4):
        # It stands behind a rule that passes wherever it does.
        other["updates"].append({**deepcopy(dice.pick(forced)), "id": "again"})
    return other


def _is_steady(rule: JSONObject) -> bool:
    """True for a force without draws: another rule of the same tests passes on the same devices."""
    return rule["id"] != "foreign" and not {"rollout", "phasedRollout", "variants", "forceExit"} & rule.keys()


def _rules(root: JSONObject) -> list[JSONObject]:
    return [*root.get("updates", []), *(root.get("messages") or [])]


def filter_texts(root: JSONObject) -> Iterator[tuple[JSONObject, str]]:
    """The objects that hold the texts of filters, each with a key of it."""
    for filters in [*(rule.get("filters") or {} for rule in _rules(root)), *root.get("segments", {}).values()]:
        yield from ((filters, key) for key in filters)
    if "reviewVersions" in root:
        yield root, "reviewVersions"


def _shuffled(value: Any, dice: Dice) -> Any:
    """The same with the keys of its objects in another order; descriptions keep theirs."""
    if isinstance(value, list):
        return [_shuffled(item, dice) for item in value]
    if not isinstance(value, dict):
        return value
    keys = list(value)
    dice.shuffle(keys)
    return {key: value[key] if key == "descriptions" else _shuffled(value[key], dice) for key in keys}


def _respelled_text(text: str, dice: Dice) -> str:
    parts = [_respelled_part(part, dice) for part in text.split(",")]
    parts += dice.sample(["", " ", "!"], dice.randrange(0, 2))
    parts += [dice.pick(parts)] if dice.chance(0.3) else []
    dice.shuffle(parts)
    return dice.pick([",", " , "]).join(parts)


def _respelled_part(part: str, dice: Dice) -> str:
    compared = _COMPARED.fullmatch(part.replace(" ", ""))
    if compared:
        no, order, version = compared.groups()
        return f"{no}{order}{dice.pick([version, version + '.0', '0' + version, '+' + version, version + '+b1'])}"
    return dice.pick([part, part.upper(), f" {part}", part.replace("*", "**")])


def _respell_rule(rule: JSONObject, dice: Dice) -> None:
    spellings: dict[str, Callable[[Any], Any]] = {
        "forceUpdate": lambda value: dice.pick([value, str(value).lower(), int(value)]),
        "skippable": lambda value: dice.pick([value, f" {value} "]),
        "maxDisplayCount": lambda value: dice.pick([value, f"{value}", float(value)]),
        "displayPeriodInHours": lambda value: dice.pick([value, f"{value}.0"]),
        "rollout": lambda value: dice.pick([value, f" {value} "]),
        "targetVersion": lambda value: dice.pick([value, value + ".0", value + "+7"]),
        "targetWebsiteUrl": lambda value: dice.pick([value, f" {value} "]),
        **dict.fromkeys(_DATES, lambda value: _respelled_date(value, dice)),
    }
    for key, respell in spellings.items():
        if key in rule:
            rule[key] = respell(rule[key])
    if "filters" not in rule and dice.chance(0.5):
        rule["filters"] = dice.pick([{}, None, {"tier": ""}, {"tier": " , !"}])


def _respelled_date(date: str, dice: Dice) -> str:
    if _DAY.fullmatch(date):
        return dice.pick([date, f"{date} 00:00", f" {date}T00:00:00.000"])
    return date.replace("Z", dice.pick(["Z", "+00:00", " +0000"])).replace("T", dice.pick(["T", " "]))


def mutated(root: JSONObject, dice: Dice) -> JSONObject:
    """A document with one change or two."""
    other = deepcopy(root)
    for _ in range(dice.weighted((4, 1), (1, 2))):
        dice.pick(_MUTATIONS)(other, dice)
    return other


def _flip(root: JSONObject, dice: Dice) -> None:
    rule = dice.pick(root["updates"])
    key = dice.weighted((4, "forceUpdate"), (1, "forceExit"), (1, "skippable"))
    rule[key] = not rule.get(key, False)


def _leave_out_filter(root: JSONObject, dice: Dice) -> None:
    filters = [rule["filters"] for rule in _rules(root) if rule.get("filters")]
    if filters:
        chosen = dice.pick(filters)
        del chosen[dice.pick(sorted(chosen))]


def _change_text_of_filter(root: JSONObject, dice: Dice) -> None:
    places = list(filter_texts(root))
    if places:
        holder, key = dice.pick(places)
        parts = holder[key].split(",")
        place = dice.randrange(len(parts))
        compared = _COMPARED.fullmatch(parts[place])
        parts[place] = (
            compared[1] + compared[2] + dice.pick(VERSIONS) if compared else dice.pick(["a*", "ios", "!a", "''"])
        )
        holder[key] = ",".join(parts)


def _swap(root: JSONObject, dice: Dice) -> None:
    updates = root["updates"]
    first, second = dice.randrange(len(updates)), dice.randrange(len(updates))
    updates[first], updates[second] = updates[second], updates[first]


def _leave_out_rule(root: JSONObject, dice: Dice) -> None:
    if len(root["updates"]) > 1:
        root["updates"].remove(dice.pick(root["updates"]))


def _change_value(root: JSONObject, dice: Dice) -> None:
    values: JSONObject = {
        "maxDisplayCount": dice.pick([0, 1, 3]),
        "displayPeriodInHours": dice.pick([0, 24, 100]),
        "rollout": dice.pick([0, 20, 100]),
        "displayBeforeDate": "2026-03-20",
        "targetVersion": dice.pick(VERSIONS),
        "targetWebsiteUrl": "https://example.com/third",
        "descriptions": {"*": dice.pick(["Please update", "Please do"])},
        "triggers": ["launch", "operation"],
    }
    key = dice.pick(sorted(values))
    dice.pick(_rules(root) if key not in ("targetVersion",) else root["updates"])[key] = values[key]


def _change_limit(root: JSONObject, dice: Dice) -> None:
    mild = [rule for rule in _rules(root) if not (rule.get("forceUpdate") or rule.get("forceExit"))]
    if mild:
        limits: JSONObject = {
            "maxDisplayCount": [1, 2, 3],
            "displayPeriodInHours": [0, 24, 100],
            "skippable": [True, False],
        }
        key = dice.pick(sorted(limits))
        dice.pick(mild)[key] = dice.pick(limits[key])


def _change_review(root: JSONObject, dice: Dice) -> None:
    root["reviewVersions"] = dice.pick(["", "3.0", "<2.0", "2.5, 2.10"])


_MUTATIONS = (
    _flip,
    _flip,
    _leave_out_filter,
    _change_text_of_filter,
    _change_text_of_filter,
    _swap,
    _leave_out_rule,
    _change_value,
    _change_value,
    _change_limit,
    _change_limit,
    _change_review,
)
