"""Row 9: two threads instead of one, in each command that divides a ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from herald_tools.bench.harness.report import Row, Skipped

if TYPE_CHECKING:
    from herald_tools.bench.run import Bench

import os

from herald_tools.bench.harness.fleet import remove_ledger, scratch
from herald_tools.bench.harness.paths import BENCH
from herald_tools.bench.harness.timing import Cost, compared, costs, in_turns


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    if not bench.can("replay", "--jobs"):
        yield Skipped("9", "two threads", "this herald has no `replay --jobs`")
        return
    if (os.cpu_count() or 1) < 2:
        yield Skipped("9", "two threads", "this machine has one processor")
        return
    ledger = bench.fleet.ledger(bench.events, bench.installations)
    replay = [bench.herald, "replay", ledger, "--states", "--format", "json"]
    one, two = _turns(bench, replay)
    cpu = [[cost.cpu for cost in runs] for runs in (one, two)]
    yield compared("9", "two threads, work", cpu[1], cpu[0], "≤ 1.1 × of one", 1.1, unit=" CPU")
    yield _faster("9b", "two threads, time on an idle machine", one, two)
    policy = sorted((BENCH / "data" / "policies").glob("*.json"))[-1]
    tables = ["--table", "all", "--as", "csv", "-o", scratch("tables"), "--force"]
    for number, name, words in (
        ("9c", "whatif", ["--policy", policy, "--format", "json"]),
        ("9d", "export of all tables", tables),
        ("9e", "audit, its chain too", ["--format", "json"]),
        ("9g", "report", ["-o", scratch("report.html"), "--force", "--format", "json"]),
    ):
        yield _faster(number, f"… {name}", *_turns(bench, [bench.herald, name.split()[0].rstrip(","), ledger, *words]))
    yield _faster("9f", "… import", *_import_turns(bench))


def _turns(bench: Bench, command: list[Any]) -> tuple[list[Cost], list[Cost]]:
    """The costs of a command on one thread and on two."""
    one, two = in_turns(bench.repetitions, *(lambda n=n: costs([*command, "--jobs", n])[0] for n in (1, 2)))
    return one, two


def _import_turns(bench: Bench) -> tuple[list[Cost], list[Cost]]:
    """The costs of an import of at most a million events on one thread and on two."""
    events = min(bench.events, 1_000_000)
    log = bench.fleet.log(events, max(1, bench.installations * events // bench.events))
    imported = scratch("imported.sqlite")

    def with_jobs(jobs: int) -> Cost:
        remove_ledger(imported)
        return costs([bench.herald, "import", log, "--ledger", imported, "--format", "json", "--jobs", jobs])[0]

    one, two = in_turns(bench.repetitions, *(lambda n=n: with_jobs(n) for n in (1, 2)))
    remove_ledger(imported)
    return one, two


def _faster(number: str, what: str, one: list[Cost], two: list[Cost]) -> Row:
    ours, peers = ([cost.wall for cost in runs] for runs in (two, one))
    return compared(number, what, ours, peers, "≥ 1.8 × faster", 1.8, inverse=True, at_most=False, unit=" wall")
