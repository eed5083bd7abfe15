"""Row 5: events appended one by one to a ledger, each durable before the next."""

from collections.abc import Callable, Iterator
from itertools import islice
from shutil import copyfile
from typing import Any

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.builds import herald_bench, peer
from herald_tools.bench.harness.fleet import remove_ledger, scratch
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.timing import answer, compared, in_turns

# What the ledger holds already. Without it all events were launches of new installations, each with texts and a
# profile of its own.
BEFORE, INSTALLATIONS = 40_000, 2_000
COUNT = 500
# Waiting for a disk that others use is what varies most: many short rounds, not few long ones.
ROUNDS_FOR_ONE = 5


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    before, after, whole = scratch("before.jsonl"), scratch("after.jsonl"), scratch("whole.sqlite")
    with bench.fleet.log(BEFORE + COUNT, INSTALLATIONS).open("rb") as log:
        before.write_bytes(b"".join(islice(log, BEFORE)))
        after.write_bytes(b"".join(islice(log, COUNT)))
    shorter = scratch("shorter.sqlite")
    bench.fleet.import_log(before, shorter)
    copyfile(shorter, whole)
    bench.fleet.import_more(after, whole)
    new = scratch("appended.sqlite")

    def timed(*command: Any) -> Callable[[], float]:
        def run() -> float:
            remove_ledger(new)
            copyfile(shorter, new)
            return answer(list(command))["seconds"] / COUNT

        return run

    rounds = bench.repetitions * ROUNDS_FOR_ONE
    appending = (peer("append"), whole, new, BEFORE)
    ours, theirs, with_room = in_turns(
        rounds, timed(herald_bench(), "append", after, new), timed(*appending), timed(*appending, "room")
    )
    remove_ledger(new)
    options: dict[str, Any] = {"inverse": True, "at_most": False, "unit": " wall"}
    yield compared("5", "append of one event, durable", ours, theirs, "≥ 0.9 × raw C", 0.9, **options)
    yield compared("5b", "… with room in C's log, too", ours, with_room, "≥ 0.8 × raw C", 0.8, **options)
