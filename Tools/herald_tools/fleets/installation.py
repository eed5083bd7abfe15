"""An installation at a moment: its log so far, what it remembers, and how its time passes."""

import random

from herald_tools.fleets.log_lines import StreamLog
from herald_tools.fleets.state import Memory
from herald_tools.fleets.users import Person
from herald_tools.fleets.world import World


class Installation:
    """Writes one installation's log, event after event in true time."""

    def __init__(self, dice: random.Random, world: World, person: Person, source: str, name: str) -> None:
        self.dice, self.world, self.person = dice, world, person
        self.log = StreamLog(source, name, person.clock, person.writes_revisions)
        self.name = name
        self.memory = Memory(source)
        self.at = 0.0

    def write(self, type: str, data: str = "", after: float = 40) -> tuple[int, int]:
        """Adds an event after a while, so that no two events share a moment in truth."""
        self.at += after + self.dice.random() * 400
        times = self.log.write(self.at, type, data)
        self.memory.pass_time(times[0])
        return times
