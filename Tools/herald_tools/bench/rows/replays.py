"""Rows 1 to 3: replaying a ledger and a log, against reading the ledger's facts and nothing else."""

from collections.abc import Iterator

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.builds import peer
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.timing import compared, costs, in_turns


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    ledger = bench.fleet.ledger(bench.events, bench.installations)
    log = bench.fleet.log(bench.events, bench.installations)
    scan, replay = peer("scan"), [bench.herald, "replay"]
    commands = {
        "scan": [scan, ledger],
        "states": [*replay, ledger, "--states", "--format", "json"],
        "decisions": [*replay, ledger, "--decisions", "--format", "json"],
        "lines": [*replay, log, "--states", "--format", "json"],
    }
    if bench.can("replay", "--count"):
        commands["count"] = [*replay, ledger, "--decisions", "--count"]
    actions = [lambda command=command: costs(command)[0].cpu for command in commands.values()]
    cpu = dict(zip(commands, in_turns(bench.repetitions, *actions)))

    def row(number: str, what: str, name: str, bound: float) -> Row:
        return compared(number, what, cpu[name], cpu["scan"], f"≤ {bound} × C scan", bound, unit=" CPU")

    yield row("1", "ledger → states", "states", 0.5)
    yield row("2", "ledger → decisions, written to /dev/null", "decisions", 2.5)
    if "count" in cpu:
        yield row("2b", "ledger → decisions, counted only", "count", 1.5)
    else:
        yield Skipped("2b", "ledger → decisions, counted only", "this herald has no `replay --count`")
    yield row("3", "JSON Lines → states", "lines", 1.8)
