"""Runs the statements of the page about increments, on a ledger that grows and forgets.

After each step the merged tables must be those of a full export. A statement about `prompts` stands on the page for all
tables with rows of installations, and is repeated for them.
"""

import csv
import json
import re
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from herald_tools.paths import ROOT
from herald_tools.questions.engines import TABLES, export

PAGE = ROOT / "Sources" / "HeraldQuestions" / "HeraldQuestions.docc" / "Increments.md"
_STATEMENTS = re.compile(r"^## (DuckDB|A warehouse|dbt)\n.*?```sql\n(.*?)```", re.DOTALL | re.MULTILINE)
_WHOLE = ("rules", "documents")
_DBT_HOOK = re.compile(r"\{% if is_incremental\(\) %\}(.*?)\{% endif %\}", re.DOTALL)
_DBT_SOURCE = re.compile(r"\{\{ source\('herald', '(\w+)'\) \}\}")

Rows = Counter[tuple[Any, ...]]


class Merged(Protocol):
    """Tables that are brought up to date with the statements of the page."""

    format: str

    def merge(self, increment: Path) -> None: ...

    def rows(self, table: str) -> Rows: ...

    def full(self, folder: Path, table: str) -> Rows:
        """The rows of a full export."""
        ...


def check_increments(log: Path, folder: Path, herald: str, has_duckdb: bool) -> int:
    """How many of those who merge have other tables than a full export; prints them."""
    statements = dict(_STATEMENTS.findall(PAGE.read_text()))
    merged: dict[str, Merged] = {
        "a warehouse": InSQLite(statements["A warehouse"]),
        "dbt": InSQLite(dbt_statements(statements["dbt"])),
    }
    if has_duckdb:
        merged["DuckDB"] = InDuckDB(statements["DuckDB"])
    wrong: set[str] = set()
    token, count, ledger = "start", 0, folder / "grown.sqlite"
    for _ in steps(log, ledger, folder, herald):
        count += 1
        for format in {tables.format for tables in merged.values()}:
            increment, full = folder / f"increment-{count}-{format}", folder / f"full-{count}-{format}"
            export(herald, ledger, format, increment, "--changed-since", token)
            export(herald, ledger, format, full)
            for name, tables in merged.items():
                if tables.format == format:
                    tables.merge(increment)
                    wrong |= {name for table in TABLES if tables.rows(table) != tables.full(full, table)}
        token = json.loads((increment / "increment.json").read_text())["token"]
    verdict = f"other tables than a full export: {', '.join(sorted(wrong))}" if wrong else "the tables of a full export"
    print(f"{count} increments, merged as the page says in {', '.join(merged)}: {verdict}")
    return len(wrong)


def steps(log: Path, ledger: Path, folder: Path, herald: str) -> Iterator[None]:
    """Does something to the ledger, step by step: it grows, forgets and grows again."""
    lines = log.read_text().splitlines(keepends=True)
    sources = list(dict.fromkeys(json.loads(line)["source"] for line in lines))
    half = len(lines) // 2

    def take(part: list[str]) -> None:
        file = folder / "part.jsonl"
        file.write_text("".join(part))
        run(herald, "import", file, "--ledger", ledger)

    def forget(*what: str) -> None:
        run(herald, "forget", ledger, *what, "--reason", "a check")

    take(lines[:half])
    yield
    take(lines[half : half + 500])
    yield
    yield
    forget("--installation", sources[0])
    yield
    forget("--property", "deviceModel")
    take(lines[half + 500 :])
    yield
    forget("--installation", sources[-1])
    forget("--before", "2026-03-20T00:00:00Z")
    yield


class InDuckDB:
    """The statements for DuckDB, on Parquet."""

    format = "parquet"

    def __init__(self, statements: str) -> None:
        import duckdb  # installed for this tool alone

        self.connection = duckdb.connect()
        self.connection.execute("SET TimeZone = 'UTC'")
        self.statements = repeated(statements)

    def merge(self, increment: Path) -> None:
        for statement in self.statements:
            self.connection.execute(statement.replace("'increment/", f"'{increment}/"))

    def rows(self, table: str) -> Rows:
        return self._read(table)

    def full(self, folder: Path, table: str) -> Rows:
        return self._read(f"'{folder}/{table}.parquet'")

    def _read(self, place: str) -> Rows:
        return Counter(map(plain, self.connection.execute(f"FROM {place}").fetchall()))


class InSQLite:
    """Statements in standard SQL, on the increment's files as tables `new_…`."""

    format = "csv"

    def __init__(self, statements: str) -> None:
        self.connection = sqlite3.connect(":memory:")
        self.statements = repeated(statements)
        self.is_empty = True

    def merge(self, increment: Path) -> None:
        for table in (*TABLES, "changed"):
            self._load(f"new_{table}", increment / f"{table}.csv")
            if self.is_empty and table != "changed":
                self.connection.execute(f"CREATE TABLE {table} AS SELECT * FROM new_{table} LIMIT 0")
        self.is_empty = False
        for statement in self.statements:
            self.connection.execute(statement)

    def rows(self, table: str) -> Rows:
        return Counter(self.connection.execute(f"SELECT * FROM {table}"))

    def full(self, folder: Path, table: str) -> Rows:
        self._load("full_export", folder / f"{table}.csv")
        return self.rows("full_export")

    def _load(self, table: str, file: Path) -> None:
        with open(file, newline="") as text:
            head, *rows = csv.reader(text)
        self.connection.execute(f"DROP TABLE IF EXISTS {table}")
        self.connection.execute(f"CREATE TABLE {table} ({', '.join(head)})")
        # An empty text and null are one in this reader; `changed` has no empty text.
        cells = ([cell or None for cell in row] for row in rows)
        self.connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(head))})", cells)


def repeated(statements: str) -> list[str]:
    """The statements one by one, those about `prompts` also about the other tables with rows of installations."""
    result = []
    for statement in filter(None, map(str.strip, statements.split(";"))):
        is_for_each = re.search(r"\bprompts\b|\bnew_prompts\b", statement) is not None
        tables = [table for table in TABLES if table not in _WHOLE] if is_for_each else ["prompts"]
        result += [re.sub(r"(\b|_)prompts\b", rf"\g<1>{table}", statement) for table in tables]
    return result


def dbt_statements(model: str) -> str:
    """The statements that dbt makes of the page's model once its table is there, and of those for the whole tables."""
    hook = _DBT_HOOK.search(model)
    select = model[model.rindex("SELECT") :]
    if hook is None:
        raise SystemExit(f"{PAGE} has a model without a hook.")
    made = [hook[1].replace("{{ this }}", "prompts"), f"INSERT INTO prompts {select}"]
    for table in _WHOLE:
        made += [f"DELETE FROM {table}", f"INSERT INTO {table} {select.replace('prompts', table)}"]
    return ";\n".join(_DBT_SOURCE.sub(r"new_\1", statement) for statement in made)


def plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row whose lists can be compared as keys are."""
    return tuple(str(cell) if isinstance(cell, (list, dict)) else cell for cell in row)


def run(*parts: object) -> None:
    subprocess.run([str(part) for part in parts], check=True, stdout=subprocess.DEVNULL)
