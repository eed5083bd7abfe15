"""A server whose disk is full or whose clock jumps, and clients that misbehave: others are served, nothing is lost."""

import gzip
import random
import socket
import time
from collections.abc import Callable

from herald_tools.faults import logs, served
from herald_tools.faults.phones import Phone, Sending, expect_whole, finish, some_phones
from herald_tools.faults.world import World, expect
from herald_tools.patience import PATIENCE
from herald_tools.serve.lines import stream
from herald_tools.serve.running import Server

_REFUSED = (400, 401, 403, 408, 411, 413, 415, 422, 429, 431, 501, 503)


def one_case(world: World, dice: random.Random) -> None:
    """One fault, while ordinary phones send."""
    fault = dice.choice((full_disk, jumping_clock, cut_bodies, bombs, repeats, strangers, slow_clients))
    fault(world, dice)


def _beside(world: World, dice: random.Random, server: Server, job: Callable[[Server], None]) -> None:
    """Does something to the server while phones send; they all end with everything stored."""
    phones = some_phones(dice)
    with server:
        sending = Sending(phones, server)
        try:
            job(server)
            sending.wait(60)
        finally:
            sending.stop()
        finish(phones, server)
        expect(server.get("/livez", token=None).status == 200, "the server does not live")
        expect_whole(world, server, phones)


def full_disk(world: World, dice: random.Random) -> None:
    """While the disk is full, requests are answered with 503 and when to try again; with space again, all goes on."""
    variables, mark = served.full(world)
    phones = some_phones(dice, events=200)
    world.count("full disks")
    with served.server(world, variables=variables) as server:
        for phone in phones:
            phone.send_once(server)
        mark.touch()
        # What has its room already is still written, so the phones go on until it is used up.
        heavy = Phone("/i/heavy", [_heavy(number) for number in range(1, 400)], dice)
        phones.append(heavy)
        sending = Sending(phones, server)
        try:
            sending.wait(dice.uniform(0.5, 2.0))
        finally:
            mark.unlink()
        sending.wait(60)
        sending.stop()
        finish(phones, server)
        world.count("refusals", sum(phone.refusals for phone in phones))
        expect_whole(world, server, phones)


def _heavy(number: int) -> bytes:
    """An event that needs room: a text that nothing makes smaller."""
    noise = random.Random(number).randbytes(20_000).hex()
    line = stream("/i/heavy", 1, number)[0]
    return line.replace('"data":{', f'"data":{{"noise":"{noise}"' + ("," if '"data":{"' in line else "")).encode()


def jumping_clock(world: World, dice: random.Random) -> None:
    """The server's clock jumps by years: its tokens, limits and answers bear it."""
    world.count("jumping clocks")
    _beside(world, dice, served.server(world, variables=served.jumping(world, dice.randint(1, 10**6))), lambda _: None)


def cut_bodies(world: World, dice: random.Random) -> None:
    """Requests are cut off anywhere, or say a wrong length: nothing of them is stored beyond whole lines."""

    def job(server: Server) -> None:
        for number in range(40):
            source = f"/i/cut/{number}"
            body = logs.text([line.encode() for line in stream(source, dice.randint(1, 5))])
            length = dice.choice([len(body), len(body) + dice.randint(1, 500), dice.randint(0, len(body)), -1])
            request = _request(server, body, length)
            _speak(server, request[: dice.randint(0, len(request))], dice.random() < 0.5)
            world.count("cut")
            # A body that is cut within was never whole, so nothing was answered; sending it again is safe.
            again = server.send(body)
            expect(again.status == 200, f"a body that was cut is answered with {again.status} when it comes again")
            expect(server.send(body).stream()["stored"] == 0, "a body is stored twice")

    _only_phones(world, dice, job)


def _only_phones(world: World, dice: random.Random, job: Callable[[Server], None]) -> None:
    """As `_beside`, where others than the phones send events too."""
    phones = some_phones(dice)
    with served.server(world) as server:
        sending = Sending(phones, server)
        try:
            job(server)
            sending.wait(60)
        finally:
            sending.stop()
        finish(phones, server)
        expect(server.stop() == 0, "the server does not end with 0")
        lines = world.run("export", server.ledger).lines
        expect(len(set(lines)) == len(lines), "an event is stored twice")
        missing = {line for phone in phones for line in phone.lines} - set(lines)
        expect(not missing, f"{len(missing)} acknowledged events are lost")
        audit = world.run("audit", server.ledger, "--format", "json")
        expect(b'"chain":"intact"' in audit.output, f"the chain is broken: {audit.output[-300:]!r}")


def _request(server: Server, body: bytes, length: int) -> bytes:
    head = (
        f"POST /v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {server.token}\r\n"
        f"Content-Type: application/jsonl\r\nContent-Length: {length}\r\n\r\n"
    )
    return head.encode() + body


