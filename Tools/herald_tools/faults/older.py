"""Ledgers of older schemas, as the Heralds that had them wrote their truth.

Derived tables are left out: a migration drops and makes them.
"""

import json
import sqlite3
from pathlib import Path

from herald_tools.faults.stored import advance

_APPLICATION = 0x48524C44
_TABLE = """
CREATE TABLE {table} (
  position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL, line TEXT NOT NULL,
  chain BLOB NOT NULL
) STRICT;
CREATE TRIGGER {table}_are_never_changed BEFORE UPDATE ON {table}
  BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
CREATE TRIGGER {table}_are_never_removed BEFORE DELETE ON {table}
  BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
"""


def make(path: Path, lines: list[bytes], schema: int) -> None:
    """Makes a ledger of schema 1 or 2."""
    table = "events" if schema == 1 else "lines"
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA journal_mode = WAL;" + _TABLE.format(table=table))
    streams: dict[str, int] = {}
    revisions: dict[int, int] = {}
    chains: dict[int, bytes] = {}
    for position, line in enumerate(lines, 1):
        stream = streams.setdefault(json.loads(line)["source"], len(streams) + 1)
        revision = revisions[stream] = revisions.get(stream, 0) + 1
        chain = chains[stream] = advance(chains.get(stream, bytes(32)), revision, line, is_first=True)
        connection.execute(
            f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?)", (position, stream, revision, line.decode(), chain)
        )
    connection.commit()
    connection.executescript(f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {schema}")
    connection.close()
