"""Inputs that grow: small archives of much, deep nesting, long numbers and names, many of anything."""

import gzip
import json
import random
from pathlib import Path

from herald_tools.faults import logs
from herald_tools.faults.world import World

_MANY = (10_000, 100_000, 1_000_000)
_PROPERTIES: list[str | Path] = ["--property", "appPackageName=a", "--property", "appVersionName=1.0"]
Command = tuple[list[str | Path], bytes]


def one(world: World, dice: random.Random) -> Command:
    return dice.choice((_archive, _log, _policy, _condition, _script))(world, dice)


def _archive(world: World, dice: random.Random) -> Command:
    """Many megabytes in less than one: zeros, blanks, newlines, or one event again and again."""
    line = logs.text(logs.some_lines(dice, 2)[:1])
    piece = dice.choice([b"\0", b" ", b"\n", b"[", b'"', line]) * (1 << 20 if dice.random() < 0.5 else 100_000)
    file = world.files / "log.jsonl.gz"
    # The members of an archive follow each other, so that this is fast.
    file.write_bytes(gzip.compress(piece[: 8 << 20], mtime=0) * dice.choice([1, 4, 16]))
    return ["replay", file, *dice.choice([[], ["--skip-invalid"]])], b""


def _log(world: World, dice: random.Random) -> Command:
    event = json.loads(logs.some_lines(dice, 2)[0])
    many = dice.choice(_MANY)
    event["data"] = dice.choice(
        [
            {"properties": {f"p{number}": "v" for number in range(many)}},
            {"properties": {"p": "x" * many}},
            {"p": [[] for _ in range(many)]},
        ]
    )
    line = json.dumps(event).encode()
    deep = b"[" * many + b"]" * many
    text = dice.choice([line, line[:-1] + b',"x":' + deep + b"}", b'{"id":' + b"9" * many + b"}", deep])
    file = world.files / "log.jsonl"
    file.write_bytes(text + b"\n")
    return [dice.choice(["replay", "audit", "report"]), file], b""


def _policy(world: World, dice: random.Random) -> Command:
    many = dice.choice(_MANY)
    filters = "a == 'b' and " * (many // 10) + "a == 'b'"
    text = dice.choice(
        [
            '{"packageName":"a","updates":[' + ",".join(["{}"] * many) + "]}",
            '{"packageName":"a","x":' + "[" * many + "]" * many + "}",
            '{"packageName":"a","x":' + "9" * many + "}",
            '{"packageName":"a","updates":[{"filters":' + json.dumps("(" * many + ")" * many) + "}]}",
            '{"packageName":"a","updates":[{"filters":' + json.dumps(filters) + "}]}",
            '{"packageName":"a","updates":[{"filters":' + json.dumps("a ~= '" + "(a*)*" * (many // 100) + "'") + "}]}",
            "<a>" * many,
        ]
    )
    file = world.files / "policy.json"
    file.write_text(text)
    formats = [[], ["--policy-format", dice.choice(["turkcell", "ssvc", "appcast", "storepage", "itunes"])]]
    if dice.random() < 0.5:
        return ["lint", file, *dice.choice(formats)], b""
    return ["check", "--policy", file, *_PROPERTIES], b""


def _condition(world: World, dice: random.Random) -> Command:
    file = world.files / "log.jsonl"
    file.write_bytes(logs.text(logs.some_lines(dice, 6)))
    many = 10_000
    condition = dice.choice(["(" * many, "not " * many + "user", "user or " * many + "user", "user == '" + "x" * many])
    return ["bisect", file, "--until-condition", condition], b""


def _script(world: World, dice: random.Random) -> Command:
    policy, script = world.files / "policy.json", world.files / "steps.txt"
    policy.write_text(json.dumps({"packageName": "a"}))
    step = dice.choice(["clock +9999999999999h", "operation " + "x" * 100_000, "push " + "a" * 100_000, "clock +1s"])
    script.write_text("\n".join([step] * dice.choice([1, 20])))
    return ["run", "--policy", policy, "--ledger", world.ledger, "--script", script, *_PROPERTIES], b""
