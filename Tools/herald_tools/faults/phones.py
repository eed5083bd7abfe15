"""Installations that send their events to a server in small batches, and go on by themselves whatever happens to it."""

import http.client
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from herald_tools.faults import logs
from herald_tools.faults.world import Failed, World, expect
from herald_tools.patience import PATIENCE
from herald_tools.serve.lines import stream
from herald_tools.serve.running import Answer, Server

_PAUSE = 0.02  # seconds, until a phone tries a server again that is gone
_LONGEST_PAUSE = 0.2  # seconds that a phone waits here, however long it was asked to


@dataclass
class Phone:
    """One installation. It knows what the server acknowledged, and finds out when less is there."""

    source: str
    lines: list[bytes]
    dice: random.Random
    # How far the server has acknowledged its stream, and the proof of that.
    head: int = 0
    chain: str = ""
    # What shows that the stream is its own; nothing until the first answer.
    token: str | None = None
    # Each acknowledged head, with the length that the record of calls had when the answer was there.
    answered: list[tuple[int, int]] = field(default_factory=list)
    refusals: int = 0

    def send_on(self, server: Server, stop: threading.Event, place: Callable[[], int] = lambda: 0) -> None:
        """Sends until all is acknowledged, or it is told to stop."""
        until = time.monotonic() + PATIENCE
        while self.head < len(self.lines) and not stop.is_set():
            expect(time.monotonic() < until, f"{self.source} is not done in {PATIENCE} s")
            self.send_once(server, place)

    def send_once(self, server: Server, place: Callable[[], int] = lambda: 0) -> None:
        # At times from further back, as a phone does that lost its receipts.
        first = self.head if self.dice.random() < 0.8 else self.dice.randint(0, self.head)
        body = logs.text(self.lines[first : first + self.dice.randint(1, 8)])
        headers = {"Herald-Stream": self.token} if self.token else {}
        try:
            answer = server.send(body, token=server.key, headers=headers)
        except (OSError, http.client.HTTPException):
            time.sleep(_PAUSE)
            return
        self._take(answer, place())

    def _take(self, answer: Answer, place: int) -> None:
        if answer.status == 200:
            found = answer.stream()
            head = int(found["head"])
            expect(head >= self.head, f"{self.source} ends at {head}, and {self.head} was acknowledged")
            if head == self.head and self.chain:
                expect(found["chain"] == self.chain, f"{self.source} has another chain at {head}")
            self.head, self.chain = head, found["chain"]
            self.token = found.get("token", self.token)
            self.answered.append((place, head))
        elif answer.status == 409:
            expected = int(answer.json()["rejected"][0]["expected"])
            expect(expected > self.head, f"{self.source} shall send {expected} again, and {self.head} was acknowledged")
            self.head = expected - 1
        elif answer.status in (429, 503):
            expect("retry-after" in answer.headers, f"{answer.status} does not say when to try again")
            self.refusals += 1
            time.sleep(min(float(answer.headers["retry-after"]), _LONGEST_PAUSE))
        else:
            raise Failed(f"{self.source} is answered with {answer.status}: {answer.body[:300]!r}")


def some_phones(dice: random.Random, most: int = 4, events: int = 60) -> list[Phone]:
    return [
        Phone(source, [line.encode() for line in stream(source, dice.randint(5, events))], random.Random(dice.random()))
        for source in (f"/i/{number}" for number in range(dice.randint(1, most)))
    ]


class Sending:
    """Phones that send at once, each in a thread of its own."""

    def __init__(self, phones: list[Phone], server: Server, place: Callable[[], int] = lambda: 0) -> None:
        self._failures: list[str] = []
        self._stop = threading.Event()
        jobs = [lambda phone=phone: self._send(phone, server, place) for phone in phones]
        self._threads = [threading.Thread(target=job) for job in jobs]
        for thread in self._threads:
            thread.start()

    def _send(self, phone: Phone, server: Server, place: Callable[[], int]) -> None:
        try:
            phone.send_on(server, self._stop, place)
        except Failed as failure:
            self._failures.append(str(failure))

    @property
    def is_done(self) -> bool:
        return not any(thread.is_alive() for thread in self._threads)

    def wait(self, seconds: float) -> None:
        """Until all is sent, or for some seconds."""
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def stop(self) -> None:
        """Stops them after the request that each has in flight; raises what one of them found."""
        self._stop.set()
        for thread in self._threads:
            thread.join()
        if self._failures:
            raise Failed(self._failures[0])


def finish(phones: list[Phone], server: Server) -> None:
    """Lets all phones send what is left."""
    for phone in phones:
        phone.send_on(server, threading.Event())


def expect_whole(world: World, server: Server, phones: list[Phone]) -> None:
    """Stops the server: it ends in order, its ledger has each event once, and its chain verifies."""
    expect(server.stop() == 0, "the server does not end with 0")
    run = world.run("export", server.ledger)
    expect(run.status == 0, f"the export ended with {run.status}: {run.errors[-600:]}")
    wanted = sorted(line for phone in phones for line in phone.lines[: phone.head])
    expect(sorted(run.lines) == wanted, f"the ledger has {len(run.lines)} lines, and {len(wanted)} were acknowledged")
    audit = world.run("audit", server.ledger, "--format", "json")
    expect(b'"chain":"intact"' in audit.output, f"the chain is broken: {audit.output[-300:]!r}")
