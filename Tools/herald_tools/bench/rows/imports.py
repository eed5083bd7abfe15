"""Row 6: taking a log in, against inserting the same rows plainly."""

from collections.abc import Iterator
from time import monotonic

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.builds import peer
from herald_tools.bench.harness.fleet import remove_ledger, scratch
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.timing import answer, compared, in_turns


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    events = min(bench.events, 1_000_000)
    installations = max(1, bench.installations * events // bench.events)
    log = bench.fleet.log(events, installations)
    ledger = bench.fleet.ledger(events, installations)
    insert, imported, inserted = peer("insert"), scratch("imported.sqlite"), scratch("inserted.sqlite")

    def with_herald() -> float:
        remove_ledger(imported)
        start = monotonic()
        bench.fleet.import_log(log, imported)
        return monotonic() - start

    def plainly() -> float:
        remove_ledger(inserted)
        return answer([insert, ledger, inserted])["seconds"]

    ours, theirs = in_turns(bench.repetitions, with_herald, plainly)
    remove_ledger(imported)
    remove_ledger(inserted)
    yield compared(
        "6",
        f"import of {events:,} events",
        ours,
        theirs,
        "≥ 0.5 × raw C inserts",
        0.5,
        inverse=True,
        at_most=False,
        unit=" wall",
    )
