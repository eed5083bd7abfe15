"""Writers at once, readers among them, one that stays, clocks that jump: nothing is lost, nothing is stored twice."""

import random
import sqlite3
import threading
import time
from collections.abc import Callable

from herald_tools.faults import logs, stored
from herald_tools.faults.world import Failed, World, expect
from herald_tools.patience import PATIENCE

_LOG_SIZE = 8 << 20  # bytes that a write-ahead log may keep once the reader that stayed has gone


def one_case(world: World, dice: random.Random) -> None:
    parts = _parts(dice)
    lines = sorted(set().union(*parts))
    world.run("append", "--ledger", world.ledger, input=logs.text(parts[0][:1]))
    clocks = [dice.randint(1, 10**6) if dice.random() < 0.5 else None for _ in parts]
    failures: list[str] = []
    stop = threading.Event()
    staying = sqlite3.connect(world.ledger, isolation_level=None)
    staying.execute("BEGIN")
    seen = staying.execute("SELECT count(*) FROM lines").fetchone()
    jobs = [_guarded(failures, _write, world, part, clock) for part, clock in zip(parts, clocks)]
    threads = [threading.Thread(target=job) for job in jobs]
    reader = threading.Thread(target=_guarded(failures, _read, world, lines, stop))
    for thread in [*threads, reader]:
        thread.start()
    for thread in threads:
        thread.join()
    stop.set()
    reader.join()
    if failures:
        staying.close()
        raise Failed(failures[0])
    expect(staying.execute("SELECT count(*) FROM lines").fetchone() == seen, "a reader that stays sees other events")
    staying.close()
    world.expect_ledger(lines)
    world.run("append", "--ledger", world.ledger)
    log = world.ledger.with_name(world.ledger.name + "-wal")
    size = log.stat().st_size if log.exists() else 0
    expect(size <= _LOG_SIZE, f"the write-ahead log keeps {size} bytes after its last reader has gone")


def _parts(dice: random.Random) -> list[list[bytes]]:
    """The logs of two or three writers. Two may bring the same one."""
    parts: list[list[bytes]] = []
    sources: set[str] = set()
    while len(parts) < dice.choice([2, 2, 3]):
        lines = logs.some_lines(dice, 60)
        of_these = {logs.identity(line)[0] for line in lines}
        if not of_these & sources:
            parts.append(lines)
            sources |= of_these
    return parts + parts[: dice.choice([0, 1])]


def _guarded(failures: list[str], job: Callable[..., None], *arguments: object) -> Callable[[], None]:
    def run() -> None:
        try:
            job(*arguments)
        except Failed as failure:
            failures.append(str(failure))

    return run


def _write(world: World, lines: list[bytes], clock: int | None) -> None:
    """Appends until it succeeds: while another one writes, each try ends at once, with status 1 and the reason."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        process = world.start("append", "--ledger", world.ledger, clock=clock)
        output, errors = process.communicate(logs.text(lines), timeout=PATIENCE)
        if process.returncode == 0:
            acknowledged = output.count(b"\n")
            expect(acknowledged == len(lines), f"{acknowledged} of {len(lines)} events are acknowledged")
            return world.count("writes")
        said = errors.decode("utf-8", "replace")
        is_busy = process.returncode == 1 and "error[busy]: Another process" in said and "\n  fix " in said
        expect(is_busy, f"a writer beside others ended with {process.returncode}: {said[-600:]}")
        missing = set(logs.acknowledged(output, lines)) - set(stored.read(world).lines) if output else set()
        expect(not missing, "a writer acknowledged events that are not there")
        world.count("busy")
        time.sleep(0.01)
    raise Failed(f"a writer found no turn in {PATIENCE} s")


def _read(world: World, lines: list[bytes], stop: threading.Event) -> None:
    """Exports while others write: what is there so far, and never half of it."""
    count = 0
    while not stop.is_set():
        run = world.run("export", world.ledger)
        expect(run.status == 0, f"a reader beside writers ended with {run.status}: {run.errors[-600:]}")
        expect(set(run.lines) <= set(lines), "a reader finds an event that was never given")
        expect(len(run.lines) >= count, "a reader finds fewer events than before")
        count = len(run.lines)
        world.count("reads")
