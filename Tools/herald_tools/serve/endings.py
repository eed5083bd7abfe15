"""Stopping, killing and disturbing a server: what it acknowledged is there afterwards."""

import json
import random
import socket
import subprocess
import threading
import time
from pathlib import Path

from herald_tools.patience import PATIENCE
from herald_tools.serve.backups import scratch
from herald_tools.serve.lines import stream
from herald_tools.serve.running import APP, Failed, Server, expect


def stops_in_order(server: Server) -> None:
    """SIGTERM stores what was sent, empties the log and ends with 0."""
    expect(server.send(stream("/i/stop", 10)).status, 200, "sending")
    expect(server.stop(), 0, "the status")
    log = server.folder / "apps" / f"{APP}.sqlite-wal"
    expect(log.stat().st_size if log.exists() else 0, 0, "what is left in the write-ahead log")
    server.start()
    expect(json.loads(server.get("/v1/heads?source=/i/stop").body)["head"], 10, "the head after a new start")


def bears_a_damaged_index(server: Server) -> None:
    """What searches use follows from the ledger: where its file is damaged, the server starts and makes it again."""
    expect(server.send(stream("/i/index", 2)).status, 200, "sending")
    server.stop()
    (server.folder / "search" / f"{APP}.sqlite").write_bytes(b"damage " * 1000)
    server.start()
    found = json.loads(server.get("/v1/installations?query=/i/index").body)["installations"]
    expect([one["source"] for one in found], ["/i/index"], "what a search finds")


def one_at_a_time(server: Server) -> None:
    """A second server on the folder is refused."""
    server.command("serve", "--data", server.folder, "--listen", "127.0.0.1:0", status=1)


def survives_kills(server: Server, times: int = 5) -> None:
    """Killed at any moment, a server has everything that it acknowledged, and senders go on."""
    dice = random.Random(7)
    for turn in range(times):
        acknowledged: dict[str, int] = {}
        lines = {f"/i/kill/{turn}/{n}": stream(f"/i/kill/{turn}/{n}", 400) for n in range(4)}
        senders = [threading.Thread(target=_send_on, args=(server, *sent, acknowledged)) for sent in lines.items()]
        for sender in senders:
            sender.start()
        time.sleep(dice.uniform(0.05, 0.3))
        server.kill()
        for sender in senders:
            sender.join()
        server.start()
        for source, revision in acknowledged.items():
            head = json.loads(server.get(f"/v1/heads?source={source}").body or b'{"head":0}')["head"]
            if head < revision:
                raise Failed(f"{source} ends at {head}, and {revision} was acknowledged")
            expect(server.send(lines[source]).stream()["head"], 400, "sending all again")
    server.stop()
    server.command("audit", server.folder / "apps" / f"{APP}.sqlite")
    server.start()


def _send_on(server: Server, source: str, lines: list[str], acknowledged: dict[str, int]) -> None:
    """Sends a few lines at a time, until the server is gone."""
    for start in range(0, len(lines), 5):
        try:
            answer = server.send(lines[start : start + 5])
        except OSError:
            return
        if answer.status != 200:
            return
        acknowledged[source] = int(answer.stream()["head"])


def bears_broken_clients(server: Server) -> None:
    """Bodies that are cut, wrong lengths, huge heads and slow clients disturb nobody."""
    head = f"POST /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.token}\r\n"
    head += "Content-Type: application/jsonl\r\n"
    body = "".join(f"{line}\n" for line in stream("/i/cut", 3))
    broken = [
        f"{head}Content-Length: 100000\r\n\r\n{body}",
        f"{head}Content-Length: -5\r\n\r\n{body}",
        f"{head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n{body}",
        f"{head}Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{body}",
        f"{head}X-Long: {'x' * 100_000}\r\n\r\n",
        "NONSENSE\r\n\r\n",
        "GET / HTTP/1.1\r\n",
    ]
    for text in broken:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(text.encode())
            connection.shutdown(socket.SHUT_WR)
            while _part(connection):
                pass
    expect(server.get("/livez", token=None).status, 200, "whether it lives")
    expect(server.get("/v1/heads?source=/i/cut").body, b"", "what was stored of bodies that were cut")
    expect(server.send(stream("/i/after", 2)).status, 200, "sending after that")


def _part(connection: socket.socket) -> bytes:
    try:
        return connection.recv(1 << 16)
    except ConnectionError:
        return b""


def shows_tokens_again(server: Server) -> None:
    """Where nobody saw the tokens of a first start, the next one makes others and shows them."""
    with scratch() as folder:
        first = Server(server.herald, folder / "server")
        words = [first.herald, "serve", "--data", first.folder, "--app", APP, "--listen", "127.0.0.1:0"]
        log = folder / "log"
        with (
            Path("/dev/full").open("wb") as full,
            log.open("wb") as errors,
            subprocess.Popen([*map(str, words)], stdout=full, stderr=errors) as process,
        ):
            while b"not shown" not in log.read_bytes():
                expect(process.poll(), None, "the status of a server that cannot show its tokens")
                time.sleep(0.05)
            process.kill()
        with first:
            expect(bool(first.key and first.token), True, "whether tokens are shown")
            expect(first.get("/v1/heads").status, 200, "the status with them")
            listed = first.command("token", "list", "--data", first.folder).splitlines()
            expect(len(listed), 4, "the number of tokens")
            shown = first.token
            first.stop()
            first.start()
            expect(first.token, shown, "the token after another start")


CASES = [shows_tokens_again, stops_in_order, bears_a_damaged_index, one_at_a_time, survives_kills, bears_broken_clients]
