"""Row 8: the memory of a replay does not grow with the events, and little with the installations."""

from collections.abc import Iterator
from statistics import median

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.fleet import remove_ledger, scratch
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.timing import costs, in_turns


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    few = bench.fleet.ledger(bench.events // 5, bench.installations)
    many = bench.fleet.ledger(bench.events, bench.installations)
    nothing, log = scratch("nothing.sqlite"), scratch("nothing.jsonl")
    log.write_text("")
    bench.fleet.import_log(log, nothing)
    measured = in_turns(
        bench.repetitions,
        *(
            lambda path=path: costs([bench.herald, "replay", path, "--states", "--format", "json"])[0].kilobytes
            for path in (few, many, nothing)
        ),
    )
    remove_ledger(nothing)
    low, high, empty = (median(kilobytes) for kilobytes in measured)
    yield Row(
        "8",
        "memory with five times the events",
        f"{high / 1e3:.1f} MB",
        f"{low / 1e3:.1f} MB",
        high / low,
        "≤ 1.1 × of one fifth",
        1.1,
        True,
    )
    each = (high - empty) * 1024 / bench.installations
    yield Row(
        "8b",
        "memory for an installation (kB)",
        f"{high / 1e3:.1f} MB",
        f"empty: {empty / 1e3:.1f} MB",
        each / 1e3,
        "≤ 0.8 kB",
        0.8,
        True,
    )
