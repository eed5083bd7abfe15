"""Readers that stay while phones send: the write-ahead log stays bounded, and is short again once they have gone."""

import contextlib
import json
import sqlite3
import threading
import time
from pathlib import Path

from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.strangers.speech import BOUND, Crowd
from herald_tools.faults.world import expect
from herald_tools.serve.lines import stream
from herald_tools.serve.running import APP

SETTINGS = {"writeAheadBytes": 4 << 20}
_ALLOWANCE = 24 << 20  # bytes of a log besides what the setting says
_SENDERS = 3


def _log(scene: Scene) -> Path:
    return scene.server.ledger.with_name(f"{scene.server.ledger.name}-wal")


def _length(scene: Scene) -> int:
    with contextlib.suppress(FileNotFoundError):
        return _log(scene).stat().st_size
    return 0


def _expect_bounded(scene: Scene, what: str) -> None:
    length, allowed = _length(scene), SETTINGS["writeAheadBytes"] + _ALLOWANCE
    expect(length <= allowed, f"the write-ahead log has {length >> 20} MiB {what}, and {allowed >> 20} are allowed")


def _sending(scene: Scene) -> Crowd:
    """Logs by mail: much is stored, in many small commits."""
    token = scene.server.new_token("import")
    lock, counts = threading.Lock(), [0]

    def send(number: int) -> None:
        with lock:
            counts[0] += 1
            source = f"/i/mail/{number}/{counts[0]}"
        answer = scene.server.send(stream(source, 40), token=token)
        expect(answer.status in (200, 429, 503), f"a log is answered with {answer.status}")

    return Crowd(_SENDERS, send)


def a_reader_outside(scene: Scene) -> None:
    """A transaction of another process stays open on the ledger; when it ends, the log is emptied."""
    with _sending(scene) as crowd:
        with contextlib.closing(sqlite3.connect(f"file:{scene.server.ledger}?mode=ro", uri=True)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM sqlite_master").fetchall()
            scene.expect_service(rounds=8)
            metrics = scene.server.get("/metrics").body.decode()
            expect("herald_write_ahead_bytes{" in metrics, "no figure says how long the write-ahead log is")
        _wait_until_bounded(scene)
    scene.world.count("logs beside a reader", crowd.done)


def _wait_until_bounded(scene: Scene) -> None:
    until = time.monotonic() + BOUND
    while _length(scene) > SETTINGS["writeAheadBytes"] + _ALLOWANCE and time.monotonic() < until:
        time.sleep(0.1)
    _expect_bounded(scene, "after its reader has gone")


def a_long_question(scene: Scene) -> None:
    """A what-if, a table or a listener of one token goes on and on beside clients."""
    token = scene.server.new_token("read")
    rules = [{"id": number, "descriptions": {"*": {"message": "News."}}} for number in range(60)]
    body = json.dumps({"packageName": APP, "messages": rules}).encode()
    kind = scene.dice.choice(["what-if", "table", "fleet"])

    def ask(_: int) -> None:
        if kind == "what-if":
            scene.server.request("POST", "/v1/whatif", body, token=token, kind="application/json")
        else:
            scene.server.get("/v1/tables/decisions" if kind == "table" else "/fleet", token=token)

    with _sending(scene) as crowd, Crowd(3, ask):
        for _ in range(6):
            scene.expect_service()
            _expect_bounded(scene, f"beside a {kind} that goes on")
    scene.world.count("logs beside a reader", crowd.done)
