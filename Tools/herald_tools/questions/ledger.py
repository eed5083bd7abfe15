"""Reads a ledger's views with DuckDB, sqlite3, pandas, Polars and Datasette.

Each must find the types and the cells that an exported file has, and DuckDB must answer the documented queries as
SQLite does.
"""

import argparse
import datetime
import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from herald_tools.paths import RELEASE_HERALD, command
from herald_tools.questions.check import PAGE, documented_queries
from herald_tools.questions.engines import TABLES, Answer, export, in_sqlite

Rows = list[tuple[Any, ...]]
Read = Callable[[str], tuple[list[str], Rows]]  # table -> names of columns, rows

# Declared in a view -> what DuckDB makes of it.
_DUCKDB_TYPES = {"TEXT": "VARCHAR", "INTEGER": "BIGINT", "REAL": "DOUBLE", "DATE": "DATE"}
_MOST_OF_DATASETTE = 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", default=str(RELEASE_HERALD))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="herald-ledger-") as name:
        folder = Path(name)
        log, ledger, file = folder / "fleet.jsonl", folder / "ledger.sqlite", folder / "tables.sqlite"
        parts = [*command("fleet/generate"), "--seed", "ledger", "--installations", "60", "--quiet", "-o", log]
        subprocess.run([str(part) for part in parts], check=True)
        subprocess.run([options.herald, "import", log, "--ledger", ledger], check=True, stdout=subprocess.DEVNULL)
        export(options.herald, log, "sqlite", file)
        faults = list(check(ledger, file, PAGE.read_text()))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def check(ledger: Path, file: Path, page: str) -> Iterator[str]:
    """What is wrong, a line each: a ledger's views against the tables of an exported file."""
    duckdb = attached(ledger)
    yield from _types(ledger, duckdb)
    for name, read in readers(ledger, duckdb):
        differing = [table for table in TABLES if not agrees(read(table), exported(file, table), name)]
        print(f"{name}: {len(TABLES) - len(differing)} of {len(TABLES)} views agree")
        for table in differing:
            yield f"{name} reads other cells of `{table}` than the exported table has"
    ask = in_sqlite(ledger)
    for number, query in documented_queries(page):
        try:
            found = duckdb.execute(query).fetchall()
        except Exception as error:  # whatever DuckDB says
            yield f"question {number} fails in DuckDB on a ledger: {str(error).splitlines()[0]}"
            continue
        if plain(found) != plain(ask(query)[1]):
            yield f"question {number} has another answer in DuckDB on a ledger than in SQLite"


def _types(ledger: Path, duckdb: Any) -> Iterator[str]:
    ask = in_sqlite(ledger)
    for table in TABLES:
        declared = [(row[1], row[2]) for row in ask(f"PRAGMA table_info({table})")[1]]
        wanted = [(name, _DUCKDB_TYPES.get(type_, f"no type but {type_!r}")) for name, type_ in declared]
        found = [(row[0], row[1]) for row in duckdb.execute(f"DESCRIBE {table}").fetchall()]
        if wanted != found:
            differing = [pair for pair in zip(wanted, found) if pair[0] != pair[1]]
            yield f"the types of `{table}` in DuckDB: {differing}"


def attached(ledger: Path) -> Any:
    """A connection of DuckDB to a ledger. The package of its SQLite scanner brings the extension as a file."""
    import duckdb

    package = importlib.util.find_spec("duckdb_extension_sqlite_scanner")
    if package is None or package.origin is None:
        raise SystemExit("the package of DuckDB's SQLite scanner is missing")
    (extension,) = Path(package.origin).parent.rglob("*.duckdb_extension")
    connection = duckdb.connect()
    connection.execute(f"LOAD '{extension}'")
    connection.execute(f"ATTACH '{ledger}' AS ledger (TYPE sqlite, READ_ONLY)")
    connection.execute("USE ledger")
    return connection


def readers(ledger: Path, duckdb: Any) -> Iterator[tuple[str, Read]]:
    """(name, function from a table to its columns and rows) of each program."""
    import pandas
    import polars

    def in_duckdb(table: str) -> tuple[list[str], Rows]:
        duckdb.execute(f"SELECT * FROM {table}")
        names, rows = [column[0] for column in duckdb.description], duckdb.fetchall()
        (count,) = duckdb.execute(f"SELECT count(*) FROM {table}").fetchone()
        return names, rows if count == len(rows) else []

    def in_pandas(table: str) -> tuple[list[str], Rows]:
        frame = pandas.read_sql_query(f"SELECT * FROM {table}", _connection(ledger)).astype(object)
        frame = frame.where(frame.notna(), None)
        return list(frame.columns), list(frame.itertuples(index=False, name=None))

    def in_polars(table: str) -> tuple[list[str], Rows]:
        frame = polars.read_database_uri(f"SELECT * FROM {table}", f"sqlite:file:{ledger}?mode=ro", engine="adbc")
        return frame.columns, frame.rows()

    def in_datasette(table: str) -> tuple[list[str], Rows]:
        place = f"/{ledger.stem}/{table}.json?_shape=array&_size={_MOST_OF_DATASETTE}"
        words = [sys.executable, "-m", "datasette", str(ledger), "--get", place]
        found = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
        return list(found[0]) if found else [], [tuple(row.values()) for row in found]

    ask = in_sqlite(ledger)
    yield "sqlite3", lambda table: ask(f"SELECT * FROM {table}")
    yield "DuckDB", in_duckdb
    yield "pandas", in_pandas
    yield "Polars", in_polars
    yield "Datasette", in_datasette


def _connection(ledger: Path) -> Any:
    import sqlite3

    return sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)


def exported(file: Path, table: str) -> Answer:
    return in_sqlite(file)(f"SELECT * FROM {table}")


def agrees(found: tuple[list[str], Rows], wanted: Answer, reader: str) -> bool:
    """Whether the rows are the same, in any order; Datasette shows the first of many."""
    if found[0] != wanted[0]:
        return False
    rows, all_rows = plain(found[1]), plain(wanted[1])
    if reader == "Datasette" and len(all_rows) > _MOST_OF_DATASETTE:
        return len(rows) == _MOST_OF_DATASETTE and not set(rows) - set(all_rows)
    return sorted(rows, key=repr) == sorted(all_rows, key=repr)


def plain(rows: Iterable[Iterable[Any]]) -> Rows:
    """Rows in one form to compare in: numbers as floating-point numbers, days as texts."""
    return [tuple(map(_plain, row)) for row in rows]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value if value is None or isinstance(value, str) else float(value)
