"""A fleet of a seed: each of its installations, the same however many there are."""

import hashlib
import random

from herald_tools.fleets.document_stream import document_stream
from herald_tools.fleets.lifecycle import Lifecycle
from herald_tools.fleets.log_lines import TimedLine
from herald_tools.fleets.releases import DAY
from herald_tools.fleets.users import Person
from herald_tools.fleets.world import World


class Fleet:
    """Installations of one world, by number. `brings_documents` is explained at `World`."""

    def __init__(
        self, seed: str, days: int = 120, first_day: str = "2026-03-02", brings_documents: bool = True
    ) -> None:
        self.seed = seed
        self.world = World(seed, days, first_day, brings_documents)

    def installation(self, number: int) -> list[TimedLine]:
        """The lines of a device, (true time, line), in the order of its streams; a reinstall begins another stream."""
        world = self.world
        if number == 0 and not world.brings_documents:
            return document_stream(*self._named(0, 0), world.epoch, world.channels, world.days * DAY)
        dice = random.Random(f"{self.seed} {number}")
        person = Person(dice, number, world.days, world.epoch)
        ends = [person.until]
        if person.reinstalls is not None:
            ends.insert(0, person.since + person.reinstalls * (person.until - person.since))
        lines, since = [], person.since
        for generation, until in enumerate(ends):
            source, name = self._named(number, generation)
            lines += Lifecycle(dice, world, person, source, name).live(since, until)
            since = until
        return lines

    def _named(self, number: int, generation: int) -> tuple[str, str]:
        digest = hashlib.sha256(f"{self.seed} {number} {generation}".encode()).hexdigest()
        return f"/installations/{digest[:16]}", digest[:8]
