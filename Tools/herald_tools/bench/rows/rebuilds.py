"""Row 4: one installation's state out of a ledger of many."""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.builds import herald_bench, peer, python
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.report import Missing, Row, Skipped
from herald_tools.bench.harness.timing import answer, compared, in_turns
from herald_tools.paths import command

COUNT = 2000


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    ledger = bench.fleet.ledger(bench.events, bench.installations)
    sources = scratch("sources.txt")
    sources.write_text("".join(f"{source}\n" for source in some_sources(ledger, bench.seed)))
    ours, theirs = [herald_bench(), "rebuild", ledger, sources], [peer("rebuild"), ledger, sources]
    try:
        repository = [*command("bench/peers/repository", python()), 200]
    except Missing as missing:
        repository = None
        why = str(missing)
    actions = [lambda parts=parts: of_one(answer(parts)) for parts in (ours, theirs, repository) if parts]
    herald, c, *rest = in_turns(bench.repetitions, *actions)
    events = bench.events // bench.installations
    yield compared("4", f"one installation of {events} events", herald, c, "≤ 2 × C", 2, unit=" CPU")
    if rest:
        yield compared(
            "4",
            "… against eventsourcing's repository (100 events)",
            herald,
            rest[0],
            "≥ 30 × faster",
            30,
            inverse=True,
            at_most=False,
            unit=" CPU",
        )
    else:
        yield Skipped("4", "… against eventsourcing's repository", why)


def of_one(result: dict) -> float:
    return result["seconds"] / result["installations"]


def some_sources(ledger: Path, seed: int) -> list[str]:
    database = sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)
    sources = [source for (source,) in database.execute("SELECT source FROM streams ORDER BY id")]
    database.close()
    return random.Random(seed).choices(sources, k=COUNT)
