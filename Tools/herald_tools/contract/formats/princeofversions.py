"""The format `princeofversions`: a required and a latest version for each system."""

from collections.abc import Callable
from typing import Any

from herald_tools.contract.formats.document import Fetch, destination, is_newer, present, read_root, update
from herald_tools.contract.formats.systems import read_system
from herald_tools.contract.numbers import Number, integer
from herald_tools.contract.policy import Policy, Refused, Rule
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import JSONObject, Properties

_SYSTEMS = {"ios": ("ios", "ipados", "tvos", "watchos"), "android": ("android",), "macos": ("macos",)}
_NEWER = (
    "required_version",
    "last_version_available",
    "latest_version",
    "notify_last_version_frequency",
    "requirements",
)


def read_princeofversions(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    lists = {key: root.get(key + "2", root.get(key)) for key in _SYSTEMS}
    if all(entries is None for entries in lists.values()):
        raise Refused("invalidDocument")
    url = destination(fetch)
    by_system: dict[str, list[Rule]] = {}
    every: list[Rule] = []
    entries = {key: _entries(lists[key]) for key in _SYSTEMS}
    written = [entry for some in entries.values() for entry in some]
    if written and not any(_is_readable(entry) for entry in written):
        raise Refused("noVersion")
    for key, names in _SYSTEMS.items():
        rules = [rule for at, entry in enumerate(entries[key]) if _is_entry(entry) for rule in _rules(entry, at, url)]
        every += rules
        by_system |= dict.fromkeys(names, rules)
    left_out = sum(not _is_entry(entry) for entry in written)
    return Policy(
        family="princeofversions",
        rules=every,
        by_system=by_system,
        read_system=lambda name: read_system(name)[0],
        left_out=left_out,
    )


def _is_entry(entry: Any) -> bool:
    """Whether an entry can be used: an object whose requirements, or older offer, are one too."""
    if not isinstance(entry, dict):
        return False
    inner = entry.get("requirements", {}) if _is_newer_shape(entry) else entry.get("optional_update", {})
    return isinstance(inner, dict)


def _is_newer_shape(entry: JSONObject) -> bool:
    return any(key in entry for key in _NEWER)


def _bounds(entry: JSONObject) -> tuple[Any, Any]:
    """What is required, and what is offered."""
    if _is_newer_shape(entry):
        return entry.get("required_version"), entry.get("last_version_available", entry.get("latest_version"))
    return entry.get("minimum_version"), present(entry.get("optional_update", {})).get("version")


def _is_readable(entry: Any) -> bool:
    """Whether something of an entry is read: one of its versions, or it has none."""
    if not _is_entry(entry):
        return False
    bounds = [bound for bound in _bounds(entry) if bound is not None]
    return not bounds or any(_is_bound(bound) for bound in bounds)


def _is_bound(bound: Any) -> bool:
    if isinstance(bound, str):
        return read_version(bound) is not None
    return isinstance(bound, Number) and integer(bound) is not None


def _entries(value: Any) -> list[Any]:
    entries = [] if value is None else [value] if isinstance(value, dict) else value
    if not isinstance(entries, list):
        raise Refused("invalidDocument")
    return [present(entry) if isinstance(entry, dict) else entry for entry in entries]


def _rules(entry: JSONObject, at: int, url: str | None) -> list[Rule]:
    required, latest = (bound if _is_bound(bound) else None for bound in _bounds(entry))
    if _is_newer_shape(entry):
        frequency, runs_on = entry.get("notify_last_version_frequency"), _meets(entry.get("requirements", {}))
    else:
        frequency, runs_on = present(entry.get("optional_update", {})).get("notification_type"), _meets({})
    rules = _rule(f"pov-{at}-required", "force", url, required, runs_on)
    if latest is not None:
        once = _rule(f"pov-{at}-{_name(latest)}", "optional", url, latest, runs_on)
        for rule in once:
            rule.max_count = 1 if frequency == "ONCE" else None
        rules += once
    for rule in rules[-1:]:
        rule.closing = ("filters",)
    return rules


def _rule(name: str, kind: str, url: str | None, bound: Any, runs_on: Callable[[Properties], bool]) -> list[Rule]:
    return update(
        name,
        kind,
        url,
        is_offered=_asks(bound),
        runs_on=runs_on,
        published=bound if isinstance(bound, str) else None,
        published_code=integer(bound) if isinstance(bound, Number) else None,
    )


def _name(bound: Any) -> str:
    _asks(bound)
    return str(integer(bound)) if isinstance(bound, Number) else str(bound)


def _asks(bound: Any) -> Callable[[Properties], bool]:
    if bound is None:
        return lambda properties: False
    if isinstance(bound, str):
        version = read_version(bound)
        if version is None:
            raise Refused("invalidVersion")
        return lambda properties: is_newer(version, properties)
    code = integer(bound) if isinstance(bound, Number) else None
    if code is None:
        raise Refused("invalidDocument")
    return lambda properties: _is_above(Version([code], None), properties)


def _is_above(code: Version, properties: Properties) -> bool:
    mine = read_version(properties.get("appVersionCode") or "")
    return mine is not None and code.compare(mine) > 0


def _meets(requirements: Any) -> Callable[[Properties], bool]:
    if not isinstance(requirements, dict):
        raise Refused("invalidDocument")
    wanted = present(requirements)
    return lambda properties: all(_fits(name, value, properties) for name, value in wanted.items())


def _fits(name: str, value: Any, properties: Properties) -> bool:
    if name == "required_os_version":
        least = read_version(_written(value) or "")
        system = properties.get("deviceApiLevel" if isinstance(value, Number) else "deviceOsVersion")
        mine = read_version(system or "")
        return least is not None and mine is not None and mine.compare(least) >= 0
    return value is not None and properties.get(name) is not None and properties.get(name) == _written(value)


def _written(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Number):
        return value.text
    return value if isinstance(value, str) else None
