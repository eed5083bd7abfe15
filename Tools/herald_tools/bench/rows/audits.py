"""Row 13: an audit and a what-if of a log, against deciding it once, and what memory they need for more events."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.paths import BENCH
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.timing import Cost, compared, costs, in_turns


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    events = min(bench.events, 1_000_000)
    installations = max(1, bench.installations * events // bench.events)
    log, short = bench.fleet.log(events, installations), bench.fleet.log(events // 5, installations)
    policy = sorted((BENCH / "data" / "policies").glob("*.json"))[-1]

    def commands(log: Path) -> tuple[list[Any], ...]:
        return (
            [bench.herald, "replay", log, "--decisions", "--format", "json"],
            [bench.herald, "audit", log, "--format", "json"],
            [bench.herald, "whatif", log, "--policy", policy, "--format", "json"],
        )

    actions = [lambda command=command: costs(command)[0] for command in (*commands(log), *commands(short)[1:])]
    replay, audit, whatif, short_audit, short_whatif = in_turns(bench.repetitions, *actions)

    def row(number: str, name: str, own: list[Cost], bound: float) -> Row:
        cpu = [cost.cpu for cost in own]
        speed = f"{events / median(cpu) / 1e3:,.0f} thousand events/s"
        return compared(
            number,
            f"{name} of a log, {speed}",
            cpu,
            [cost.cpu for cost in replay],
            f"≤ {bound} × replay --decisions",
            bound,
            unit=" CPU",
        )

    def memory(number: str, name: str, own: list[Cost], fewer: list[Cost]) -> Row:
        high, low = (median(cost.kilobytes for cost in costs) for costs in (own, fewer))
        return Row(
            number,
            f"{name}'s memory with five times the events",
            f"{high / 1e3:.1f} MB",
            f"{low / 1e3:.1f} MB",
            high / low,
            "≤ 1.3 × of one fifth",
            1.3,
            True,
        )

    # An audit reads the log beforehand, so that a bad line leaves no half an answer. A what-if reads and decides it
    # twice and replays every installation's life.
    yield row("13", "audit", audit, 2)
    yield row("13b", "whatif", whatif, 2)
    yield memory("13c", "audit", audit, short_audit)
    yield memory("13d", "whatif", whatif, short_whatif)
