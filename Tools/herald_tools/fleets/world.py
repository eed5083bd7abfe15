"""The world of a seed: what all installations of a fleet have in common."""

import random

from herald_tools.fleets.clock import epoch_of
from herald_tools.fleets.prompt_choice import PromptChoice
from herald_tools.fleets.publications import channels
from herald_tools.fleets.releases import DAY, stores
from herald_tools.fleets.vocabulary import STORE, URLS

Push = tuple[float, str, str]  # when, target version, kind


class World:
    """Releases, documents and pushes of a seed. Times are milliseconds since the fleet's first day, UTC.

    `brings_documents`: each installation writes a document when it first gets it; otherwise installation 0 alone,
    which then fetches each document as soon as it is published.
    """

    def __init__(self, seed: str, days: int, first_day: str, brings_documents: bool) -> None:
        self.seed, self.days, self.epoch = seed, days, epoch_of(first_day)
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
