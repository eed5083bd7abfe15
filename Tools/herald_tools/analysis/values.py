"""Values of properties that tell parts of filters, targets and languages apart."""

import re
from collections.abc import Iterable, Iterator
from itertools import product

from herald_tools.contract import filters
from herald_tools.contract.times import Bound
from herald_tools.contract.versions import read_version

_ORDER = re.compile(r"<>|<=|>=|<|>")
_VERSION = re.compile(r"\b\d[\d.]{0,18}\d\b|\b\d\b")
_MOST_OFFERED = 12
_HIGHEST_BUNDLE_NUMBER = 0x999980FF
_LETTERS = "ab"
_LONGEST = 4
_FILLINGS = ("", "x", "0", "5")
USUAL = (None, "", "v2", "zz")


def values_for(texts: Iterable[str]) -> list[str]:
    """Values that parts of filters tell apart: what equals them, lies beside them, or meets two at once."""
    parts = sorted({part.removeprefix("!") for text in texts for part in filters.parts_of(text)})
    found = {value for part in parts for value in _of_part(part)}
    wildcards = [part for part in parts if "*" in part and not _ORDER.match(part)]
    for first, second in product(wildcards, repeat=2):
        found |= {first.replace("*", second.replace("*", "")), (first + second).replace("*", "")}
        found.add(_overlapped(first, second))
    found = {value.replace("*", "").replace("?", "x") for value in found}
    if _are_letters(parts):
        found |= set(_WORDS)
    return sorted(found)


def _of_part(part: str) -> Iterator[str]:
    if part == "''":
        return
    order = _ORDER.match(part)
    if order:
        yield from versions_around(part[order.end() :])
    elif "*" in part:
        yield from (
            part.replace("*", filling).replace("?", letter) for filling in _FILLINGS for letter in ("x", "a", "1")
        )
    else:
        yield from (part, part + "x", *versions_around(part))


def _overlapped(first: str, second: str) -> str:
    """The two without asterisks, their common letters written once."""
    left, right = first.replace("*", ""), second.replace("*", "")
    for length in range(min(len(left), len(right)), 0, -1):
        if left.endswith(right[:length]):
            return left + right[length:]
    return left + right


def versions_around(text: str) -> list[str]:
    """A version, those just beside it, and one for each kind of change that leads to it."""
    version = read_version(text)
    if version is None:
        return []
    numbers, found = version.numbers, [text, text + ".1", text + "-a"]
    for place, number in enumerate(numbers):
        found.append(_written([*numbers[:place], number + 1]))
        if number > 0:
            found.append(_written([*numbers[:place], number - 1]))
    return [*found, _written([*numbers, *[0] * (3 - len(numbers)), 0, 1]), "0", "999"]


def offered_versions(body: str) -> list[str]:
    """Versions around whatever may be one in a document, and around those whose bundle numbers it has."""
    tokens = list(dict.fromkeys(_VERSION.findall(body)))[:_MOST_OFFERED]
    bundles = [f"{number >> 24:x}.{number >> 20 & 15:x}.{number >> 16 & 15:x}" for number in _bundle_numbers(tokens)]
    found = [version for text in (*tokens, *bundles) for version in versions_around(text)]
    return list(dict.fromkeys(["0.1", "1.0", "2.0", "10.0", *found]))


def _bundle_numbers(tokens: list[str]) -> list[int]:
    return [int(token) for token in tokens if token.isdecimal() and int(token) <= _HIGHEST_BUNDLE_NUMBER]


def _written(numbers: list[int]) -> str:
    return ".".join(map(str, numbers))


def _are_letters(parts: list[str]) -> bool:
    """True for parts over a small alphabet, of which all words up to a length are tried."""
    return bool(parts) and all(part == "''" or set(part) <= set(_LETTERS + "*?") for part in parts)


# With `x` for any letter that no part names.
_WORDS = ["".join(word) for length in range(_LONGEST + 1) for word in product(_LETTERS + "x", repeat=length)]


def language_tags(keys: Iterable[str]) -> list[str]:
    """Tags that find each of the languages, or none of them."""
    found = {key for key in keys if key not in ("", "*")}
    return sorted(found | {key.split("-")[0] for key in found} | {"fr", "en", "en-GB"})


def instants_around(bound: Bound) -> list[int]:
    """The milliseconds at a bound and beside it."""
    return [bound.value - 1, bound.value, bound.value + 1]
