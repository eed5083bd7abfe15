"""Makers of values by their declared kind, for keys and fields that have no maker of their own."""

import copy
import re
from collections.abc import Callable
from typing import Any

from herald_tools.random_logs import vocabulary
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.json_writer import Raw

Make = Callable[[Dice], Any]

_TEXTS = ["hello", "caf\u00e9", "cafe\u0301", "u1", "2.0", " x ", "*"]
_VERSIONS = [*vocabulary.VERSIONS, "10.5", "11"]
_DATES = ["2026-03-02", "2026-03-02T08:00:00Z", "2026-03-02 08:00", "2026-01-01", "2027-01-01T00:00:00+03:00"]
_CLOCKS = ["00:00", "08:00", "12:30", "22:00", "23:59"]
_TRIGGERS = ["launch", "login", "schedule", "manual", "foreground", "operation", "operation:placeOrder"]
_LEAST_COUNT, _MOST_COUNT = 1, 3  # elements of a list that has no bound

# Values by the words of their kind. Each is of that kind in the strictest reading.
_VALUES: dict[str, list[Any]] = {
    "a text": [*_TEXTS, ""],
    "a text that is not empty": _TEXTS,
    "a text that is not blank": _TEXTS,
    "a text, or null: signed out": vocabulary.USERS,
    "a text, a number or a boolean": [*_TEXTS, 1, 0, True, False],
    "a text, or a list of texts": [*_TEXTS, ["a", "b"], []],
    "a number or a text": [1, 2, Raw("2.50"), *_TEXTS],
    "true or false": [True, True, False],
    'true, 1 or "1"': [True, 1, "1"],
    "Y or N, or a boolean": ["Y", "N", True, False],
    "Yes or No, or a boolean": ["Yes", "No", True, False],
    "a number": [0, 1, 5, Raw("0.5"), -1],
    "a version, or a version code": [*_VERSIONS, 10, 50],
    "a version, or a number": [*_VERSIONS, 10, 50],
    "an object": [{}, {"a": 1}],
    "an object of texts": [{}, {"city": "istanbul"}, {"a": "b", "caf\u00e9": "1"}],
    "an object of texts by language": [{"*": "v"}, {"en": {"message": "v"}, "tr": "v"}],
    "any value": [*vocabulary.NESTED, 1, "x", True],
    "a filter on `appVersionName`": ["2.2, 2.2.*", "<3.0", ""],
    "a filter: `herald help filters`": ["<3.0", "!istanbul", "5,1", "*"],
}
# The same, where the words go on with an example.
_BEGINNINGS: dict[str, list[Any]] = {
    "a version such as ": _VERSIONS,
    "a URL that a device can open": ["https://ex.com/app", "market:x", "https://ex.com/other?q=1"],
    "a date such as ": _DATES,
    "a time of day such as ": _CLOCKS,
    "a trigger such as ": _TRIGGERS,
}
_NUMBER = re.compile(r"(an integer|a number(?: of \w+)?)(?: from (-?[0-9]+))?(?: to ([0-9]+|2\^53 − 1))?( above 0)?")
_LIST = re.compile(r"a list(?: of (?:at least ([0-9]+)|at most ([0-9]+)|([0-9]+) to ([0-9]+)))?, each (.+)")
_WORD_LIST = re.compile(r"(?:one of )?(?:`[^`]+`(?:, )?)+(or another word)?")
_NUMBER_LIST = re.compile(r"[0-9]+(?: or [0-9]+)*")
_WORD = re.compile("`([^`]+)`")

_ODD: list[Any] = [7, "x", True, [], {}, Raw("0.5"), -1, "", [7], {"x": 1}, None]


def maker_of(kind: str) -> Make | None:
    """Makes values of a kind; None for a kind that is unknown here."""
    values = _VALUES.get(kind) or next((made for words, made in _BEGINNINGS.items() if kind.startswith(words)), None)
    if values is not None:
        return _one_of(values)
    if match := _NUMBER.fullmatch(kind):
        return _one_of(_numbers(*match.groups()))
    if match := _LIST.fullmatch(kind):
        return _list(*match.groups())
    if match := _WORD_LIST.fullmatch(kind):
        return _one_of([*_WORD.findall(kind), *(["other"] if match[1] else [])])
    if _NUMBER_LIST.fullmatch(kind):
        return _one_of([int(number) for number in kind.split(" or ")])
    return None


def odd(dice: Dice) -> Any:
    """A value of any kind, mostly not of the one that a key asks for."""
    return copy.deepcopy(dice.pick(_ODD))


def _one_of(values: list[Any]) -> Make:
    return lambda dice: copy.deepcopy(dice.pick(values))


def _numbers(noun: str, first: str | None, last: str | None, above: str | None) -> list[Any]:
    """Numbers of a range: its ends, and some between them."""
    least = 1 if above else -1 if first is None else int(first)
    most = 2**53 - 1 if last is None or "^" in last else int(last)
    whole = [number for number in (least, least + 1, 2, 3, 24, most) if least <= number <= most]
    return whole if noun == "an integer" else [*whole, Raw(f"{least}.5")] if least < most else whole


def count(least: str | None, most: str | None) -> tuple[int, int]:
    """The fewest and the most elements to make of a list with such bounds."""
    fewest = _LEAST_COUNT if least is None else int(least)
    return fewest, max(fewest, min(_MOST_COUNT if most is None else int(most), _MOST_COUNT))


def _list(least: str | None, most: str | None, first: str | None, last: str | None, element: str) -> Make | None:
    make = maker_of(element)
    bounds = count(least or first, most or last)
    return None if make is None else lambda dice: [make(dice) for _ in range(dice.randint(*bounds))]
