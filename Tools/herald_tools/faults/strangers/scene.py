"""The scene of a case: a server, honest phones that send to it, a probe that asks, and what settings promise them."""

import contextlib
import http.client
import json
import random
import re
import threading
import time
from pathlib import Path
from types import TracebackType

from herald_tools.faults import logs, served
from herald_tools.faults.phones import Phone, Sending, finish
from herald_tools.faults.strangers.speech import BOUND, GONE, Stranger
from herald_tools.faults.world import Failed, World, expect
from herald_tools.serve.lines import stream
from herald_tools.serve.running import Answer, Server

# Bytes that a server may take besides what its settings say: of memory, and of disk for what is not an event.
MEMORY_ALLOWANCE = 256 << 20
DISK_ALLOWANCE = 64 << 20
_EVENTS_OF_A_PHONE = 6_000  # more than it sends while a case lasts
_LEFT = 5  # events that a phone still sends when the strangers have gone
_PAUSE = 0.05


class HonestPhone(Phone):
    """A phone that is in no hurry, and counts its answers."""

    answers = 0

    def _take(self, answer: Answer, place: int) -> None:
        super()._take(answer, place)
        self.answers += answer.status == 200
        time.sleep(_PAUSE)


class Probe:
    """Asks again and again how the server is, and notes when the answer is wrong or late."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._go_on)
        self.failure: str | None = None
        self.rounds = 0

    def _go_on(self) -> None:
        while not self._ending.is_set() and self.failure is None:
            for path in ("/livez", "/metrics"):
                try:
                    status = get(self._server, path)
                except (OSError, http.client.HTTPException) as error:
                    self.failure = f"{path} is not answered within {BOUND:.0f} s: {error!r}"
                    return
                if status != 200:
                    self.failure = f"{path} is answered with {status}"
            self.rounds += 1
            time.sleep(_PAUSE)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ending.set()
        if self._thread.ident is not None:
            self._thread.join()


def get(server: Server, path: str, token: str = "") -> int:
    """The status of an answer that comes within the bound."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=BOUND)
    try:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token or server.token}"})
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()


