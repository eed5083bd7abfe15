"""Row 5: events appended one by one, each durable before the next."""

from harness.building import herald_bench, peer
from harness.fleet import remove_ledger, scratch
from harness.timing import answer, compared, in_turns

COUNT = 3000


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

    ours, theirs = in_turns(
        bench.repetitions, timed(herald_bench(), "append", log), timed(peer("append"), ledger))
    remove_ledger(new)
    yield compared(
        "5", "append of one event, durable", ours, theirs, "≥ 0.9 × raw C", 0.9, inverse=True, at_most=False, unit=" wall")
