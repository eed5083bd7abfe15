"""Publications at the address of each format, and their times."""

import hashlib
import json
import random
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

from herald_tools.contract.formats.ssvc import bundle_number
from herald_tools.fleets import documents
from herald_tools.fleets.releases import DAY, Store

HOUR = 3_600_000


class Publication:
    """A document from the time at which it was put at its address."""

    def __init__(self, place: int, format: str, at: float, body: str) -> None:
        self.place = place
        self.format = format
        self.at = at
        self.body = body
        self.digest = "sha256:" + hashlib.sha256(body.encode()).hexdigest()
        self.written = json.dumps(body, ensure_ascii=False)


class Channel:
    """All that is published at one address, oldest first."""

    def __init__(self, format: str, published: Iterable[tuple[float, str]]) -> None:
        ordered = sorted(published, key=lambda publication: publication[0])
        self.publications = [Publication(place, format, at, body) for place, (at, body) in enumerate(ordered)]
        self._times = [publication.at for publication in self.publications]

    def newest(self, at: float) -> Publication:
        return self.publications[max(bisect_right(self._times, at) - 1, 0)]


def channels(dice: random.Random, days: float, first_day: str, stores: dict[str, Store]) -> dict[str, Channel]:
    """By format. `first_day`: the date of the fleet's first day."""
    published = {
        "herald": _herald(dice, days, first_day, stores),
        "itunes": _itunes(stores["ios"]),
        "ssvc": _ssvc(stores["ios"]),
        "table": _table(stores["android"]),
        "umeng": _umeng(stores["android"]),
    }
    return {format: Channel(format, list(bodies)) for format, bodies in published.items()}


def _herald(dice: random.Random, days: float, first_day: str, stores: dict[str, Store]) -> Iterator[tuple[float, str]]:
    revision, forced = 0, "1.9"
    campaign: tuple[str, str] | None = None
    last: str | None = None
    campaigns = _campaigns(dice, days, first_day)
    releases = stores["android"].releases
    present = stores["android"].newest(0)[0]  # what the first day's document offers
    for number, release in enumerate(releases[present:]):
        at = max(release.at + 18 * HOUR, 0)
        android, (_, ios) = release.version, stores["ios"].newest(at)
        if number % 4 == 2:
            forced = releases[present + number - 3].version
        while campaigns and campaigns[0][0] <= at + 5 * DAY:
            campaign = campaigns.pop(0)[1]
        upcoming = next((one.version for one in stores["ios"].releases if one.at > at), None)
        common: dict[str, Any] = {"forced": forced, "campaign": campaign, "push_on_foreground": number % 3 == 1}
        for after, rollout in ((0, 20), (3 * DAY, 100)):
            revision += 1
            body = documents.herald(
                revision,
                android,
                ios.version,
                rollout=rollout,
                odd=revision % 7 == 5,
                review=upcoming if not after else None,
                **common,
            )
            yield at + after, body
            last, before = body, last
            if dice.random() < 0.5 and before:
                yield from _accident(dice, at + after + DAY, body, before)


def _accident(dice: random.Random, at: float, body: str, before: str) -> Iterator[tuple[float, str]]:
    """For some hours another body is at the address: an older revision, an error page, another app's, or a typo."""
    wrong = dice.choice([before, before, documents.maintenance(), documents.other_package(), body[:-1] + ",}}"])
    yield at, wrong
    yield at + int(dice.uniform(2, 30) * HOUR), body


def _campaigns(dice: random.Random, days: float, first_day: str) -> list[tuple[float, tuple[str, str]]]:
    at, result = dice.uniform(10, 20), []
    while at < days:
        begin = date.fromisoformat(first_day) + timedelta(days=int(at))
        result.append((at * DAY, (begin.isoformat(), (begin + timedelta(days=6)).isoformat())))
        at += dice.uniform(25, 35)
    return result


def _itunes(store: Store) -> Iterator[tuple[float, str]]:
    for release in store.releases[2:]:
        yield release.at + 5 * HOUR, documents.itunes(release.version)


def _ssvc(store: Store) -> Iterator[tuple[float, str]]:
    for place, release in enumerate(store.releases):
        minimum = bundle_number(store.releases[max(place - 4, 0)].version)
        yield release.at + HOUR, documents.ssvc(minimum, release.version)


def _table(store: Store) -> Iterator[tuple[float, str]]:
    versions = [release.version for release in store.releases]
    for place, release in enumerate(store.releases[2:], 3):
        yield release.at + 2 * DAY, documents.table(versions[:place], place - 5)


def _umeng(store: Store) -> Iterator[tuple[float, str]]:
    for release in store.releases[1:]:
        yield release.at + 6 * HOUR, documents.umeng(release.version)
