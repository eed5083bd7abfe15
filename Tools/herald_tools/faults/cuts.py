"""A ledger is cut at any length, or a bit of it flipped: the same answer, or an error that says where."""

import random

from herald_tools.faults import logs
from herald_tools.faults.world import World, expect

QUESTIONS = (["replay", "--decisions", "--states"], ["export"], ["export", "--table", "decisions"])


def cut(world: World, dice: random.Random) -> None:
    content = _ledger(world, dice)
    length = dice.choice([dice.randint(1, len(content) - 1), dice.randint(2, 200), 4096 * dice.randint(1, 20)])
    _expect_same_or_error(world, content[:length], f"cut at {min(length, len(content))} of {len(content)} bytes")


def flip(world: World, dice: random.Random) -> None:
    content = bytearray(_ledger(world, dice))
    place, bit = dice.randint(0, len(content) - 1), dice.randint(0, 7)
    content[place] ^= 1 << bit
    _expect_same_or_error(world, bytes(content), f"with bit {bit} of byte {place} flipped")


def _ledger(world: World, dice: random.Random) -> bytes:
    log = world.files / "log.jsonl"
    log.write_bytes(logs.text(logs.some_lines(dice, 40)))
    world.run("import", log, "--ledger", world.ledger)
    return world.ledger.read_bytes()


def _expect_same_or_error(world: World, damaged: bytes, what: str) -> None:
    expected = [world.run(words[0], world.ledger, *words[1:]).output for words in QUESTIONS]
    world.ledger.write_bytes(damaged)
    for words, answer in zip(QUESTIONS, expected):
        run = world.run(words[0], world.ledger, *words[1:])
        name = f"`{' '.join(words)}` of a ledger {what}"
        if run.status != 0:
            run.expect_explained(name, (1, 2, 3))
        else:
            expect(run.output == answer, f"{name} gives another answer with status 0")
