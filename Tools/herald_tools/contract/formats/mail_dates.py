"""Dates as mail and feeds write them (`ContractFormats.md`, appcast)."""

import re

from herald_tools.contract.times import Bound, days_before, read_bound

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_ZONES = {"": 0, "ut": 0, "gmt": 0, "utc": 0, "z": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420}
_ZONES |= {"mdt": -360, "pst": -480, "pdt": -420, "cet": 60, "cest": 120, "eet": 120, "eest": 180, "bst": 60}
_ZONES |= {"ist": 330, "jst": 540}
_OFFSET = re.compile(r"(?:gmt|utc)?([+-])([0-9]{1,2})(?::?([0-9]{2}))?", re.ASCII)
_PLAIN = re.compile(r"([0-9]{1,2}) ([a-z]{3,}\.?) ([0-9]{4}|[0-9]{2}) ([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(.*)")


def read_date(text: str | None) -> Bound | None:
    """A date of mail, else one of a policy."""
    if not text:
        return None
    return _of_mail(text.lower()) or read_bound(text)


def _of_mail(text: str) -> Bound | None:
    words = _without_comments(text).replace(",", " ").split()
    if words and not words[0][0].isdecimal():
        if not (_names(words[0], _DAYS) or text.strip().startswith(words[0] + ",")):
            return None
        words = words[1:]
    if words and words[0].count("-") == 2:
        words[:1] = words[0].split("-")
    match = _PLAIN.fullmatch(" ".join(words[:4]) + "".join(words[4:])) if len(words) >= 4 else None
    if not match:
        return None
    day, year, hour, minute, second = (int(match[at] or 0) for at in (1, 3, 4, 5, 6))
    if len(match[3]) == 2:
        year += 2000 if year < 50 else 1900
    month = next((at for at, name in enumerate(_MONTHS, 1) if _names(match[2], (name,))), 0)
    zone = _zone(match[7])
    if not month or zone is None or not year or hour > 23 or minute > 59 or second > 59:
        return None
    start = days_before(year, month, day)
    if not 1 <= day <= days_before(year + month // 12, month % 12 + 1, 1) - days_before(year, month, 1):
        return None
    return Bound(((start * 24 + hour) * 60 + minute - zone) * 60_000 + second * 1000, True)


def _without_comments(text: str) -> str:
    """The text without what stands in parentheses."""
    result, depth = "", 0
    for character in text:
        depth += character == "("
        if depth == 0:
            result += character
        depth -= character == ")" and depth > 0
    return result


def _names(word: str, names: tuple[str, ...]) -> bool:
    """A name, or its first letters, at least three."""
    word = word.removesuffix(".")
    return len(word) >= 3 and any(name.startswith(word) for name in names)


def _zone(text: str) -> int | None:
    """Minutes east of Greenwich."""
    if text in _ZONES:
        return _ZONES[text]
    match = _OFFSET.fullmatch(text)
    if not match or int(match[2]) > 23 or int(match[3] or 0) > 59:
        return None
    return (int(match[2]) * 60 + int(match[3] or 0)) * (-1 if match[1] == "-" else 1)
