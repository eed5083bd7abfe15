"""The power fails at any call: nothing acknowledged is lost, nothing is stored twice, deeds are whole or undone."""

import copy
import random

from herald_tools.faults import all_deeds
from herald_tools.faults.disk import Disk
from herald_tools.faults.recorded import Call
from herald_tools.faults.world import Failed, World

_THOROUGH = 20  # one loss in this number is checked with the program's own export and audit too


def one_case(world: World, dice: random.Random) -> None:
    deed = all_deeds.prepared(world, dice)
    before = Disk(world.files)
    _, calls = world.record(*deed.arguments, input=deed.input)
    for _ in range(world.losses):
        # At times after the last one: what a command said at its end is then to be kept.
        done = calls if dice.randrange(10) == 0 else calls[: dice.randint(0, len(calls))]
        _lose_power(world, dice, before, done)
        thorough = dice.randrange(_THOROUGH) == 0
        output = b"".join(call.data for call in done if call.letter == "A")
        world.count("losses")
        try:
            deed.check_crash(output, len(done) == len(calls), thorough)
            deed.do_again(thorough)
            deed.check_end(thorough)
        except Failed as failure:
            raise Failed(f"after a loss at call {len(done)} of {len(calls)} of {deed.name}: {failure}") from None


def _lose_power(world: World, dice: random.Random, before: Disk, done: list[Call]) -> None:
    disk = copy.deepcopy(before)
    for call in done:
        disk.follow(call)
    for file in world.files.iterdir():
        file.unlink()
    disk.lose_power(dice, world.files)
