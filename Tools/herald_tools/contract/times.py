"""Times of events (RFC 3339) and dates of rules, in whole milliseconds since 1970."""

import re
from dataclasses import dataclass, field

MINUTE = 60_000
DAY = 86_400_000
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

_EVENT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})"
    r"(?:\.([0-9]+))?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_RULE = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    r"(?:[ T]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?"
    r"(?: ?(Z|[+-][0-9]{2}(?::?[0-9]{2})?))?)?"
)


@dataclass(frozen=True)
class Moment:
    """An instant, and the wall clock's reading at it."""

    instant: int
    wall: int


# Of an event of an unknown type that has no time: before all others.
NO_TIME = Moment(-(2**63), -(2**63))


@dataclass(frozen=True)
class Bound:
    """A rule's date: an instant, or a reading of the wall clock."""

    value: int
    is_instant: bool
    text: str = field(default="", compare=False)  # as the document writes it

    def of(self, moment: Moment) -> int:
        """What of a moment is compared with this bound."""
        return moment.instant if self.is_instant else moment.wall


def days_before(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 to this date (proleptic Gregorian)."""
    year -= month <= 2
    era, year_of_era = divmod(year, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146_097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719_468


def civil(days: int) -> tuple[int, int, int]:
    """The date that many days after 1970-01-01."""
    era, day_of_era = divmod(days + 719_468, 146_097)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * day_of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year_of_era + era * 400 + (month <= 2), month, day_of_year - (153 * shifted + 2) // 5 + 1


_FIRST = days_before(1, 1, 1) * DAY
_END = days_before(10_000, 1, 1) * DAY


def is_in_years(instant: int) -> bool:
    """Whether an instant lies in the years 1 to 9999."""
    return _FIRST <= instant < _END


def _day_exists(year: int, month: int, day: int) -> bool:
    if year < 1 or not 1 <= month <= 12:
        return False
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= _DAYS[month - 1] + leap


def _offset(text: str) -> int | None:
    """Milliseconds east of UTC; None for an offset that does not exist."""
    if text in ("Z", "z"):
        return 0
    hours, minutes = int(text[1:3]), int(text[3:].removeprefix(":") or 0)
    if hours > 23 or minutes > 59:
        return None
    return (hours * 60 + minutes) * MINUTE * (-1 if text[0] == "-" else 1)


def read_time(text: str) -> Moment | None:
    """An event's time; None for a text that is not a time."""
    match = _EVENT.fullmatch(text)
    if not match:
        return None
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    if not _day_exists(year, month, day) or hour > 23 or minute > 59 or second > 60:
        return None
    offset = _offset(match[8])
    if offset is None:
        return None
    milliseconds = int(((match[7] or "") + "000")[:3])
    wall = days_before(year, month, day) * DAY + (hour * 60 + minute) * MINUTE + second * 1000 + milliseconds
    instant = wall - offset
    return Moment(instant, wall) if _FIRST <= instant < _END else None


def read_bound(text: str) -> Bound | None:
    """A rule's date without white space at its ends; None for a text that is not a date."""
    match = _RULE.fullmatch(text)
    if not match:
        return None
    year, month, day = map(int, match.groups()[:3])
    hour, minute, second = (int(part or 0) for part in match.groups()[3:6])
    milliseconds = int(((match[7] or "") + "000")[:3])
    if not _day_exists(year, month, day) or hour > 23 or minute > 59 or second > 59:
        return None
    wall = days_before(year, month, day) * DAY + (hour * 60 + minute) * MINUTE + second * 1000 + milliseconds
    if match[8] is None:
        return Bound(wall, False)
    offset = _offset(match[8])
    return None if offset is None else Bound(wall - offset, True)


def write_time(instant: int) -> str:
    """In UTC to the millisecond with Z."""
    days, rest = divmod(instant, DAY)
    minutes, milliseconds = divmod(rest, MINUTE)
    return (
        f"{write_day(days)}T{minutes // 60:02d}:{minutes % 60:02d}:"
        f"{milliseconds // 1000:02d}.{milliseconds % 1000:03d}Z"
    )


def write_day(days: int) -> str:
    """The date that many days after 1970-01-01, such as 2026-03-02."""
    year, month, day = civil(days)
    return f"{year:04d}-{month:02d}-{day:02d}"
