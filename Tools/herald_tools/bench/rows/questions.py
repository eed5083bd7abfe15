"""Row 14: one question about one installation, of a log against replaying it, and of a ledger beyond the start."""

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.timing import compared, costs, in_turns

#: What a person who waits for an answer doesn't notice, in seconds.
SOON = 0.05


def questions(bench: Bench, log: Path) -> dict[str, list[Any]]:
    one, other = sources(log)
    return {
        "why": [bench.herald, "why", log, "--source", one],
        "diff": [bench.herald, "diff", log, "--source", one, "--source", other],
        "bisect": [bench.herald, "bisect", log, "--source", one, "--until-condition", "revision >= 1"],
    }


def sources(log: Path) -> tuple[str, str]:
    """Two installations of the first lines of the log that stands beside a ledger, or is asked itself."""
    with log.with_name("log.jsonl").open(encoding="utf-8") as text:
        names = [json.loads(next(text))["source"] for _ in range(40)]
    return names[0], next(name for name in names if name != names[0])


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    events = min(bench.events, 1_000_000)
    installations = max(1, bench.installations * events // bench.events)
    log, ledger = bench.fleet.log(events, installations), bench.fleet.ledger(events, installations)
    replay = [bench.herald, "replay", log, "--states", "--format", "json"]
    of_log, of_ledger = questions(bench, log), questions(bench, ledger)
    start = [bench.herald, "--version"]

    def cpu(command: list[Any]) -> float:
        return costs(command)[0].cpu

    def wall(command: list[Any]) -> float:
        return median(cost.wall for cost in costs(command, runs=5))

    commands = [replay, *of_log.values()]
    replayed, *asked = in_turns(bench.repetitions, *[lambda command=command: cpu(command) for command in commands])
    for letter, name, own in zip(("", "b", "c"), of_log, asked):
        yield compared(
            f"14{letter}",
            f"{name} about one installation of a log",
            own,
            replayed,
            "≤ 1.5 × replay --states",
            1.5,
            unit=" CPU",
        )
    started, *answered = in_turns(
        bench.repetitions, *[lambda command=command: wall(command) for command in [start, *of_ledger.values()]]
    )
    for letter, name, own in zip("def", of_ledger, answered):
        beyond = [max(0.0, ours - theirs) for ours, theirs in zip(own, started)]
        yield Row(
            f"14{letter}",
            f"{name} about one installation of a ledger, beyond the start",
            f"{median(beyond) * 1e3:.3g} ms wall",
            f"{SOON * 1e3:.0f} ms",
            median(beyond) / SOON,
            "≤ 50 ms",
            1,
            True,
            tuple(time / SOON for time in beyond),
            is_wall=True,
        )
