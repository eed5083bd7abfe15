"""The process is killed at any call, and the same input given again: each event is stored exactly once."""

import random

from herald_tools.faults import logs
from herald_tools.faults.world import Break, World, expect


def one_case(world: World, dice: random.Random) -> None:
    lines = logs.some_lines(dice)
    input = logs.text(lines)
    log = world.files / "log.jsonl"
    log.write_bytes(input)
    earlier = dice.randint(0, len(lines) // 2) if dice.random() < 0.5 else 0
    if earlier:
        world.run("append", "--ledger", world.ledger, input=logs.text(lines[:earlier]))
    command: list[str] = dice.choice([["append"], ["import", str(log)]])
    arguments = [*command, "--ledger", str(world.ledger)]
    # The calls of the same command on a ledger of its own say how many there are to be killed at.
    _, calls = world.record(*command, "--ledger", world.files / "count.sqlite", input=input)
    broken = Break(dice.randint(1, max(call.number for call in calls)), dice.choice(["kill", "killed"]))
    killed = world.run(*arguments, input=input, broken=broken)
    stored = world.exported()
    if command == ["append"]:
        missing = set(logs.acknowledged(killed.output, lines)) - set(stored)
        expect(not missing, f"{len(missing)} acknowledged events are lost after {broken}")
    else:
        expect(
            len(stored) in (earlier, len(lines)), f"half of an import is stored after {broken}: {len(stored)} events"
        )
    again = world.run(*arguments, input=input)
    expect(again.status == 0, f"after {broken} the same command ended with {again.status}: {again.errors[-600:]}")
    world.expect_ledger(lines)
