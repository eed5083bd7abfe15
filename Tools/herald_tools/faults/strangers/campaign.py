"""The campaign: a class of attack after the other, each drawn from the seed, while honest phones send."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from herald_tools.faults.strangers import bombs, connections, numbers
from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.world import Failed, World


@dataclass(frozen=True)
class Attack:
    """Strangers' deed, and the settings of the server that it is done to."""

    deed: Callable[[Scene], None]
    settings: dict[str, int] = field(default_factory=dict)


ATTACKS = [
    Attack(numbers.in_headers),
    Attack(numbers.in_addresses),
    Attack(numbers.in_events),
    Attack(numbers.in_policies),
    Attack(numbers.in_settings),
    Attack(connections.trickled_bodies, connections.PLACES),
    Attack(connections.trickled_heads, connections.PLACES),
    Attack(connections.silence, connections.PLACES),
    Attack(connections.unread_answers, connections.PLACES),
    Attack(bombs.packed_bodies, bombs.SETTINGS),
    Attack(bombs.announced_lengths, bombs.SETTINGS),
]
# Each takes longer than a few seconds, so that they come after every other attack came once.
LONG_ATTACKS = [Attack(connections.long_trickle, connections.PLACES)]


def one_case(world: World, dice: random.Random) -> None:
    """One attack: the classes come in turn, in an order that is the seed's."""
    rounds, place = divmod(world.number, len(ATTACKS) + (len(LONG_ATTACKS) if world.number >= len(ATTACKS) else 0))
    order = random.Random(f"{world.seed} {min(rounds, 1)}")
    known = ATTACKS if world.number < len(ATTACKS) else [*ATTACKS, *LONG_ATTACKS]
    attack = order.sample(known, len(known))[place]
    name = attack.deed.__name__.replace("_", " ")
    try:
        with Scene(world, dice, **attack.settings) as scene:
            attack.deed(scene)
    except Failed as failure:
        raise Failed(f"{name}: {failure}") from failure
