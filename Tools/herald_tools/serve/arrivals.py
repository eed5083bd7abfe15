"""What a server's ledger says of arrivals, and its views, which other programs read while the server runs."""

import json
import sqlite3
import time
from datetime import datetime, timezone

from herald_tools.json_types import Row
from herald_tools.serve.lines import stream
from herald_tools.serve.running import Failed, Server, expect
from herald_tools.tables.fold import KEYS
from herald_tools.tables.reading import plain, read_sqlite

_SENT = "2026-03-02T09:00:00.500+01:00"
_PATIENCE = 15  # seconds after the last answer, the contract's bound


def keeps_arrivals_with_events(server: Server) -> None:
    """The table of events says when the server received each, and how far the phone's clock was ahead."""
    lines = stream("/i/arrival", 3)
    start = _milliseconds(datetime.now(timezone.utc))
    expect(server.send(lines[:2], headers={"Herald-Sent": _SENT}).status, 200, "sending")
    expect(server.send(lines[2:]).status, 200, "sending without the time")
    end = _milliseconds(datetime.now(timezone.utc))
    rows = [row for row in _table(server, "events") if row["source"] == "/i/arrival"]
    received = [_milliseconds(datetime.fromisoformat(str(row["received_at"]).replace("Z", "+00:00"))) for row in rows]
    if not all(start <= moment <= end for moment in received) or received[0] != received[1]:
        raise Failed(f"received at {received}, sent between {start} and {end}")
    ahead = (_milliseconds(datetime.fromisoformat(_SENT)) - received[0]) / 1000
    expect([row["clock_offset_s"] for row in rows], [ahead, ahead, None], "the clock's offset")


def keeps_views_up_to_date(server: Server) -> None:
    """Fifteen seconds after the last answer a running server's ledger has views, with the rows of its tables."""
    expect(server.send(stream("/i/viewed", 40)).status, 200, "sending")
    end = time.monotonic() + _PATIENCE
    wanted = {table: _sorted(_table(server, table)) for table in KEYS}
    difference = ""
    while time.monotonic() < end:
        try:
            found = read_sqlite(server.ledger, KEYS)
        except sqlite3.Error as error:
            difference = str(error)
        else:
            differing = [table for table in KEYS if _sorted(found[table]) != wanted[table]]
            if not differing:
                return
            difference = f"{differing} lack rows"
        time.sleep(0.1)
    raise Failed(f"the views after {_PATIENCE} s: {difference}")


def _table(server: Server, name: str) -> list[Row]:
    return [plain(json.loads(line)) for line in server.get(f"/v1/tables/{name}?format=jsonl").body.splitlines()]


def _sorted(rows: list[Row]) -> list[str]:
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


CASES = [keeps_arrivals_with_events, keeps_views_up_to_date]
