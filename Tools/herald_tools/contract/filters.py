"""Filters: does a property's value match a filter's text (section 4)?"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from herald_tools.contract.text import normalize
from herald_tools.contract.versions import read_version
from herald_tools.json_types import Properties

_OPERATORS = (
    ("<>", lambda order: order != 0),
    ("<=", lambda order: order <= 0),
    (">=", lambda order: order >= 0),
    ("<", lambda order: order < 0),
    (">", lambda order: order > 0),
)


def parts_of(text: str) -> list[str]:
    """The parts that count: not the empty ones, not a bare `!`."""
    return [part for part in normalize(text).split(",") if part not in ("", "!")]


@lru_cache(maxsize=8192)  # the same few texts are asked again and again
def matches(text: str, value: str | None) -> bool:
    """Whether a value (None: a missing property) matches a filter's text."""
    value = normalize(value)
    parts = parts_of(text)
    excluded = [part[1:] for part in parts if part.startswith("!")]
    included = [part for part in parts if not part.startswith("!")]
    if any(_part_matches(part, value) for part in excluded):
        return False
    return not included or any(_part_matches(part, value) for part in included)


def all_match(filters: Mapping[str, str], properties: Properties) -> bool:
    return all(matches(text, properties.get(name)) for name, text in filters.items())


def _part_matches(part: str, value: str) -> bool:
    if part == "''":
        return value == ""
    for operator, holds in _OPERATORS:
        if part.startswith(operator):
            return _compares(part[len(operator) :], value, holds)
    if "*" in part:
        return _wildcard(part).fullmatch(value) is not None
    return part == value


def _compares(operand: str, value: str, holds: Callable[[int], bool]) -> bool:
    wanted, actual = read_version(operand), read_version(value)
    if wanted is None or actual is None:
        return False
    return holds(actual.compare(wanted))


def _wildcard(part: str) -> re.Pattern[str]:
    meanings = {"*": ".*", "?": "."}
    collapsed = re.sub(r"\*+", "*", part)
    return re.compile("".join(meanings.get(s) or re.escape(s) for s in collapsed), re.DOTALL)
