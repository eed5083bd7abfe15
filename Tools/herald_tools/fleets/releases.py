"""The app's releases: versions that come out one after the other, in each store on its own day."""

import random
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

DAY = 86_400_000


@dataclass(frozen=True)
class Release:
    version: str
    code: int
    at: int  # milliseconds since the fleet's first day; before 0 what was there already


class Store:
    """All releases in one store, oldest first."""

    def __init__(self, releases: list[Release]) -> None:
        self.releases = releases
        self._times = [release.at for release in releases]

    def newest(self, at: float) -> tuple[int, Release]:
        """The release that the store offers at a time, and its place."""
        place = max(bisect_right(self._times, at) - 1, 0)
        return place, self.releases[place]


def stores(dice: random.Random, days: float) -> dict[str, Store]:
    """Android's and Apple's store: the same versions, Apple's some days later and not all of them."""
    android, ios = [], []
    for number, (version, code, at) in enumerate(_versions(dice, days)):
        android.append(Release(version, code, at))
        if number < 5 or dice.random() < 0.85:
            ios.append(Release(version, code, at + int(dice.uniform(0.2, 3) * DAY)))
    return {"android": Store(android), "ios": Store(ios)}


def _versions(dice: random.Random, days: float) -> Iterator[tuple[str, int, int]]:
    """Five versions before the first day, then one about every nine days: fixes, features, once a great one."""
    parts = [1, 8, 0]
    at = -150.0 * DAY
    great = dice.uniform(0.45, 0.6) * days * DAY
    while at < days * DAY:
        yield _written(parts), parts[0] * 10_000 + parts[1] * 100 + parts[2], int(at)
        at += dice.uniform(25, 36) * DAY if at < -30 * DAY else dice.uniform(5, 13) * DAY
        if (parts[0] == 1 and at > -40 * DAY) or (parts[0] == 2 and at > great):
            parts = [parts[0] + 1, 0, 0] if parts[0] == 2 else [2, 8, 0]
        elif dice.random() < 0.35:
            parts[2] += 1
        else:
            parts[1], parts[2] = parts[1] + 1, 0


def _written(parts: list[int]) -> str:
    return ".".join(map(str, parts if parts[2] else parts[:2]))
