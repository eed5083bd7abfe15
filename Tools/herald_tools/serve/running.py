"""A running server, and requests to it."""

import http.client
import json
import os
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from herald_tools.json_types import JSONObject
from herald_tools.patience import PATIENCE

APP = "com.example.shop"
LINES = "application/x-ndjson"


class Failed(Exception):
    """A server that does not do what it should."""


@dataclass
class Answer:
    """What came back for a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def reasons(self) -> list[str]:
        """The reasons of the refused lines."""
        return [line["reason"] for line in self.json()["rejected"]]

    def stream(self) -> JSONObject:
        """What became of the only stream."""
        (stream,) = self.json()["streams"]
        return dict(stream)


@dataclass
class Server:
    """`herald serve` on a folder, at a port that was free."""

    herald: Path
    folder: Path
    options: list[str] = field(default_factory=list)
    key: str = ""
    token: str = ""
    port: int = 0
    host: str = "127.0.0.1"
    # What runs the program, such as `ip netns exec NAME`.
    prefix: list[str] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None
    # Whether everything is tried, and not only what fits into a minute.
    is_thorough: bool = False
    # Environment variables besides those of the check.
    variables: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    def start(self) -> "Server":
        listen = f"{self.host}:{self.port}"
        command = [*self.prefix, self.herald, "serve", "--data", self.folder, "--app", APP, "--listen", listen]
        log = (self.folder.parent / f"{self.folder.name}.log").open("ab")
        self.process = subprocess.Popen(
            [*map(str, command), *self.options],
            stdout=subprocess.PIPE,
            stderr=log,
            env={**os.environ, **self.variables},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            status, said = self.process.wait(), Path(log.name).read_text(errors="replace")[-600:]
            raise Failed(f"the server did not start (status {status}): {said}")
        greeting = json.loads(line)
        self.port = int(greeting["listening"].rsplit(":", 1)[1])
        self.key, self.token = greeting.get("appKey", self.key), greeting.get("token", self.token)
        return self

    def stop(self) -> int:
        """Asks it to end and waits; returns its status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)

    def kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        *,
        token: str | None = "",
        headers: dict[str, str] | None = None,
        kind: str | None = LINES,
    ) -> Answer:
        """Sends a request; with the token of all roles unless another one is given, or None."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token or self.token}"
        if body is not None and kind is not None:
            sent["Content-Type"] = kind
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()

    def send(self, lines: bytes | list[str], **options: Any) -> Answer:
        """Sends events as lines."""
        body = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
        return self.request("POST", "/v1/events", body, **options)

    def get(self, path: str, **options: Any) -> Answer:
        return self.request("GET", path, **options)

    @property
    def ledger(self) -> Path:
        return self.folder / "apps" / f"{APP}.sqlite"

    def new_token(self, role: str) -> str:
        """Makes a token for the app, as another process."""
        words = (
            "token",
            "new",
            "--data",
            self.folder,
            "--role",
            role,
            "--app",
            APP,
            "--name",
            role,
            "--format",
            "json",
        )
        return str(json.loads(self.command(*words))["token"])

    def command(self, *words: object, status: int = 0) -> bytes:
        """Runs another command of the program, and returns what it prints."""
        result = subprocess.run([str(self.herald), *map(str, words)], capture_output=True, check=False, env=os.environ)
        if result.returncode != status:
            raise Failed(f"herald {' '.join(map(str, words))}: status {result.returncode}: {result.stderr.decode()}")
        return result.stdout


def expect(found: object, wanted: object, what: str) -> None:
    """Fails where something is not as it should be."""
    if found != wanted:
        raise Failed(f"{what}: {found!r}, wanted {wanted!r}")
