"""Rows 16, 18 and 21: many events a request, the memory of many streams, and phones that all come at once."""

import json
import time
from collections.abc import Iterable, Iterator
from itertools import islice

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.fleet import remove_ledger, scratch
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.serving import expect_answers, post, send, served
from herald_tools.bench.harness.timing import compared, in_turns
from herald_tools.serve.lines import event, stream
from herald_tools.serve.running import Server

_BATCH = 100  # events a request
_SENDERS = 8
_UPLOADED = 200_000  # events at most
_STREAMS = 1_000_000  # at most; each has one event
_PHONES, _WAITING = 1_000, 20  # after an outage, and the events that each has for a request of its own


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    yield _uploads(bench)
    yield _memory(bench)
    yield _storm(bench)


def _uploads(bench: Bench) -> Row:
    """Batches of one installation each, without documents: each comes once in a log, so other senders would wait."""
    installations = max(_SENDERS, min(bench.events, _UPLOADED) // _BATCH)
    log, imported = scratch("uploaded.jsonl"), scratch("imported.sqlite")
    batches = [stream(f"/i/{number}", _BATCH) for number in range(installations)]
    log.write_text("".join(f"{line}\n" for batch in batches for line in batch))

    def with_import() -> float:
        remove_ledger(imported)
        start = time.monotonic()
        bench.fleet.import_log(log, imported)
        return time.monotonic() - start

    def with_server() -> float:
        with served(bench.herald) as server:
            result = send(server.port, _SENDERS, (post(batch, server.token, packs=True) for batch in batches))
        expect_answers(result, 200)
        return float(result["seconds"])

    ours, theirs = in_turns(bench.repetitions, with_server, with_import)
    remove_ledger(imported)
    log.unlink()
    what = f"{installations * _BATCH:,} events, {_BATCH} a request, gzip"
    goal = "≥ 0.4 × import of the same"
    return compared("16", what, ours, theirs, goal, 0.4, inverse=True, at_most=False, unit=" wall")


def _memory(bench: Bench) -> Row:
    """The server's memory after all streams began, against that after a tenth of them."""
    many = min(_STREAMS, bench.events // 5)
    with served(bench.herald) as server:
        numbers = iter(range(many))
        _begin(server, islice(numbers, many // 10))
        low = _resident(server)
        _begin(server, numbers)
        high = _resident(server)
    what = f"memory with {many:,} streams"
    figures = (f"{high / 1e6:.1f} MB", f"a tenth: {low / 1e6:.1f} MB")
    return Row("18", what, *figures, high / low, "≤ 1.2 × of a tenth", 1.2, True)


def _begin(server: Server, numbers: Iterable[int]) -> None:
    """Sends the first event of streams, a hundred streams a request."""
    found = iter(numbers)
    while some := list(islice(found, 20_000)):
        requests = [
            post([event(f"/i/{number}", 1, "app.launched") for number in some[start : start + _BATCH]], server.token)
            for start in range(0, len(some), _BATCH)
        ]
        expect_answers(send(server.port, _SENDERS, requests), 200)


def _resident(server: Server) -> int:
    """The server's resident memory, in bytes."""
    assert server.process is not None
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS"))


def _storm(bench: Bench) -> Row:
    """All phones come back at once after an outage. What is refused is 503 or 429, and comes again."""
    with served(bench.herald) as server:
        lines = [stream(f"/i/{number}", _WAITING) for number in range(_PHONES)]
        requests = (post([line], server.token) for turn in zip(*lines) for line in turn)
        result = send(server.port, _PHONES, requests)
        expect_answers(result, 200, 429, 503)
        heads = [json.loads(line)["head"] for line in server.get("/v1/heads").body.splitlines()]
    right = sum(head == _WAITING for head in heads)
    refused = sum(count for status, count in result["statuses"].items() if status != "200")
    what = f"{_PHONES:,} phones after an outage, {_WAITING} requests each: right heads"
    seconds = f"{right:,} in {result['seconds']:.3g} s"
    return Row("21", what, seconds, f"{refused:,} sent again", right / _PHONES, "all heads right", 1, False)
