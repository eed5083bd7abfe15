"""One call fails: the command succeeds or says what failed, nothing is half written, and repeating it succeeds."""

import errno
import random

from herald_tools.faults import logs
from herald_tools.faults.world import Break, Failed, Run, World, expect

KINDS = ("EIO", "ENOSPC", "EDQUOT", "EINTR", "EACCES", "EMFILE", "short")
COMMANDS = ("append", "import", "export", "replay", "audit")
TABLE = "events.csv"


def one_case(world: World, dice: random.Random) -> None:
    trial = _Trial(world, dice.choice(COMMANDS), logs.some_lines(dice))
    trial.fail(dice.randint(1, trial.calls), dice.choice(KINDS))


def every_call(world: World, _: random.Random) -> None:
    """Fails each call of one command in one way. A case is a command and a way; all cases share their lines."""
    if world.number >= len(COMMANDS) * len(KINDS):
        return
    command, name = COMMANDS[world.number // len(KINDS)], KINDS[world.number % len(KINDS)]
    trial = _Trial(world, command, logs.some_lines(random.Random(world.seed), 12))
    failures: list[str] = []
    for call in range(1, trial.calls + 1):
        trial.restore()
        world.count("calls")
        try:
            trial.fail(call, name)
        except Failed as failure:
            failures.append(str(failure))
    expect(not failures, f"{len(failures)} of {trial.calls}: " + "\n    ".join(failures[:10]))


class _Trial:
    """A command with the files that it needs."""

    def __init__(self, world: World, command: str, lines: list[bytes]) -> None:
        self.world, self.command, self.lines = world, command, lines
        self.input = logs.text(lines)
        self.arguments = _arguments(command, world)
        for file in world.files.iterdir():
            file.unlink()
        log = world.files / "log.jsonl"
        log.write_bytes(self.input)
        self.answer: Run | None = None
        if command in ("export", "replay", "audit"):
            world.run("import", log, "--ledger", world.ledger)
            self.answer = world.run(*self.arguments) if command != "export" else None
        self.calls = self._count()
        self.files = {file.name: file.read_bytes() for file in world.files.iterdir()}

    def _count(self) -> int:
        """The number of calls of the command where nothing fails."""
        _, calls = self.world.record(*self.arguments, input=self.input)
        made = {TABLE} | ({self.world.ledger.name} if self.command in ("append", "import") else set())
        for name in made:
            (self.world.files / name).unlink(missing_ok=True)
        return max(call.number for call in calls)

    def restore(self) -> None:
        for file in self.world.files.iterdir():
            file.unlink()
        for name, content in self.files.items():
            (self.world.files / name).write_bytes(content)

    def fail(self, call: int, name: str) -> None:
        kind = name if name == "short" else str(getattr(errno, name))
        what = f"`{self.command}` with call {call} of {self.calls} failing ({name})"
        run = self.world.run(*self.arguments, input=self.input, broken=Break(call, kind))
        # An audit ends with 2 where the app did otherwise than was decided.
        if self.answer and run.status == self.answer.status:
            expect(run.output == self.answer.output, f"{what} gives another answer")
        elif run.status != 0:
            statuses = (1, 2) if self.command == "audit" else (1,)
            # SQLite takes a page that the medium refuses to give for damage of the file (SQLITE_IOERR_CORRUPTFS).
            is_damage = name == "EIO" and "error[damaged]" in run.errors
            run.expect_explained(what, (3,) if is_damage else statuses)
        acknowledged = logs.acknowledged(run.output, self.lines)
        _expect_nothing_half(self.world, self.command, what, self.lines, run.status, acknowledged)
        again = self.world.run(*self.arguments, input=self.input)
        expect(again.status in (0, 2), f"{what}; without it, it ended with {again.status}: {again.errors[-600:]}")
        self.world.expect_ledger(self.lines)


def _arguments(command: str, world: World) -> list[str]:
    ledger, log = str(world.ledger), str(world.files / "log.jsonl")
    return {
        "append": ["append", "--ledger", ledger],
        "import": ["import", log, "--ledger", ledger],
        "export": ["export", ledger, "--table", "events", "-o", str(world.files / TABLE), "--force"],
        "replay": ["replay", ledger, "--decisions", "--states"],
        "audit": ["audit", ledger, "--format", "json"],
    }[command]


def _expect_nothing_half(
    world: World, command: str, what: str, lines: list[bytes], status: int, acknowledged: list[bytes]
) -> None:
    if command == "append":
        missing = set(acknowledged) - set(world.exported() or [])
        expect(not missing, f"{what} lost {len(missing)} acknowledged events")
    elif command == "import":
        count = len(world.exported() or [])
        expect(count == len(lines) or (status != 0 and count == 0), f"{what} stored {count} of {len(lines)} events")
    elif command == "export" and (table := world.files / TABLE).exists():
        whole = world.run("export", world.ledger, "--table", "events").output
        expect(table.read_bytes() == whole, f"{what} left half a table under its final name")
