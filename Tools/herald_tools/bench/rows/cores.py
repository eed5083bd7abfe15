"""Row 9: two threads instead of one, in each command that divides a ledger."""

import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.paths import BENCH
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.timing import Cost, compared, costs, in_turns


@dataclass
class _Turns:
    """A command on one thread and on two, and the same replay as one process and as two at once."""

    one: list[Cost]
    two: list[Cost]
    alone: list[float]
    twins: list[float]

    @property
    def possible(self) -> float:
        """The speed of two processors, one being 1, with nothing between them to wait for."""
        return 2 * median(self.alone) / median(self.twins)


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    if not bench.can("replay", "--jobs"):
        yield Skipped("9", "two threads", "this herald has no `replay --jobs`")
        return
    if (os.cpu_count() or 1) < 2:
        yield Skipped("9", "two threads", "this machine has one processor")
        return
    ledger = bench.fleet.ledger(bench.events, bench.installations)
    turns = _turns(bench, ledger, ["replay", ledger, "--states", "--format", "json"])
    cpu = [[cost.cpu for cost in runs] for runs in (turns.one, turns.two)]
    yield compared("9", "two threads, work", cpu[1], cpu[0], "≤ 1.1 × of one", 1.1, unit=" CPU")
    yield _faster("9b", "two threads, time", turns)
    policy = sorted((BENCH / "data" / "policies").glob("*.json"))[-1]
    tables = ["--table", "all", "--as", "csv", "-o", scratch("tables"), "--force"]
    for number, name, words in (
        ("9c", "whatif", ["--policy", policy, "--format", "json"]),
        ("9d", "export of all tables", tables),
        ("9e", "audit, its chain too", ["--format", "json"]),
        ("9g", "report", ["-o", scratch("report.html"), "--force", "--format", "json"]),
    ):
        command = [name.split()[0].rstrip(","), ledger, *words]
        yield _faster(number, f"… {name}", _turns(bench, ledger, command))


def _turns(bench: Bench, ledger: Any, command: list[Any]) -> _Turns:
    def with_jobs(jobs: int) -> Cost:
        return costs([bench.herald, *command, "--jobs", jobs])[0]

    replay = [str(bench.herald), "replay", str(ledger), "--states", "--format", "json", "--jobs", "1"]
    commands = (lambda jobs=jobs: with_jobs(jobs) for jobs in (1, 2))
    replays = (lambda count=count: _wall(replay, count) for count in (1, 2))
    return _Turns(*in_turns(bench.repetitions, *commands, *replays))


def _wall(command: list[str], count: int) -> float:
    """The time until as many processes, started together, have ended."""
    start = time.perf_counter()
    processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(count)]
    for process in processes:
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, command)
    return time.perf_counter() - start


def _faster(number: str, what: str, turns: _Turns) -> Row:
    ours, peers = ([cost.wall for cost in runs] for runs in (turns.two, turns.one))
    what += f"; two processes: {turns.possible:.3g} ×"
    return compared(number, what, ours, peers, "≥ 1.8 × faster", 1.8, inverse=True, at_most=False, unit=" wall")
