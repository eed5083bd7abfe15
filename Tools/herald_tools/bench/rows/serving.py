"""Rows 15, 17 and 20: a request to the server, against one that does nothing, and against a server in Python."""

import socket
import subprocess
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.builds import python
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.report import Missing, Row, Skipped, duration
from herald_tools.bench.harness.serving import expect_answers, get, post, send, served
from herald_tools.bench.harness.timing import compared, in_turns
from herald_tools.json_types import JSONObject
from herald_tools.paths import command
from herald_tools.serve.lines import stream
from herald_tools.serve.running import APP, Server

CONNECTIONS = 200
EVENTS_EACH = 25  # of a connection, in a round
_SLOW_REQUESTS = 1_000  # of a round, to the server in Python
_PATIENCE = 20  # seconds for the server in Python to start


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    options: dict[str, Any] = {"inverse": True, "at_most": False, "unit": " wall"}
    with served(bench.herald) as server:
        streams = _Streams(server)
        appended, idle = in_turns(bench.repetitions, streams.append, lambda: _idle(server))
        each, empty = ([result["seconds"] / result["requests"] for result in results] for results in (appended, idle))
        what = f"durable append, one event a request, {CONNECTIONS} connections"
        yield compared("15", what, each, empty, "≥ 0.5 × an empty handler", 0.5, **options)
        yield _tail(appended)
        yield from _policy(bench, server, options)
    yield from _against_python(bench, options)
    yield Skipped("17b", "… against PocketBase", "there is no package of it: its releases are files on GitHub")


class _Streams:
    """Single events of as many streams as there are connections, a new revision in each request."""

    def __init__(self, server: Server) -> None:
        self.server, self.round = server, 0

    def append(self) -> JSONObject:
        self.round += 1
        first = (self.round - 1) * EVENTS_EACH + 1
        lines = [stream(f"/i/{number}", EVENTS_EACH, first) for number in range(CONNECTIONS)]
        requests = (post([line], self.server.token) for turn in zip(*lines) for line in turn)
        result = send(self.server.port, CONNECTIONS, requests)
        expect_answers(result, 200)
        return result


def _idle(server: Server) -> JSONObject:
    result = send(server.port, CONNECTIONS, [get("/livez")] * (CONNECTIONS * EVENTS_EACH))
    expect_answers(result, 200)
    return result


def _tail(appended: list[JSONObject]) -> Row:
    """The time of the slowest hundredth, the median being 1."""
    ratios = tuple(result["p99"] / result["median"] for result in appended)
    late, usual = (median(result[name] for result in appended) for name in ("p99", "median"))
    return Row(
        "15b",
        "… its 99th percentile, against its median",
        f"{duration(late)} wall",
        f"{duration(usual)} wall",
        late / usual,
        "≤ 10 × the median",
        10,
        True,
        ratios,
        is_wall=True,
    )


def _policy(bench: Bench, server: Server, options: dict[str, Any]) -> Iterator[Row]:
    """A policy that the phone has already."""
    document = f'{{"packageName": "{APP}", "revision": 1, "updates": []}}'.encode()
    server.request("PUT", f"/v1/policies/{APP}", document, headers={"If-None-Match": "*"}, kind="application/json")
    tag = server.get(f"/v1/policies/{APP}").headers["etag"]
    request = get(f"/v1/policies/{APP}", **{"If-None-Match": tag})

    def fetch() -> float:
        result = send(server.port, CONNECTIONS, [request] * (CONNECTIONS * EVENTS_EACH))
        expect_answers(result, 304)
        return result["seconds"] / result["requests"]

    def idle() -> float:
        result = _idle(server)
        return result["seconds"] / result["requests"]

    fetched, empty = in_turns(bench.repetitions, fetch, idle)
    yield compared("20", "policy that is not modified", fetched, empty, "≥ 0.7 × an empty handler", 0.7, **options)


def _against_python(bench: Bench, options: dict[str, Any]) -> Iterator[Row | Skipped]:
    """The same inserts by FastAPI and Python's sqlite3, a transaction with `synchronous=FULL` each."""
    what = "… against FastAPI and sqlite3, a transaction each"
    try:
        parts = [*command("bench/peers/inserts", python()), str(scratch("inserts.sqlite"))]
    except Missing as missing:
        yield Skipped("17", what, str(missing))
        return
    with served(bench.herald) as server, socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        free.close()
        peer = subprocess.Popen([*parts, str(port)])
        try:
            _await(port)
            streams = _Streams(server)
            requests = [post([line], "") for line in stream("/i/peer", _SLOW_REQUESTS)]

            def with_python() -> float:
                result = send(port, CONNECTIONS, requests)
                expect_answers(result, 200)
                return result["seconds"] / result["requests"]

            def with_herald() -> float:
                result = streams.append()
                return result["seconds"] / result["requests"]

            ours, theirs = in_turns(bench.repetitions, with_herald, with_python)
        finally:
            peer.terminate()
            peer.wait()
    yield compared("17", what, ours, theirs, "≥ 5 × faster", 5, **options)


def _await(port: int) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise Missing("The server in Python does not start.")
