"""A fleet of a seed: what all of its installations have in common, and each of them."""

import hashlib
import random
from datetime import date

from herald_tools.fleets.document_stream import document_stream
from herald_tools.fleets.lifecycle import Lifecycle
from herald_tools.fleets.log_lines import TimedLine
from herald_tools.fleets.prompt_choice import PromptChoice
from herald_tools.fleets.publications import channels
from herald_tools.fleets.releases import DAY, stores
from herald_tools.fleets.users import Person
from herald_tools.fleets.vocabulary import STORE, URLS

_UNIX = date(1970, 1, 1).toordinal()


Push = tuple[float, str, str]  # when, target version, kind


class Fleet:
    """Releases, documents and pushes of a seed. Times are milliseconds since the fleet's first day, UTC.

    `brings_documents`: each installation writes a document when it first gets it; otherwise installation 0 alone,
    which then fetches each document as soon as it is published.
    """

    def __init__(
        self, seed: str, days: int = 120, first_day: str = "2026-03-02", brings_documents: bool = True
    ) -> None:
        self.seed, self.days, self.first_day = seed, days, first_day
        self.epoch = (date.fromisoformat(first_day).toordinal() - _UNIX) * DAY
        self.brings_documents = brings_documents
        dice = random.Random(f"{seed} world")
        self.stores = stores(dice, days)
        self.channels = channels(dice, days, first_day, self.stores)
        self.prompt_choice = PromptChoice(self.channels, URLS, STORE)
        self.pushes = self._pushes(dice)

    def _pushes(self, dice: random.Random) -> list[Push]:
        """Now and then a push asks everybody to update, or speaks of something else."""
        result, at = [], dice.uniform(5, 20) * DAY
        while at < self.days * DAY:
            target = self.stores["android"].newest(at)[1].version
            result.append((at, target, "forceUpdate" if dice.random() < 0.4 else "news"))
            at += dice.uniform(15, 30) * DAY
        return result

    def date(self, day: int) -> str:
        return date.fromordinal(_UNIX + self.epoch // DAY + day).isoformat()

    def installation(self, number: int) -> list[TimedLine]:
        """The lines of a device, (true time, line), in the order of its streams; a reinstall begins another stream."""
        if number == 0 and not self.brings_documents:
            return document_stream(*self._named(0, 0), self.epoch, self.channels, self.days * DAY)
        dice = random.Random(f"{self.seed} {number}")
        person = Person(dice, number, self.days, self.epoch)
        ends = [person.until]
        if person.reinstalls is not None:
            ends.insert(0, person.since + person.reinstalls * (person.until - person.since))
        lines, since = [], person.since
        for generation, until in enumerate(ends):
            source, name = self._named(number, generation)
            lines += Lifecycle(dice, self, person, source, name).live(since, until)
            since = until
        return lines

    def _named(self, number: int, generation: int) -> tuple[str, str]:
        digest = hashlib.sha256(f"{self.seed} {number} {generation}".encode()).hexdigest()
        return f"/installations/{digest[:16]}", digest[:8]
