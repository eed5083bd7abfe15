"""The campaign: a class of attack after the other, each drawn from the seed, while honest phones send."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from herald_tools.faults.strangers import (
    bombs,
    clocks,
    connections,
    files,
    floods,
    numbers,
    owners,
    publishing,
    readers,
    tokens,
)
from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.strangers.speech import GONE
from herald_tools.faults.world import Failed, World


@dataclass(frozen=True)
class Attack:
    """Strangers' deed, and the settings of the server that it is done to."""

    deed: Callable[[Scene], None]
    settings: Mapping[str, object] = field(default_factory=dict)


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
    Attack(floods.made_up_streams, floods.SMALL_LOG),
    Attack(floods.listeners),
    Attack(floods.long_questions),
    Attack(floods.wrong_tokens),
    Attack(owners.others_streams),
    Attack(owners.first_lines),
    Attack(owners.lines_without_salt),
    Attack(owners.allowances, owners.ALLOWANCE),
    Attack(publishing.plain_forms),
    Attack(readers.a_reader_outside, readers.SETTINGS),
    Attack(files.a_ledger_that_goes),
    Attack(files.locked_tokens),
    Attack(files.locked_ledger),
    Attack(files.names_that_collide),
    Attack(files.a_damaged_ledger),
    Attack(tokens.a_listener_who_left),
    Attack(clocks.a_clock_that_is_ahead, clocks.SETTINGS),
]
# Each takes longer than a few seconds, so that they come after every other attack came once.
LONG_ATTACKS = [
    Attack(connections.long_trickle, connections.PLACES),
    Attack(bombs.many_packed_bodies, bombs.SETTINGS),
    Attack(floods.refused_lines, floods.SMALL_LOG),
    Attack(floods.large_documents),
    Attack(publishing.pages_in_a_browser),
    Attack(readers.a_long_question, readers.SETTINGS),
]


def one_case(world: World, dice: random.Random) -> None:
    """One attack: the classes come in turn, in an order that is the seed's."""
    is_first = world.number < len(ATTACKS)
    known = ATTACKS if is_first else [*ATTACKS, *LONG_ATTACKS]
    order = random.Random(f"{world.seed} {is_first}").sample(known, len(known))
    attack = order[(world.number if is_first else world.number - len(ATTACKS)) % len(order)]
    name = attack.deed.__name__.replace("_", " ")
    try:
        with Scene(world, dice, **attack.settings) as scene:
            attack.deed(scene)
    except Failed as failure:
        raise Failed(f"{name}: {failure}") from failure
    except GONE as error:
        raise Failed(f"{name}: the server does not answer: {error!r}") from error
