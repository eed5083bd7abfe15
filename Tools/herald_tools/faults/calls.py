"""One call fails: the command succeeds or says what failed, nothing is half written, and repeating it succeeds."""

import errno
import random

from herald_tools.faults import logs
from herald_tools.faults.world import Break, World, expect

KINDS = ("EIO", "ENOSPC", "EDQUOT", "EINTR", "EACCES", "EMFILE", "short")
TABLE = "events.csv"


def one_case(world: World, dice: random.Random) -> None:
    lines = logs.some_lines(dice)
    input = logs.text(lines)
    log = world.files / "log.jsonl"
    log.write_bytes(input)
    command = dice.choice(["append", "import", "export", "replay", "audit"])
    arguments = _arguments(command, world)
    if command in ("export", "replay", "audit"):
        world.run("import", log, "--ledger", world.ledger)
    calls = _count(world, command, input)
    name = dice.choice(KINDS)
    kind = name if name == "short" else str(getattr(errno, name))
    what = f"`{command}` with call {(call := dice.randint(1, calls))} of {calls} failing ({name})"
    before = world.run(*arguments, input=input) if command in ("replay", "audit") else None
    run = world.run(*arguments, input=input, broken=Break(call, kind))
    # An audit ends with 2 where the app did otherwise than was decided.
    if before and run.status == before.status:
        expect(run.output == before.output, f"{what} gives another answer")
    elif run.status != 0:
        statuses = (1, 2) if command == "audit" else (1,)
        # SQLite takes a page that the medium refuses to give for damage of the file (SQLITE_IOERR_CORRUPTFS).
        is_damage = name == "EIO" and "error[damaged]" in run.errors
        run.expect_explained(what, (3,) if is_damage else statuses)
    _expect_nothing_half(world, command, what, lines, run.status, logs.acknowledged(run.output, lines))
    again = world.run(*arguments, input=input)
    expect(again.status in (0, 2), f"{what}; without it, it ended with {again.status}: {again.errors[-600:]}")
    world.expect_ledger(lines)


def _arguments(command: str, world: World) -> list[str]:
    ledger, log = str(world.ledger), str(world.files / "log.jsonl")
    return {
        "append": ["append", "--ledger", ledger],
        "import": ["import", log, "--ledger", ledger],
        "export": ["export", ledger, "--table", "events", "-o", str(world.files / TABLE), "--force"],
        "replay": ["replay", ledger, "--decisions", "--states"],
        "audit": ["audit", ledger, "--format", "json"],
    }[command]


def _count(world: World, command: str, input: bytes) -> int:
    """The number of calls of the command where nothing fails."""
    arguments = _arguments(command, world)
    if command in ("append", "import"):
        arguments[-1] = str(world.files / "count.sqlite")
    _, calls = world.record(*arguments, input=input)
    (world.files / TABLE).unlink(missing_ok=True)
    return max(call.number for call in calls)


def _expect_nothing_half(
    world: World, command: str, what: str, lines: list[bytes], status: int, acknowledged: list[bytes]
) -> None:
    if command == "append":
        missing = set(acknowledged) - set(world.exported())
        expect(not missing, f"{what} lost {len(missing)} acknowledged events")
    elif command == "import":
        count = len(world.exported())
        expect(count == len(lines) or (status != 0 and count == 0), f"{what} stored {count} of {len(lines)} events")
    elif command == "export" and (table := world.files / TABLE).exists():
        whole = world.run("export", world.ledger, "--table", "events").output
        expect(table.read_bytes() == whole, f"{what} left half a table under its final name")
