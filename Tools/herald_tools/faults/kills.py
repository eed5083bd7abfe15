"""The process is killed at any call, and the same command given again: each event is stored exactly once."""

import random
import shutil

from herald_tools.faults import all_deeds
from herald_tools.faults.world import Break, Failed, World


def one_case(world: World, dice: random.Random) -> None:
    deed = all_deeds.prepared(world, dice)
    before = world.folder / "before-the-kill"
    shutil.copytree(world.files, before)
    # The calls of the same command say how many there are to be killed at.
    _, calls = world.record(*deed.arguments, input=deed.input)
    shutil.rmtree(world.files)
    shutil.copytree(before, world.files)
    broken = Break(dice.randint(1, max(call.number for call in calls)), dice.choice(["kill", "killed"]))
    killed = world.run(*deed.arguments, input=deed.input, broken=broken)
    world.count("kills")
    try:
        deed.check_crash(killed.output, killed.status == 0, thorough=True)
        deed.do_again(thorough=True)
        deed.check_end(thorough=True)
    except Failed as failure:
        raise Failed(f"{deed.name}, after {broken} of {len(calls)} calls: {failure}") from None
