"""What a ledger's files hold, read with SQLite alone: its lines, and whether they are those that its chain covers.

This is a second reader, and a fast one: a hundred thousand losses have no time for two more processes each.
"""

import hashlib
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from herald_tools.faults.world import Failed, World, expect

_FIRST, _SECOND = b"herald1", b"herald2"


@dataclass(frozen=True)
class Stored:
    lines: list[bytes]
    is_intact: bool


def read(world: World, checks_chain: bool = True) -> Stored:
    """Reads the world's ledger.

    Where something was forgotten, the chain needs more than the lines: `herald audit` knows how.
    """
    return read_ledger(world.ledger, world.folder / "copy", checks_chain)


def read_ledger(path: Path, copy: Path, checks_chain: bool = True) -> Stored:
    """Reads a copy, because SQLite writes where it finds the trace of a crash."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for file in path.parent.iterdir() if path.parent.exists() else ():
        if file.name.startswith(path.name):
            shutil.copyfile(file, copy / file.name)
    ledger = copy / path.name
    if not ledger.exists():
        return Stored([], True)
    connection = sqlite3.connect(ledger)
    try:
        return _read(connection, checks_chain)
    except sqlite3.DatabaseError as error:
        raise Failed(f"SQLite cannot read {path.name}: {error}") from None
    finally:
        connection.close()


def _read(connection: sqlite3.Connection, checks_chain: bool) -> Stored:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        expect(tables == 0, "a ledger has tables and no schema version")
        return Stored([], True)
    table = "events" if version == 1 else "lines"
    rows = connection.execute(f"SELECT stream, revision, CAST(line AS BLOB), chain FROM {table} ORDER BY position")
    lines: list[bytes] = []
    chains: dict[int, bytes] = {}
    is_intact = True
    for stream, revision, line, chain in rows:
        lines.append(line)
        if not checks_chain:
            continue
        chains[stream] = advance(chains.get(stream, bytes(32)), revision, line, is_first=version < 4)
        is_intact = is_intact and chain == chains[stream]
    return Stored(lines, is_intact)


def advance(chain: bytes, revision: int, line: bytes, is_first: bool = False) -> bytes:
    """The next value of a chain: of the first version over the line, of the second over its digest."""
    covered = line if is_first else hashlib.sha256(line).digest()
    name = _FIRST if is_first else _SECOND
    return hashlib.sha256(name + chain + revision.to_bytes(8, "big") + covered).digest()


def names_in_files(folder: Path, names: list[bytes]) -> list[tuple[str, bytes]]:
    """The files that contain one of some byte strings, each with the string."""
    return [
        (file.name, name)
        for file in sorted(folder.iterdir())
        if file.is_file()
        for content in [file.read_bytes()]
        for name in names
        if name in content
    ]
