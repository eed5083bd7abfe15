"""The power fails at any call: nothing acknowledged is lost, nothing is stored twice, imports are whole or absent."""

import copy
import random

from herald_tools.faults import logs
from herald_tools.faults.disk import Disk
from herald_tools.faults.recorded import Call
from herald_tools.faults.world import Failed, World, expect

LOSSES = 8  # of each recorded command


def one_case(world: World, dice: random.Random) -> None:
    lines = logs.some_lines(dice)
    input = logs.text(lines)
    log = world.folder / "log.jsonl"
    log.write_bytes(input)
    earlier = dice.randint(0, len(lines) // 2) if dice.random() < 0.5 else 0
    if earlier:
        world.run("append", "--ledger", world.ledger, input=logs.text(lines[:earlier]))
    before = Disk(world.files)
    command: list[str] = dice.choice([["append"], ["import", str(log)]])
    arguments = [*command, "--ledger", str(world.ledger)]
    _, calls = world.record(*arguments, input=input)
    for _ in range(LOSSES):
        done = calls[: dice.randint(0, len(calls))]
        _lose_power(world, dice, before, done)
        try:
            _expect_promises(world, command[0], lines, earlier, done)
            again = world.run(*arguments, input=input)
            expect(again.status == 0, f"the next {command[0]} ended with {again.status}: {again.errors[-600:]}")
            world.expect_ledger(lines)
        except Failed as failure:
            raise Failed(f"after a loss at call {len(done)} of {len(calls)} of {command[0]}: {failure}") from None


def _lose_power(world: World, dice: random.Random, before: Disk, done: list[Call]) -> None:
    disk = copy.deepcopy(before)
    for call in done:
        disk.follow(call)
    for file in world.files.iterdir():
        file.unlink()
    disk.lose_power(dice, world.files)


def _expect_promises(world: World, command: str, lines: list[bytes], earlier: int, done: list[Call]) -> None:
    stored = world.exported()
    expect(len(set(stored)) == len(stored), "an event is stored twice")
    expect(set(stored) <= set(lines), "an event is stored that was never given")
    if command == "append":
        output = b"".join(call.data for call in done if call.letter == "A")
        missing = set(logs.acknowledged(output, lines)) - set(stored)
        expect(not missing, f"{len(missing)} acknowledged events are lost")
    else:
        expect(len(stored) in (earlier, len(lines)), f"half of an import is stored: {len(stored)} events")
    expect(set(lines[:earlier]) <= set(stored), "an event of an earlier command is lost")
