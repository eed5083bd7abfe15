"""The engines that a query must run in, unchanged, and the tables that each is given."""

import decimal
import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from herald_tools.paths import PARQUET_WRITER

TABLES = ("events", "decisions", "prompts", "updates", "installations", "rules", "documents")


Answer = tuple[list[str], list[tuple[Any, ...]]]  # names of columns, rows
Ask = Callable[[str], Answer]


def engines(log: Path, folder: Path, herald: str) -> Iterator[tuple[str, Ask]]:
    """(name, function from a query to the names of its columns and its rows) of each."""
    for format in ("parquet", "csv"):
        tables = folder / format
        export(herald, log, format, tables)
        yield f"DuckDB on {format}", in_duckdb(tables, format)
    yield from sqlite_engines(log, folder, herald)


def sqlite_engines(log: Path, folder: Path, herald: str) -> Iterator[tuple[str, Ask]]:
    """Those of them that come with Python."""
    file = folder / "tables.sqlite"
    export(herald, log, "sqlite", file)
    yield "SQLite", in_sqlite(file)
    ledger = folder / "ledger.sqlite"
    subprocess.run([herald, "import", log, "--ledger", ledger], check=True, stdout=subprocess.DEVNULL)
    yield "SQLite on a ledger", in_sqlite(ledger)


def export(herald: str, log: Path, format: str, target: Path | None = None, *more: str) -> None:
    output = [] if target is None else ["-o", str(target)]
    command = [herald, "export", str(log), "--table", "all", "--as", format, *output, *more]
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "HERALD_PARQUET": str(PARQUET_WRITER)}
    )


def in_duckdb(tables: Path, format: str) -> Ask:
    import duckdb  # installed for this tool alone

    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    for table in TABLES:
        connection.execute(f"CREATE VIEW {table} AS FROM '{tables / table}.{format}'")

    def ask(query: str) -> Answer:
        answer = connection.execute(query)
        return [column[0] for column in answer.description], [tuple(map(_number, row)) for row in answer.fetchall()]

    return ask


def in_sqlite(path: Path) -> Ask:
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def ask(query: str) -> Answer:
        answer = connection.execute(query)
        return [column[0] for column in answer.description], answer.fetchall()

    return ask


def _number(value: Any) -> Any:
    return float(value) if isinstance(value, decimal.Decimal) else value