class Scene:
    """A server among strangers. The block is the attack; at its end everything is judged."""

    def __init__(self, world: World, dice: random.Random, **settings: object) -> None:
        self.world, self.dice = world, dice
        self.settings = settings
        variables = {_variable(name): str(value) for name, value in settings.items()}
        self.server = served.server(world, variables=variables)
        self.phones = [
            HonestPhone(source, _life(source), random.Random(dice.random()))
            for source in (f"/i/{number}" for number in range(dice.randint(1, 3)))
        ]
        self.probe = Probe(self.server)
        self.sending: Sending | None = None
        self._before = (0, 0)

    def __enter__(self) -> "Scene":
        self.server.start()
        for phone in self.phones:
            phone.send_once(self.server)
        self._before = (self._memory("VmRSS"), self._disk())
        self.sending = Sending(list(self.phones), self.server)
        self.probe.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if error is None:
                self._finish_phones()
                self._judge()
            elif isinstance(error, (Failed, *GONE)):
                self._expect_process()  # its end says more than what followed from it
        finally:
            # First, so that nobody waits for an answer of a server that gives none.
            self.server.kill()
            self.probe.stop()
            with contextlib.suppress(Failed):
                self.stop_phones()

    # The strangers

    def stranger(self) -> Stranger:
        """Somebody at one of eight addresses."""
        return Stranger(self.server, f"127.0.0.{self.dice.randint(2, 9)}")

    def strangers(self, many: int) -> list[Stranger]:
        return [self.stranger() for _ in range(many)]

    # What honest phones see

    def expect_service(self, phones: bool = True, rounds: int = 4) -> None:
        """The probe, and every phone, is answered some times more, while the strangers go on."""
        before, begun = [phone.answers for phone in self.phones], self.probe.rounds
        until = time.monotonic() + BOUND * 2
        while time.monotonic() < until:
            self.expect_life()
            behind = phones and any(
                phone.answers < had + rounds and phone.head < len(phone.lines)
                for phone, had in zip(self.phones, before)
            )
            if not behind and self.probe.rounds >= begun + rounds:
                return
            if self.sending is not None and self.sending.is_done:
                self.sending.stop()  # says what a phone found
            time.sleep(0.02)
        asked = "a phone's events are" if self.probe.rounds >= begun + rounds else "the probe is"
        raise Failed(f"{asked} not answered {rounds} times in {BOUND * 2:.0f} s while strangers are there")

    def expect_life(self) -> None:
        self._expect_process()
        if self.probe.failure:
            raise Failed(self.probe.failure)

    def stop_phones(self) -> None:
        """Ends what the phones have in flight; they go on with `resume_phones`."""
        if self.sending is not None:
            self.sending.stop()
            self.sending = None

    def resume_phones(self) -> None:
        self.sending = Sending(list(self.phones), self.server)

    # The judgement

    def _expect_process(self) -> None:
        process, log = self.server.process, self.world.files / "server.log"
        if process is None or process.poll() is not None:
            raise Failed(f"the server has ended: {log.read_text(errors='replace')[-600:]}")

    def _finish_phones(self) -> None:
        """Lets the phones say what is left, without strangers."""
        self.stop_phones()
        self.probe.stop()
        for phone in self.phones:
            phone.lines = phone.lines[: phone.head + _LEFT]
        finish(list(self.phones), self.server)

    def _judge(self) -> None:
        self.expect_life()
        self._judge_size()
        expect(self.server.stop() == 0, "the server does not end with 0")
        run = self.world.run("export", self.server.ledger)
        expect(run.status == 0, f"the export ended with {run.status}: {run.errors[-600:]}")
        own = {phone.source for phone in self.phones}
        found = sorted(line for line in run.lines if json.loads(line)["source"] in own)
        wanted = sorted(line for phone in self.phones for line in phone.lines[: phone.head])
        expect(found == wanted, f"{len(found)} events of phones are stored, and {len(wanted)} were acknowledged")
        audit = self.world.run("audit", self.server.ledger, "--format", "json")
        expect(b'"chain":"intact"' in audit.output, f"the chain is broken: {audit.output[-300:]!r}")

    def _judge_size(self) -> None:
        queue = int(str(self.settings.get("queueBytes", 128 << 20)))
        grown = self._memory("VmHWM") - self._before[0]
        expect(
            grown <= queue + MEMORY_ALLOWANCE,
            f"the memory grew by {grown >> 20} MiB, and {queue >> 20} may be held and {MEMORY_ALLOWANCE >> 20} beside",
        )
        ahead = int(str(self.settings.get("writeAheadBytes", 64 << 20)))
        grown = self._disk() - self._before[1]
        allowed = DISK_ALLOWANCE + ahead + sum(16 * len(line) for p in self.phones for line in p.lines[: p.head])
        expect(grown <= allowed, f"the folder grew by {grown >> 20} MiB, and {allowed >> 20} are allowed")

    def _memory(self, name: str) -> int:
        """The server's memory in bytes: `VmRSS` for now, `VmHWM` for the most it ever had."""
        assert self.server.process is not None
        text = Path(f"/proc/{self.server.process.pid}/status").read_text()
        found = re.search(rf"{name}:\s+(\d+)", text)
        return int(found[1]) << 10 if found else 0

    def _disk(self) -> int:
        files = [path for path in self.server.folder.rglob("*") if path.is_file()]
        return sum(path.stat().st_size for path in files if path.exists())

    # What strangers know, or have been given

    def send_life(self, source: str, count: int = 3, token: str | None = None) -> Answer:
        """The first events of an installation that is nobody's phone."""
        return self.server.send(
            logs.text([line.encode() for line in stream(source, count)]), token=token or self.server.key
        )


def _life(source: str) -> list[bytes]:
    return [line.encode() for line in stream(source, _EVENTS_OF_A_PHONE)]


def _variable(name: str) -> str:
    """A setting's environment variable. Every setting has one; not each is an option yet."""
    return "HERALD_" + re.sub(r"(?=[A-Z])", "_", name).upper()
