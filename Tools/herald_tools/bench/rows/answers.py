"""Row 19: one installation's timeline out of many, and a search by user, over HTTP."""

import http.client
import time
from collections.abc import Callable, Iterator
from shutil import copyfile
from statistics import median
from urllib.parse import quote

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.fleet import remove_ledger, scratch
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.serving import served
from herald_tools.bench.harness.timing import compared, costs, in_turns
from herald_tools.serve.lines import event, stream
from herald_tools.serve.running import Server

_SOURCE, _USER, _EVENTS = "/i/long", "a user of a thousand events", 1_000
_SOON = 0.02  # seconds: what somebody who types does not notice
_ASKED = 9  # times in a round


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    ledger = scratch("asked.sqlite")
    remove_ledger(ledger)
    copyfile(bench.fleet.ledger(bench.events, bench.installations), ledger)
    log = scratch("asked.jsonl")
    user = event(_SOURCE, _EVENTS, "user.changed", data={"user": _USER.replace(" ", "-")})
    log.write_text("".join(f"{line}\n" for line in [*stream(_SOURCE, _EVENTS - 1), user]))
    bench.fleet.import_more(log, ledger)
    why = [bench.herald, "why", ledger, "--source", _SOURCE]
    start = [bench.herald, "--version"]
    with served(bench.herald, ledger) as server:
        search = f"/v1/installations?query={_USER.replace(' ', '-')}"
        _ask(server, search)()  # The first one takes in the whole ledger.
        actions = [_ask(server, f"/v1/installations/{quote(_SOURCE, '')}/timeline"), _ask(server, search)]
        timeline, found, asked, started = in_turns(
            bench.repetitions,
            *actions,
            lambda: median(cost.wall for cost in costs(why, _ASKED)),
            lambda: median(cost.wall for cost in costs(start, _ASKED)),
        )
    remove_ledger(ledger)
    beyond = [max(1e-6, ours - theirs) for ours, theirs in zip(asked, started)]
    goal = "≤ 3 × herald why, without its start"
    yield compared("19", f"timeline of {_EVENTS:,} events", timeline, beyond, goal, 3, unit=" wall")
    ratios = tuple(seconds / _SOON for seconds in found)
    figures = (f"{median(found) * 1e3:.3g} ms wall", f"{_SOON * 1e3:.0f} ms")
    yield Row("19b", "search by user", *figures, median(ratios), "≤ 20 ms", 1, True, ratios, is_wall=True)


def _ask(server: Server, path: str) -> Callable[[], float]:
    """The median time of an answer, over a connection that stays."""

    def ask() -> float:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
        times = []
        for _ in range(_ASKED):
            began = time.monotonic()
            connection.request("GET", path, headers={"Authorization": f"Bearer {server.token}"})
            response = connection.getresponse()
            response.read()
            times.append(time.monotonic() - began)
            if response.status != 200:
                raise ValueError(f"{path} was answered with {response.status}")
        connection.close()
        return median(times)

    return ask
