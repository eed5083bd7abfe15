"""The commands that power losses and kills break."""

import random

from herald_tools.faults.deeds import Append, Deed, Import, Migration
from herald_tools.faults.forgetting import Forget
from herald_tools.faults.tables import Tables
from herald_tools.faults.world import World

_DEEDS: tuple[type[Deed], ...] = (Append, Append, Import, Import, Migration, Forget, Tables)


def prepared(world: World, dice: random.Random) -> Deed:
    """One of the commands, ready in its world."""
    return dice.choice(_DEEDS)(world, dice)
