"""Row 9: two threads instead of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from herald_tools.bench.harness.report import Row, Skipped

if TYPE_CHECKING:
    from herald_tools.bench.run import Bench

import os

from herald_tools.bench.harness.timing import compared, costs, in_turns


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    if not bench.can("replay", "--jobs"):
        yield Skipped("9", "two threads", "this herald has no `replay --jobs`")
        return
    if (os.cpu_count() or 1) < 2:
        yield Skipped("9", "two threads", "this machine has one processor")
        return
    ledger = bench.fleet.ledger(bench.events, bench.installations)
    replay = [bench.herald, "replay", ledger, "--states", "--format", "json", "--jobs"]
    one, two = in_turns(bench.repetitions, lambda: costs([*replay, 1])[0], lambda: costs([*replay, 2])[0])
    cpu, wall = ([[getattr(cost, name) for cost in runs] for runs in (one, two)] for name in ("cpu", "wall"))
    yield compared("9", "two threads, work", cpu[1], cpu[0], "≤ 1.1 × of one", 1.1, unit=" CPU")
    yield compared(
        "9b",
        "two threads, time on an idle machine",
        wall[1],
        wall[0],
        "≥ 1.6 × faster",
        1.6,
        inverse=True,
        at_most=False,
        unit=" wall",
    )
