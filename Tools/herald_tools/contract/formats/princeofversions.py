"""The format `princeofversions`: a required and a latest version for each system."""

from collections.abc import Callable
from typing import Any

from herald_tools.contract.formats.document import Fetch, destination, is_newer, present, read_root, update
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
    for key, names in _SYSTEMS.items():
        rules = [rule for at, entry in enumerate(_entries(lists[key])) for rule in _rules(entry, at, url)]
        every += rules
        by_system |= dict.fromkeys(names, rules)
    return Policy(family="princeofversions", rules=every, by_system=by_system)


def _entries(value: Any) -> list[JSONObject]:
    entries = [] if value is None else [value] if isinstance(value, dict) else value
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise Refused("invalidDocument")
    return [present(entry) for entry in entries]


def _rules(entry: JSONObject, at: int, url: str | None) -> list[Rule]:
    if any(key in entry for key in _NEWER):
        required = entry.get("required_version")
        latest = entry.get("last_version_available", entry.get("latest_version"))
        frequency, runs_on = entry.get("notify_last_version_frequency"), _meets(entry.get("requirements", {}))
    else:
        offered = entry.get("optional_update", {})
        if not isinstance(offered, dict):
            raise Refused("invalidDocument")
        offered = present(offered)
        required, latest = entry.get("minimum_version"), offered.get("version")
        frequency, runs_on = offered.get("notification_type"), _meets({})
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