def _speak(server: Server, request: bytes, waits: bool) -> int | None:
    """Sends bytes, and hangs up or waits; the status of the answer, or nothing without one."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        try:
            connection.sendall(request)
            if not waits:
                return None
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(4096)
        except ConnectionError:
            return None
        return int(answer.split(b" ")[1]) if answer.startswith(b"HTTP/1.1 ") else None


def bombs(world: World, dice: random.Random) -> None:
    """Small bodies that are large or deep: each is refused, in little memory."""

    def job(server: Server) -> None:
        before = _memory(server)
        for _ in range(6):
            piece = dice.choice([b"\0", b" ", b"\n", b"[", b'{"a":', b'"'])
            plain = piece * (dice.choice([1, 25, 100]) << 20)
            packed = gzip.compress(plain[: 200 << 20], 1)
            encoding = {"Content-Encoding": "gzip"}
            status = server.send(dice.choice([packed, packed[: len(packed) // 2]]), headers=encoding).status
            expect(status in (*_REFUSED, 200, 207), f"a bomb is answered with {status}")
            world.count("bombs")
        grown = _memory(server) - before
        expect(grown < 512 << 20, f"six bombs cost {grown >> 20} MiB of memory")

    _beside(world, dice, served.server(world), job)


def _memory(server: Server) -> int:
    """The server's resident memory, in bytes."""
    assert server.process is not None
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS"))


def repeats(world: World, dice: random.Random) -> None:
    """A proxy sends each request twice, at once or later, and gives the first answer or the second."""
    phones = some_phones(dice)
    with served.server(world) as server:
        for phone in phones:
            sent: list[bytes] = []
            while phone.head < len(phone.lines):
                body = logs.text(phone.lines[phone.head : phone.head + dice.randint(1, 8)])
                sent.append(body)
                # An older request comes again; it changes nothing.
                late = server.send(dice.choice(sent[:-1] or sent), token=server.token)
                expect(late.status in (200, 409), f"an older request is answered with {late.status}")
                answers = [server.send(body), server.send(body)]
                expect(
                    [answer.status for answer in answers] == [200, 200], f"{[answer.status for answer in answers]} came"
                )
                first, second = (answer.stream() for answer in answers)
                expect((first["head"], first["chain"]) == (second["head"], second["chain"]), "two answers differ")
                phone.head = int(dice.choice([first, second])["head"])
                world.count("repeated")
        expect_whole(world, server, phones)


def strangers(world: World, dice: random.Random) -> None:
    """Two phones with the same key send one stream: the one without its token, and without its first line, cannot."""

    def job(server: Server) -> None:
        for number in range(10):
            lines = [line.encode() for line in stream(f"/i/owned/{number}", 6)]
            token = server.send(logs.text(lines[:2]), token=server.key).stream()["token"]
            wrong = dice.choice([{}, {"Herald-Stream": token[::-1]}, {"Herald-Stream": ""}])
            stranger = server.send(logs.text(lines[2:4]), token=server.key, headers=wrong)
            expect(stranger.status == 403, f"a stranger is answered with {stranger.status}")
            other = server.send(logs.text([lines[2]]), token=server.key, headers={"Herald-Stream": token})
            expect(other.stream()["head"] == 3, "a stranger's request changed the stream")
            world.count("strangers")

    _only_phones(world, dice, job)


def slow_clients(world: World, dice: random.Random) -> None:
    """Clients that send a byte now and then are cut off, and others do not wait for them."""

    with served.server(world, "--idle-seconds", str(PATIENCE * 2)) as server:
        slow = _slow_clients(server, dice)
        # Nobody cuts them off, so that waiting for them would be waiting for ever.
        expect(server.get("/v1/heads").status == 200, "others are not answered")
        expect(all(_is_open(connection) for connection in slow), "a slow client is cut off too soon")
        for connection in slow:
            connection.close()
        expect(server.stop() == 0, "the server does not end with 0")

    def go(server: Server) -> None:
        slow = _slow_clients(server, dice)
        until = time.monotonic() + PATIENCE
        for connection in slow:
            while _is_open(connection) and time.monotonic() < until:
                time.sleep(0.05)
            expect(not _is_open(connection), "a client that says nothing is never cut off")
            connection.close()
        world.count("slow", len(slow))

    server.options, server.port = ["--idle-seconds", "1"], 0
    _beside(world, dice, server, go)


def _slow_clients(server: Server, dice: random.Random) -> list[socket.socket]:
    """Clients that have sent a part of a request and say nothing more."""
    body = logs.text([line.encode() for line in stream("/i/slow", 3)])
    request = _request(server, body, len(body) + 1000)
    slow = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(20)]
    for connection in slow:
        connection.sendall(request[: dice.randint(1, len(request))])
    return slow


def _is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(4096) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False
