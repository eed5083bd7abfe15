"""Row 12: tables for analysis, against what an analyst would otherwise write."""

import csv
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.builds import python
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.report import Missing, Row, Skipped
from herald_tools.bench.harness.timing import compared, costs, in_turns
from herald_tools.paths import command

_ROWS = 10_000  # that are compared
_COMPARED = ("type", "rule", "kind", "status", "digest", "button", "outcome", "answer", "number", "app_version_next")
_TITLES = {"events": "events → CSV, against DuckDB in SQL", "prompts": "prompts → CSV, against a fold in Python"}
_GOALS: dict[str, tuple[str, float, dict[str, Any]]] = {
    "events": ("≤ 1 × DuckDB", 1, {}),
    "prompts": ("≥ 2 × faster", 2, {"inverse": True, "at_most": False}),
}


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    if not bench.can("export", "--table"):
        yield Skipped("12", "tables", "this herald has no `export --table`")
        return
    events = min(bench.events, 1_000_000)
    log = bench.fleet.log(events, max(1, bench.installations * events // bench.events))
    for number, (table, title) in zip(("12", "12b"), _TITLES.items()):
        try:
            interpreter = python()
        except Missing as missing:
            yield Skipped(number, title, str(missing))
            continue
        ours, theirs = scratch(f"{table}-herald.csv"), scratch(f"{table}-peer.csv")
        herald = [bench.herald, "export", log, "--table", table, "--as", "csv", "-o", ours, "--force"]
        peer = [*command(f"bench/peers/{table}", interpreter), log, theirs]
        ours_cpu, theirs_cpu = in_turns(bench.repetitions, partial(cpu_of, herald), partial(cpu_of, peer))
        different = disagreements(ours, theirs)
        ours.unlink()
        theirs.unlink()
        if different:
            yield Skipped(number, title, f"the peer's table is another one: {different}")
            continue
        goal, bound, options = _GOALS[table]
        yield compared(number, title, ours_cpu, theirs_cpu, goal, bound, unit=" CPU", **options)


def cpu_of(parts: list[Any]) -> float:
    """The CPU time of one run, in seconds."""
    return costs(parts)[0].cpu


def disagreements(ours: Path, theirs: Path) -> str | None:
    """Differences of the first rows, in columns that are written alike; None where there is none."""
    found, wanted = beginning(ours), beginning(theirs)
    if found.keys() != wanted.keys():
        return f"of the first rows {len(found.keys() ^ wanted.keys())} are in one only"
    for key, row in found.items():
        for name in _COMPARED:
            if row.get(name) != wanted[key].get(name):
                return f"{name} of {key}: `{row.get(name)}` and `{wanted[key].get(name)}`"
    return None


def beginning(path: Path) -> dict[tuple[str, str], dict[str, str]]:
    with open(path, newline="", encoding="utf-8") as file:
        return {(row["source"], row["revision"]): row for row in islice(csv.DictReader(file), _ROWS)}
