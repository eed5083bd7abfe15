"""Reads the keys by which a document says when and how its rules ask (`ContractRules.md`, section 2)."""

from collections.abc import Callable
from typing import Any

from herald_tools.contract import fields
from herald_tools.contract.fields import Invalid
from herald_tools.contract.manners import HOUR, Attention, Cap, Deadline, Phases, Variant
from herald_tools.contract.text import is_blank
from herald_tools.contract.times import Bound
from herald_tools.json_types import JSONObject

_FAR = 2**53 - 1
BECOMES = ("force", "exit")
CHANGES = ("major", "minor", "patch", "revision", "prerelease")
WEEKDAYS = ("mo", "tu", "we", "th", "fr", "sa", "su")
_TRIGGERS = ("launch", "login", "schedule", "manual", "foreground", "operation")
_STEPS = [100, 200, 500, 1000, 2000, 5000, 10_000]


def _array(holder: JSONObject, key: str, least: int = 0, most: int = _FAR) -> list[Any] | None:
    value = holder.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise Invalid(key)
    return value


def _object(value: Any) -> JSONObject:
    if not isinstance(value, dict):
        raise Invalid("no object")
    return {key: inner for key, inner in value.items() if inner is not None}


def _needed(value: Any) -> Any:
    if value is None:
        raise Invalid("missing")
    return value


def hours(holder: JSONObject, key: str) -> int | None:
    """A number of hours above 0, in milliseconds, at least one."""
    if holder.get(key) is None:
        return None
    written = fields.number(holder, key)
    if written is None or written.value() <= 0:
        raise Invalid(key)
    return max(1, fields.scaled(holder, key, _FAR, HOUR, 0))


def triggers(holder: JSONObject) -> list[str] | None:
    words = _array(holder, "triggers", least=1)
    for word in words or []:
        if not isinstance(word, str):
            raise Invalid("triggers")
        if word not in _TRIGGERS and not (word.startswith("operation:") and len(word) > len("operation:")):
            raise Invalid("triggers")
    return words


def changes(holder: JSONObject, key: str, least: int) -> list[str] | None:
    words = _array(holder, key, least=least)
    for word in words or []:
        if not isinstance(word, str) or word not in CHANGES:
            raise Invalid(key)
    return words


def caps(holder: JSONObject) -> list[Cap]:
    found = []
    for entry in _array(holder, "frequencyCaps", most=8) or []:
        cap = _object(entry)
        count = _needed(fields.whole_number(cap, "cap", least=1))
        if count > 32:
            raise Invalid("cap")
        found.append(Cap(count, _needed(hours(cap, "periodInHours"))))
    return found


def phases(holder: JSONObject, release: Bound | None = None, may_lack_start: bool = False) -> Phases | None:
    """The phases of a rule; None where there are none, or neither a start nor a release."""
    if holder.get("phasedRollout") is None:
        return None
    written = _object(holder["phasedRollout"])
    start = fields.bound(written, "startAt") or release
    steps = _array(written, "steps", least=1, most=100)
    shares = _STEPS
    if steps is not None:
        shares = [fields.scaled({"step": _needed(step)}, "step", 100, 100, 0) for step in steps]
    interval = hours(written, "intervalInHours") or 24 * HOUR
    paused = fields.bound(written, "pausedAt")
    if start is None:
        if may_lack_start:
            return None
        raise Invalid("startAt")
    return Phases(start, shares, interval, paused)


def deadline(holder: JSONObject) -> Deadline | None:
    if holder.get("deadline") is None:
        return None
    written = _object(holder["deadline"])
    becomes = fields.text_of(written, "becomes") or ("force" if "becomes" not in written else "")
    if becomes not in BECOMES:
        raise Invalid("becomes")
    reminders = []
    for entry in _array(written, "reminders", most=8) or []:
        reminder = _object(entry)
        _needed(reminder.get("displayPeriodInHours"))
        period = fields.scaled(reminder, "displayPeriodInHours", _FAR, HOUR, 0)
        reminders.append((_needed(hours(reminder, "withinHours")), period))
    found = Deadline(
        at=fields.bound(written, "at"),
        after_first_shown=hours(written, "afterFirstShownInHours"),
        deferrals=fields.whole_number(written, "deferrals", least=1),
        grace=hours(written, "graceInHours"),
        becomes=becomes,
        reminders=reminders,
    )
    if found.at is None and (found.grace is not None or not found.counts_a_target()):
        raise Invalid("deadline")
    return found


def released_for(holder: JSONObject) -> int | None:
    if holder.get("releasedForDays") is None:
        return None
    return fields.scaled(holder, "releasedForDays", _FAR, 24 * HOUR, 0)


def names(holder: JSONObject, key: str, known: dict[str, Any]) -> list[str]:
    found = _array(holder, key) or []
    if any(not isinstance(name, str) or name not in known for name in found):
        raise Invalid(key)
    return found


def variants(holder: JSONObject, languages_of: Callable[[JSONObject], list[str]]) -> list[Variant]:
    """Reads the variants of a rule.

    - languages_of: the languages of an object with `descriptions`.
    """
    found = []
    for entry in _array(holder, "variants", least=1, most=16) or []:
        variant = _object(entry)
        weight = _needed(fields.whole_number(variant, "weight", least=0))
        name = _needed(fields.text_of(variant, "id"))
        if weight > 10_000 or is_blank(name):
            raise Invalid("variants")
        texts = languages_of(variant) if "descriptions" in variant else []
        found.append(Variant(name, weight, texts))
    if found and (len({variant.id for variant in found}) < len(found) or not any(v.weight for v in found)):
        raise Invalid("variants")
    return found


def attention(root: JSONObject) -> Attention:
    found = Attention(caps=caps(root))
    for name, written in (fields.mapping(root, "segments") or {}).items():
        if written is not None:
            filters = {key: fields.filter_text(_object(written), key) for key in _object(written)}
            found.segments[name] = {key: text for key, text in filters.items() if text is not None}
    for name, written in (fields.mapping(root, "groups") or {}).items():
        if written is not None:
            found.groups[name] = caps(_object(written))
    found.holdout = holdout(root)
    found.quiet = quiet_hours(root)
    return found


def holdout(holder: JSONObject) -> tuple[str, int] | None:
    """The holdout of a root or of a rule: its id and its share."""
    if holder.get("holdout") is None:
        return None
    written = _object(holder["holdout"])
    name = _needed(fields.text_of(written, "id"))
    if is_blank(name):
        raise Invalid("holdout")
    _needed(written.get("percent"))
    return name, fields.scaled(written, "percent", 100, 100, 0)


def quiet_hours(holder: JSONObject) -> tuple[int, int] | None:
    """The quiet hours of a root or of a rule, in minutes of the day."""
    if holder.get("quietHours") is None:
        return None
    written = _object(holder["quietHours"])
    start, end = _minute(written, "from"), _minute(written, "to")
    if start == end:
        raise Invalid("quietHours")
    return start, end


def weekdays(holder: JSONObject) -> list[str] | None:
    words = _array(holder, "weekdays", least=1)
    for word in words or []:
        if not isinstance(word, str) or word not in WEEKDAYS:
            raise Invalid("weekdays")
    return words


def _minute(holder: JSONObject, key: str) -> int:
    text = _needed(fields.text_of(holder, key))
    hour, colon, minute = text[:2], text[2:3], text[3:]
    is_written = len(text) == 5 and colon == ":" and all(digit in "0123456789" for digit in hour + minute)
    if not is_written or int(hour) > 23 or int(minute) > 59:
        raise Invalid(key)
    return int(hour) * 60 + int(minute)
