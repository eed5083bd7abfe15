"""A server that is measured, and load for it: prepared requests, sent over many connections by a program in C."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from herald_tools.bench.harness.builds import compile_c
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.paths import BENCH
from herald_tools.bench.harness.timing import answer
from herald_tools.json_types import JSONObject
from herald_tools.serve.running import Server


@cache
def load() -> Path:
    """The program that sends requests."""
    return compile_c("load", [BENCH / "c" / "load.c"])


@contextmanager
def served(herald: Path, ledger: Path | None = None) -> Iterator[Server]:
    """A server on a new folder. With a ledger it begins with that, linked or copied."""
    folder = scratch("served")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    # It logs a line a request, which is a part of what it costs, and is not kept.
    with Server(herald, folder / "server") as server:
        if ledger:
            server.stop()
            for file in server.ledger.parent.iterdir():
                file.unlink()
            shutil.copyfile(ledger, server.ledger)
            server.start()
        yield server
    shutil.rmtree(folder, ignore_errors=True)


def get(path: str, token: str = "", **headers: str) -> bytes:
    """A request for a path."""
    return _request("GET", path, token, headers, b"")


def post(lines: Sequence[str | bytes], token: str, packs: bool = False) -> bytes:
    """A request that brings events."""
    body = b"".join((line.encode() if isinstance(line, str) else line).rstrip(b"\n") + b"\n" for line in lines)
    headers = {"Content-Type": "application/x-ndjson", "Content-Length": ""}
    if packs:
        body = gzip.compress(body, 6, mtime=0)
        headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(body))
    return _request("POST", "/v1/events", token, headers, body)


def _request(method: str, path: str, token: str, headers: dict[str, str], body: bytes) -> bytes:
    bearer = {"Authorization": f"Bearer {token}"} if token else {}
    fields = "".join(f"{name}: {value}\r\n" for name, value in {"Host": "127.0.0.1", **bearer, **headers}.items())
    return f"{method} {path} HTTP/1.1\r\n{fields}\r\n".encode() + body


def send(port: int, connections: int, requests: Iterable[bytes]) -> JSONObject:
    """Sends requests, of each connection in their order; how long they took, and what the answers were."""
    path = scratch(f"requests-{os.getpid()}")
    with path.open("wb") as file:
        for request in requests:
            file.write(struct.pack("<I", len(request)) + request)
    try:
        return answer([load(), port, connections, path])
    finally:
        path.unlink()


def expect_answers(result: JSONObject, *statuses: int) -> None:
    """Fails where another status came than those wanted."""
    found = {int(status) for status in result["statuses"]}
    if not found <= set(statuses):
        raise ValueError(f"the answers were {json.dumps(result['statuses'])}, wanted {statuses}")
