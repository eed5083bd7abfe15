"""Row 5: events appended one by one, each durable before the next."""

from harness.building import herald_bench, peer
from harness.fleet import remove_ledger, scratch
from harness.timing import answer, compared, in_turns

COUNT = 500
# Waiting for a disk that others use is what varies most: many short rounds, not few long ones.
ROUNDS_FOR_ONE = 5


def rows(bench):
    log, ledger = scratch("append.jsonl"), scratch("append.sqlite")
    with bench.fleet.log(bench.events, bench.installations).open("rb") as whole:
        log.write_bytes(b"".join(line for line, _ in zip(whole, range(COUNT))))
    bench.fleet.import_log(log, ledger)
    new = scratch("appended.sqlite")

    def timed(*command):
        def run() -> float:
            remove_ledger(new)
            return answer([*command, new])["seconds"] / COUNT

        return run

    rounds = bench.repetitions * ROUNDS_FOR_ONE
    ours, theirs = in_turns(rounds, timed(herald_bench(), "append", log), timed(peer("append"), ledger))
    remove_ledger(new)
    yield compared(
        "5", "append of one event, durable", ours, theirs, "≥ 0.9 × raw C", 0.9, inverse=True, at_most=False,
        unit=" wall")
