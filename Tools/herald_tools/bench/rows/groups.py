"""Row 23: a condition asked of all installations, and what those share for which it holds, against a replay."""

from collections.abc import Iterator
from typing import Any

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.timing import compared, costs, in_turns

#: Reading a log and asking it costs no more than twice reading it.
MOST = 2
#: Holds for some of the fleet, and reads the state alone.
AT_END = "counts.launches > 1"
#: Is asked after each event.
EVER = "event.type == prompt.shown and visible.kind == force"


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    events = min(bench.events, 1_000_000)
    installations = max(1, bench.installations * events // bench.events)
    log, ledger = bench.fleet.log(events, installations), bench.fleet.ledger(events, installations)
    asked = [
        ("23", "find, at the end", ["find", log, "--where", AT_END]),
        ("23b", "find --ever", ["find", log, "--where", EVER, "--ever"]),
        ("23c", "diff --where", ["diff", log, "--where", AT_END]),
        ("23d", "diff --where --ever", ["diff", log, "--where", EVER, "--ever"]),
        ("23e", "find, of a ledger", ["find", ledger, "--where", AT_END, "--jobs", "1"]),
        ("23f", "diff --where, of a ledger", ["diff", ledger, "--where", AT_END, "--jobs", "1"]),
    ]

    def cpu(words: list[Any]) -> float:
        return costs([bench.herald, *words])[0].cpu

    replays = [["replay", where, "--states", "--format", "json"] for where in (log, ledger)]
    commands = [*replays, *(words for _, _, words in asked)]
    of_log, of_ledger, *own = in_turns(bench.repetitions, *[lambda words=words: cpu(words) for words in commands])
    for (number, what, words), ours in zip(asked, own):
        replayed = of_ledger if words[1] == ledger else of_log
        yield compared(
            number,
            f"{what}, of {installations:,} installations",
            ours,
            replayed,
            f"≤ {MOST} × replay --states",
            MOST,
            unit=" CPU",
        )
