"""Row 9: two threads instead of one."""

import os
from statistics import median

from harness.report import Row, Skipped
from harness.timing import costs, in_turns


def rows(bench):
    if not bench.can("replay", "--jobs"):
        yield Skipped("9", "two threads", "this herald has no `replay --jobs`")
        return
    if (os.cpu_count() or 1) < 2:
        yield Skipped("9", "two threads", "this machine has one processor")
        return
    ledger = bench.fleet.ledger(bench.events, bench.installations)
    replay = [bench.herald, "replay", ledger, "--states", "--format", "json", "--jobs"]
    one, two = in_turns(bench.repetitions, lambda: costs([*replay, 1])[0], lambda: costs([*replay, 2])[0])
    cpu = [median(cost.cpu for cost in runs) for runs in (one, two)]
    wall = [median(cost.wall for cost in runs) for runs in (one, two)]
    yield Row(
        "9", "two threads, work", f"{cpu[1]:.2f} s CPU", f"one: {cpu[0]:.2f} s CPU", cpu[1] / cpu[0], "≤ 1.1 × of one", 1.1,
        True)
    yield Row(
        "9b", "two threads, time, on an idle machine", f"{wall[1]:.2f} s wall", f"one: {wall[0]:.2f} s wall",
        wall[0] / wall[1], "≥ 1.6 × faster", 1.6, False)
