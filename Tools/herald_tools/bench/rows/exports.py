"""Row 11: all tables of a ledger, next to its decisions alone."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.report import Row, Skipped, say
from herald_tools.bench.harness.timing import Cost, compared, costs, in_turns


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    few = bench.fleet.ledger(bench.events // 5, bench.installations // 5)
    many = bench.fleet.ledger(bench.events, bench.installations)
    folder = scratch("tables")

    def export(ledger: Path, *tables: str, form: str = "csv") -> Cost:
        named = [part for table in tables for part in ("--table", table)]
        return costs([bench.herald, "export", ledger, *named, "--as", form, "-o", folder, "--force", "--jobs", 1])[0]

    def decide() -> Cost:
        return costs([bench.herald, "replay", many, "--decisions", "--format", "json", "--jobs", 1])[0]

    folder.mkdir(exist_ok=True)
    all_tables, without_events, decisions, small = in_turns(
        bench.repetitions,
        lambda: export(many, "all"),
        lambda: export(many, "decisions", "prompts", "updates", "installations", "rules", "documents"),
        decide,
        lambda: export(few, "all"),
    )
    for file in folder.iterdir():
        file.unlink()
    say(f"all tables: {bench.events / median(cost.wall for cost in all_tables):,.0f} events a second")
    cpu = [[cost.cpu for cost in runs] for runs in (all_tables, without_events, decisions)]
    yield compared("11", "all tables as CSV", cpu[0], cpu[2], "≤ 8 × decisions alone", 8, unit=" CPU")
    yield compared("11b", "… without events", cpu[1], cpu[2], "≤ 4 × decisions alone", 4, unit=" CPU")
    yield _memory("11c", "memory with five times the fleet", all_tables, small)
    try:
        parquet, csv, decisions, small = in_turns(
            bench.repetitions,
            lambda: export(many, "all", form="parquet"),
            lambda: export(many, "all"),
            decide,
            lambda: export(few, "all", form="parquet"),
        )
    except subprocess.CalledProcessError:
        yield Skipped("11d", "all tables as Parquet", "`Tools/parquet/write` does not run here")
        return
    for file in folder.iterdir():
        file.unlink()
    cpu = [[cost.cpu for cost in runs] for runs in (parquet, csv, decisions)]
    yield compared("11d", "all tables as Parquet", cpu[0], cpu[2], "≤ 10 × decisions alone", 10, unit=" CPU")
    yield compared("11e", "… against CSV", cpu[0], cpu[1], "≤ 1.3 × CSV", 1.3, unit=" CPU")
    yield _memory("11f", "… memory with five times the fleet, of any process", parquet, small)


def _memory(number: str, what: str, many: list[Cost], few: list[Cost]) -> Row:
    high, low = (median(cost.kilobytes for cost in runs) for runs in (many, few))
    return Row(
        number, what, f"{high / 1e3:.1f} MB", f"{low / 1e3:.1f} MB", high / low, "≤ 1.2 × of one fifth", 1.2, True
    )
