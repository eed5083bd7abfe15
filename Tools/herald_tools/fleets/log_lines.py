"""Events as lines of a log, and the times in them."""

import json
from functools import lru_cache
from types import SimpleNamespace
from typing import Protocol

from herald_tools.contract.times import DAY, MINUTE, civil
from herald_tools.envelope import LineTemplate

_MINUTES = [f"T{minute // 60:02d}:{minute % 60:02d}:" for minute in range(1440)]


@lru_cache(4096)
def _date(day: int) -> str:
    year, month, day_of_month = civil(day)
    return f"{year:04d}-{month:02d}-{day_of_month:02d}"


@lru_cache(256)
def _zone(minutes: int) -> str:
    if minutes == 0:
        return "Z"
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def written_time(instant: int, zone: int) -> str:
    """RFC 3339 in the zone, to the millisecond."""
    day, rest = divmod(instant + zone * MINUTE, DAY)
    seconds, milliseconds = divmod(rest % MINUTE, 1000)
    return f"{_date(day)}{_MINUTES[rest // MINUTE]}{seconds:02d}.{milliseconds:03d}{_zone(zone)}"


quoted = lru_cache(4096)(lambda text: json.dumps(text, ensure_ascii=False))


TimedLine = tuple[float, str]  # the true time, and the line


class ReadableClock(Protocol):
    """A device's clock at a true time: milliseconds since 1970, and its zone's minutes."""

    def read(self, at: float) -> tuple[int, int]: ...


class StreamLog:
    """The lines of one stream. Each keeps the true time at which it was written, which is in no line."""

    def __init__(self, source: str, name: str, clock: ReadableClock, is_numbered: bool) -> None:
        self.source = source
        self.clock = clock
        self.lines: list[TimedLine] = []
        self._name = name
        self._template = LineTemplate(source, is_numbered)

    def write(self, at: float, type: str, data: str = "") -> tuple[int, int]:
        """Adds an event. `data`: JSON without its outer braces. Returns the event's instant and its wall clock's."""
        instant, zone = self.clock.read(at)
        revision = len(self.lines) + 1
        id = f"{self._name}-{revision:04d}"
        self.lines.append((at, self._template.line(id, type, written_time(instant, zone), revision, data)))
        return instant, instant + zone * MINUTE


def event(trigger: str, times: tuple[int, int], busy: bool = False) -> SimpleNamespace:
    """An event, as far as a decision asks for it."""
    return SimpleNamespace(
        trigger=trigger, time=SimpleNamespace(instant=times[0], wall=times[1]), data={"busy": True} if busy else {}
    )
