"""Every schedule of a few hours: at each one the app asks, or does not, and an answer is one of two buttons."""

from __future__ import annotations

from dataclasses import dataclass, field

from herald_tools.schedules.limits import Record, Shop

Change = tuple[str | None, str | None]


class TooMany(Exception):
    """There are more schedules than are tried."""


def _shown(records: tuple[Record, ...], place: int, now: int, is_deferred: bool = False) -> tuple[Record, ...]:
    return tuple(
        Record((*one.shown, now), one.deferred + is_deferred) if index == place else one
        for index, one in enumerate(records)
    )


def _answers(counts_deferrals: bool) -> list[bool]:
    """The answers that are tried, each true for *later*. Where no rule counts them, one stands for both."""
    return [False, True] if counts_deferrals else [False]


@dataclass
class MostPrompts:
    """The most optional prompts within a length of time, from any beginning on."""

    shop: Shop
    length: int
    end: int
    enough: int
    most: int = 0
    _left: int = 300_000
    _seen: set[object] = field(default_factory=set)

    def search(self) -> int:
        self._from(0, tuple(Record() for _ in self.shop.rules), ())
        return self.most

    def _from(self, now: int, records: tuple[Record, ...], counted: tuple[int, ...]) -> None:
        counted = tuple(time for time in counted if now - time < self.length)
        state = (now, records, counted)
        if self.most >= self.enough or now > self.end or state in self._seen:
            return
        self._seen.add(state)
        self._left -= 1
        if self._left < 0:
            raise TooMany
        decided = self.shop.decide(records, now)
        if decided:
            place, kind = decided
            if kind == "optional":
                self.most = max(self.most, len(counted) + 1)
                for is_deferred in _answers(self.shop.rules[place].deferrals is not None):
                    self._from(now, _shown(records, place, now, is_deferred), (*counted, now))
            else:
                # A force comes again at once; one of them uses up as much as the next.
                self._from(now + 1, _shown(records, place, now), counted)
        self._from(now + 1, records, counted)


@dataclass
class Changes:
    """What two documents show at a question, where it is not the same, after each history that was the same."""

    before: Shop
    after: Shop
    end: int
    prompts: int
    found: set[Change] = field(default_factory=set)
    _left: int = 150_000
    _seen: set[object] = field(default_factory=set)

    def search(self) -> set[Change]:
        self._from(0, tuple(Record() for _ in self.before.rules), tuple(Record() for _ in self.after.rules), 0)
        return self.found

    def _from(self, now: int, own: tuple[Record, ...], others: tuple[Record, ...], prompts: int) -> None:
        state = (now, own, others)
        if now > self.end or prompts > self.prompts or state in self._seen:
            return
        self._seen.add(state)
        self._left -= 1
        if self._left < 0:
            raise TooMany
        first, second = self.before.decide(own, now), self.after.decide(others, now)
        kinds = (first and first[1], second and second[1])
        if kinds[0] != kinds[1]:
            self.found.add(kinds)
        elif first and second:
            for is_deferred in _answers(first[1] == "optional" and self._counts_deferrals(first[0], second[0])):
                self._from(
                    now,
                    _shown(own, first[0], now, is_deferred),
                    _shown(others, second[0], now, is_deferred),
                    prompts + 1,
                )
        self._from(now + 1, own, others, prompts)

    def _counts_deferrals(self, rule: int, other: int) -> bool:
        rules = [self.before.rules[rule], self.after.rules[other]]
        return any(limits.deferrals is not None for limits in rules)
