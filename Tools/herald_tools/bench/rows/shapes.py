"""Rows 3c to 3e: a log of another shape, against the usual log with as many events."""

from collections.abc import Iterator
from pathlib import Path

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.timing import compared, costs, in_turns

_BOUND = 1.5
_ID = b'"id":"'
_MARK, _NUMBER = 16, 6


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    usual = bench.fleet.log(bench.events, bench.installations)
    logs = {
        "usual": usual,
        "3c": bench.fleet.log(bench.events, 1),
        "3d": bench.fleet.log(bench.events, bench.events),
        "3e": _descending(usual),
    }
    actions = [
        lambda log=log: costs([bench.herald, "replay", log, "--states", "--format", "json"])[0].cpu
        for log in logs.values()
    ]
    cpu = dict(zip(logs, in_turns(bench.repetitions, *actions)))
    logs["3e"].unlink()
    what = {
        "3c": "JSON Lines → states, all events of one installation",
        "3d": "… each event of an installation of its own",
        "3e": "… ids that do not ascend",
    }
    for number, words in what.items():
        goal = f"≤ {_BOUND} × the usual log"
        yield compared(number, words, cpu[number], cpu["usual"], goal, _BOUND, unit=" CPU")


def _descending(log: Path) -> Path:
    """The log with the digits of each id's number reversed, so that most ids are less than one before."""
    path = scratch("descending.jsonl")
    with log.open("rb") as lines, path.open("wb") as out:
        for line in lines:
            start = line.index(_ID) + len(_ID) + _MARK + 1
            end = start + _NUMBER
            out.write(line[:start] + line[start:end][::-1] + line[end:])
    return path
