"""Inputs that were damaged at random: no crash, no hang, bounded memory, and an error in four parts."""

import gzip
import json
import random
from pathlib import Path

from herald_tools.faults import bombs, logs
from herald_tools.faults.world import World, expect
from herald_tools.paths import ROOT

# Bytes of address space. What is refused is refused long before; a program that asks for more is ended by the system.
MEMORY = 1 << 30

_STEPS = [
    "launch",
    "check",
    "foreground",
    "push https://example.com/",
    "background",
    "choose update",
    "clock +3h",
    "operation x",
]
_CONDITIONS = [
    "visible.rule == update:7",
    "counts.launches >= 2 and not latch",
    "properties['a'] == 'b' or user",
    "event.data.deep.n > 2 or event.type ~ PROMPT",
    "records['update:7'].unanswered >= 1 and policy != 2c839d93",
    "audit.missed > 0 or gaps == 0 and zone == 60",
]
_TOKENS = [
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"\\",
    b",",
    b":",
    b"null",
    b"-1e999",
    b"\xff",
    b"\x00",
    b"\n",
    b"\\ud800",
    b"'",
    b"<",
]
_PROPERTIES = ["--property", "appPackageName=a", "--property", "appVersionName=1.0"]


def one_case(world: World, dice: random.Random) -> None:
    kind = dice.choice(sorted(_KINDS))
    arguments, input = _KINDS[kind](world, dice)
    run = world.run_limited(*arguments, input=input, memory=MEMORY)
    world.count("inputs")
    what = f"`{' '.join(map(str, arguments))}`, {kind}"
    expect(run.status in (0, 1, 2, 3, 64), f"{what} ended with {run.status}: {run.errors[-600:]}")
    if run.status not in (0, 64) and not run.output:
        run.expect_explained(what)


def damaged(content: bytes, dice: random.Random) -> bytes:
    """Some bytes, or a piece of them, changed, left out, repeated or put elsewhere."""
    result = bytearray(content)
    for _ in range(dice.choice([1, 1, 1, 2, 5, 20])):
        place = dice.randint(0, len(result))
        length = dice.choice([1, 1, 2, 8, 64, 4096])
        piece = bytes(result[place : place + length])
        how = dice.randint(0, 5)
        if how == 0 and piece:
            result[place] = dice.randint(0, 255)
        elif how == 1:
            del result[place : place + length]
        elif how == 2:
            result[place:place] = piece * dice.choice([1, 2, 100])
        elif how == 3:
            result[place:place] = dice.choice(_TOKENS) * dice.choice([1, 1, 3, 1000])
        elif how == 4 and piece:
            result[place] ^= 1 << dice.randint(0, 7)
        else:
            other = dice.randint(0, len(result))
            result[other:other] = piece
    return bytes(result)


def _log(world: World, dice: random.Random) -> tuple[list[str | Path], bytes]:
    file = world.files / "log.jsonl"
    file.write_bytes(damaged(logs.text(logs.some_lines(dice, 12)), dice))
    command: list[str] = dice.choice(
        [["replay"], ["replay", "--states", "--skip-invalid"], ["audit"], ["why"], ["effect"]]
    )
    return [command[0], file, *command[1:]], b""


def _appended(world: World, dice: random.Random) -> tuple[list[str | Path], bytes]:
    return ["append", "--ledger", world.ledger], damaged(logs.text(logs.some_lines(dice, 12)), dice)


def _policy(world: World, dice: random.Random) -> tuple[list[str | Path], bytes]:
    documents = sorted(ROOT.glob("Events/*/*/documents/*.json"))
    file = world.files / "policy.json"
    file.write_bytes(damaged(dice.choice(documents).read_bytes(), dice))
    if dice.random() < 0.5:
        return ["lint", file], b""
    return ["check", "--policy", file, *_PROPERTIES], b""


def _archive(world: World, dice: random.Random) -> tuple[list[str | Path], bytes]:
    file = world.files / "log.jsonl.gz"
    file.write_bytes(damaged(gzip.compress(logs.text(logs.some_lines(dice, 12)), mtime=0), dice))
    return ["replay", file], b""


def _script(world: World, dice: random.Random) -> tuple[list[str | Path], bytes]:
    policy, script = world.files / "policy.json", world.files / "steps.txt"
    policy.write_text(json.dumps({"packageName": "a"}))
    script.write_bytes(damaged("\n".join(dice.choices(_STEPS, k=6)).encode(), dice))
    options: list[str | Path] = ["--policy", policy, "--ledger", world.ledger, "--script", script]
    return ["run", *options, *_PROPERTIES], b""


def _condition(world: World, dice: random.Random) -> tuple[list[str | Path], bytes]:
    file = world.files / "log.jsonl"
    file.write_bytes(logs.text(logs.some_lines(dice, 6)))
    condition = damaged(dice.choice(_CONDITIONS).encode(), dice).replace(b"\0", b"").decode("utf-8", "replace")
    # A longer argument is refused by the system.
    condition = condition[:10_000]
    commands: list[list[str | Path]] = [
        ["bisect", file, "--until-condition", condition],
        ["find", file, "--ever", "--where", condition],
    ]
    return dice.choice(commands), b""


_KINDS = {
    "a damaged log": _log,
    "damaged events": _appended,
    "a damaged policy": _policy,
    "a damaged archive": _archive,
    "a damaged script": _script,
    "a damaged condition": _condition,
    "a bomb": bombs.one,
}
