"""The way in which a stranger speaks to a server: from an address of its own, byte for byte."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from herald_tools.faults.world import Failed, expect
from herald_tools.patience import PATIENCE
from herald_tools.serve.running import Answer, Server

# Seconds within which whatever is answered at all is answered, also by a busy machine.
BOUND = PATIENCE / 20
_PAUSE = 0.01  # seconds between two attempts of one stranger, so that the machine has other work too
# Of a connection that ended, or was never there.
GONE = (OSError, http.client.HTTPException)
_PARTS = {"type", "title", "status", "detail", "why", "fix"}


@dataclass(frozen=True)
class Stranger:
    """Somebody at an address of this machine that no phone has."""

    server: Server
    address: str = "127.0.0.2"

    def connect(self, receives: int | None = None) -> socket.socket:
        """A connection; with few bytes that the system receives for it, where wanted."""
        connection = socket.socket()
        if receives is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        connection.settimeout(BOUND)
        connection.bind((self.address, 0))
        connection.connect((self.server.host, self.server.port))
        return connection

    def ask(
        self,
        method: str,
        path: str,
        *,
        token: str | None = None,
        headers: dict[str, str] | None = None,
        body: bytes | None = None,
    ) -> Answer | None:
        """Sends a request as it is written, and returns the answer; nothing where the connection ends without one."""
        lines = {"Host": f"{self.server.host}:{self.server.port}", "Connection": "close"}
        if token is not None:
            lines["Authorization"] = f"Bearer {token}"
        if body is not None:
            lines["Content-Length"] = str(len(body))
        lines |= headers or {}
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        try:
            with self.connect() as connection:
                is_short = "Content-Length" in (headers or {})
                return _exchange(connection, method, f"{head}\r\n".encode() + (body or b""), is_short)
        except TimeoutError:
            raise Failed(f"{method} {path[:80]} has no answer within {BOUND:.0f} s") from None
        except GONE:
            return None


def _exchange(connection: socket.socket, method: str, request: bytes, is_short: bool) -> Answer:
    try:
        connection.sendall(request)
        if is_short:
            # The body may be shorter than its length says, and ends here.
            connection.shutdown(socket.SHUT_WR)
    except (BrokenPipeError, ConnectionResetError):
        pass  # refused before it was sent; the answer may be there all the same
    response = http.client.HTTPResponse(connection, method=method)
    response.begin()
    return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())


def expect_explained(answer: Answer | None, what: str) -> None:
    """A refusal is an error in four parts, and nothing is a failure of the server."""
    if answer is None or answer.status < 400:
        return
    expect(answer.status < 500, f"{what} is answered with {answer.status}: {answer.body[:300]!r}")
    if answer.headers.get("content-type") != "application/problem+json":
        # The reader of HTTP refuses a head that it cannot read, before it is anybody's request.
        is_unread = answer.status in (400, 431) and not answer.body
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        expect(is_unread or is_page, f"{what} is refused without a reason: {answer.status} {answer.body[:300]!r}")
        return
    said = json.loads(answer.body)
    missing = _PARTS - said.keys()
    expect(not missing, f"{what} is refused without {', '.join(sorted(missing))}: {answer.body[:300]!r}")


class Crowd:
    """Strangers who do something again and again, each in a thread of its own, until the block ends."""

    def __init__(self, many: int, job: Callable[[int], None]) -> None:
        self._job = job
        self._ending = threading.Event()
        self._failures: list[str] = []
        self._threads = [threading.Thread(target=self._go_on, args=(number,)) for number in range(many)]
        self.done = 0

    def _go_on(self, number: int) -> None:
        while not self._ending.is_set():
            try:
                self._job(number)
                self.done += 1
            except Failed as failure:
                self._failures.append(str(failure))
                return
            except GONE:
                pass
            time.sleep(_PAUSE)

    def __enter__(self) -> "Crowd":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ending.set()
        for thread in self._threads:
            thread.join()
        if self._failures and error is None:
            raise Failed(self._failures[0])
