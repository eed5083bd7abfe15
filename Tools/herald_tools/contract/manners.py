"""When and how a rule asks, beyond its filters, dates and counts, and what a document asks of all its rules."""

from dataclasses import dataclass, field

from herald_tools.contract.times import Bound, Moment

HOUR = 3_600_000


@dataclass(frozen=True)
class Cap:
    count: int
    period: int

    def is_full(self, showings: list[int], now: int) -> bool:
        return sum(now - shown < self.period for shown in showings) >= self.count


@dataclass
class Deadline:
    at: Bound | None
    after_first_shown: int | None
    deferrals: int | None
    grace: int | None
    becomes: str
    reminders: list[tuple[int, int]]  # within, period

    def counts_a_target(self) -> bool:
        return self.after_first_shown is not None or self.deferrals is not None


@dataclass
class Variant:
    id: str
    weight: int
    languages: list[str]


@dataclass
class Phases:
    start: Bound
    steps: list[int]
    interval: int
    paused: Bound | None

    def share(self, now: Moment) -> int:
        """The share at a moment, in hundredths of a percent."""
        start, time = instant_of(self.start, now), now.instant
        if time < start:
            return 0
        if self.paused is not None:
            paused = instant_of(self.paused, now)
            if paused < start:
                return 0
            time = min(time, paused)
        return self.steps[min(len(self.steps) - 1, (time - start) // self.interval)]

    def instants(self, now: Moment) -> list[int]:
        """The beginning of each step that is reached, at the offset of a moment."""
        start = instant_of(self.start, now)
        beginnings = [start + self.interval * place for place in range(len(self.steps))]
        paused = None if self.paused is None else instant_of(self.paused, now)
        return [instant for instant in beginnings if paused is None or instant <= paused]


def instant_of(bound: Bound, now: Moment) -> int:
    """The instant of a date, at the offset of a moment."""
    return bound.value if bound.is_instant else bound.value - (now.wall - now.instant)


@dataclass
class Manners:
    triggers: list[str] | None = None
    segments: list[tuple[dict[str, str], bool]] = field(default_factory=list)  # filters, and whether they must match
    update_types: list[str] | None = None
    released_for: int | None = None
    caps: list[Cap] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    force_types: list[str] = field(default_factory=list)
    deadline: Deadline | None = None
    variants: list[Variant] = field(default_factory=list)
    quiet: tuple[int, int] | None = None  # minutes of the day
    holdout: tuple[str, int] | None = None
    weekdays: list[str] | None = None
    forced_languages: list[str] | None = None  # the languages of the forced phase; None: no texts of its own


@dataclass
class Attention:
    """What a document asks of all its rules together."""

    caps: list[Cap] = field(default_factory=list)
    groups: dict[str, list[Cap]] = field(default_factory=dict)
    holdout: tuple[str, int] | None = None
    quiet: tuple[int, int] | None = None  # minutes of the day
    segments: dict[str, dict[str, str]] = field(default_factory=dict)
