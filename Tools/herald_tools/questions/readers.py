"""The documented lines of code that read tables: each is run for every table, and must give what Parquet has.

Cells and types are compared. A line that names `prompts` is run for each table. Exports of older versions, which were
kept, must have the rows of newer ones.
"""

import importlib
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from herald_tools.paths import ROOT
from herald_tools.questions.day_readers import in_order, make_days, place_of, wanted_of, with_days
from herald_tools.questions.engines import TABLES, export

PAGES = ROOT / "Sources" / "HeraldQuestions" / "HeraldQuestions.docc"
# Exports of older versions, each with its schema.
KEPT = ROOT / "Tools" / "fleet" / "exports"
KEPT_LOG = ROOT / "Events" / "history" / "every-type-version-1" / "log.jsonl"
# Version of the tables -> columns (table, name) that mean something else from this version on.
_CHANGED = {2: {("prompts", "accepted"), ("prompts", "verdict")}}
# Of reading tables, of reading two versions together, and of reading folders of days.
_LEAST_LINES = 14 + 2 * 7 + 6
_SECTION = r"^## {}\n(.*?)(?:^## |\Z)"
_BLOCK = re.compile(r"^```(python|sql)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def documented(page: str, title: str) -> list[tuple[str, str]]:
    """(language, line) of a section; those that import are not among them."""
    section = re.search(_SECTION.format(title), (PAGES / page).read_text(), re.DOTALL | re.MULTILINE)
    blocks = _BLOCK.findall(section[1]) if section else []
    lines = [(language, line) for language, block in blocks for line in block.split("\n") if line]
    return [(language, line) for language, line in lines if not line.startswith("import ")]


def disagreements(log: Path, folder: Path, herald: str) -> int:
    """Runs each documented line; how many of them failed or gave something else."""
    make(log, folder, herald)
    lines = documented("Tables.md", "Reading them")
    failed, changed = run_all(lines, read_all(folder / "tables"), folder), 0
    for kept in sorted(KEPT.iterdir()):
        both = folder / kept.name
        make(KEPT_LOG, both, herald)
        shutil.copytree(kept, both / "older")
        older, newer = read_all(both / "older"), read_all(both / "tables")
        print(f"exports of {kept.name}, together with newer ones:")
        together = documented("HowTablesEvolve.md", "Older exports with newer ones")
        failed += run_all(together, joined(older, newer), both)
        lines += together
        changed += report_changes(older, newer, int(kept.name.removeprefix("version-")))
    ledger = make_days(log, folder, herald)
    print("folders of days:")
    of_days = documented("Tables.md", "A folder for each day")
    failed += run_all(of_days, with_days(read_all(folder / "whole"), ledger, herald), folder)
    lines += of_days
    print(
        f"{len(lines) - failed} documented lines of code read the tables rightly, {failed} do not; seconds are of CPU"
    )
    if len(lines) < _LEAST_LINES:
        print(f"{len(lines)} lines were found on the pages, fewer than {_LEAST_LINES}")
    return failed + changed + (len(lines) < _LEAST_LINES)


def report_changes(older: dict[str, Any], newer: dict[str, Any], version: int) -> int:
    """Prints the tables of one log that have other rows than an older version wrote; their number."""
    meant = set().union(*(columns for number, columns in _CHANGED.items() if number > version))
    changed = 0
    for name, old in older.items():
        kept = old.drop([column for column in old.column_names if (name, column) in meant])
        fault = difference(newer[name].select(kept.column_names), kept, is_pandas=False)
        if fault:
            print(f"differs  {name}, which version {version} wrote otherwise: {fault}")
        changed += fault is not None
    if not changed:
        apart = f", but for {len(meant)} columns that mean something else since" if meant else ""
        print(f"ok       the rows that version {version} wrote{apart}")
    return changed


def run_all(lines: list[tuple[str, str]], wanted: dict[str, Any], folder: Path) -> int:
    failed = 0
    for language, line in lines:
        faults, seconds = [], 0.0
        names = tables_of(line, wanted)
        if not names:
            faults.append("it reads no table")
        for name in names:
            start = time.process_time()
            try:
                found = RUNS[language](line.replace("prompts", name), name, folder)
                seconds += time.process_time() - start
                table = wanted[name]
                if "days/" in line:
                    found, table = in_order(found), wanted_of(line, table)
                fault = difference(found, table, is_pandas="pandas.read_csv" in line)
            except Exception as error:
                fault = f"{type(error).__name__}: {str(error)[:300]}"
            if fault:
                faults.append(f"{name}: {fault}")
        failed += bool(faults)
        print(f"{'differs' if faults else 'ok':8}{seconds:7.2f} s  {line}")
        for fault in faults:
            print(f"         {fault}")
    return failed


def read_all(tables: Path) -> dict[str, Any]:
    import pyarrow.parquet  # installed for this tool alone

    return {name: pyarrow.parquet.read_table(tables / f"{name}.parquet") for name in TABLES}


def joined(older: dict[str, Any], newer: dict[str, Any]) -> dict[str, Any]:
    """The rows of older tables, then of newer ones; what the older ones lack is null."""
    import pyarrow

    tables = {}
    for name, new in newer.items():
        old = older[name]
        for field in new.schema:
            if field.name not in old.column_names:
                old = old.append_column(field.name, pyarrow.nulls(old.num_rows, field.type))
        old = old.select(new.column_names)
        columns = [
            pyarrow.chunked_array(old[field.name].chunks + new[field.name].chunks, field.type)
            if old[field.name].type == field.type
            else pyarrow.array(old[field.name].to_pylist() + new[field.name].to_pylist(), field.type)
            for field in new.schema
        ]
        tables[name] = pyarrow.table(columns, new.column_names)
    return tables


def make(log: Path, folder: Path, herald: str) -> None:
    """The files that the lines read, and the modules that they import."""
    for format in ("parquet", "csv", "jsonl"):
        export(herald, log, format, folder / "tables")
    export(herald, log, "sqlite", folder / "tables.sqlite")
    for reader in ("polars", "pandas"):
        (folder / f"herald_{reader}.py").write_bytes(schema(herald, reader))
    (folder / "tables.sql").write_bytes(schema(herald, "duckdb"))
    standard = sqlite3.connect(":memory:")
    standard.executescript(schema(herald, "sql").decode())


def schema(herald: str, reader: str) -> bytes:
    return subprocess.run([herald, "export", "--schema", "--for", reader], check=True, stdout=subprocess.PIPE).stdout


def tables_of(line: str, wanted: dict[str, Any]) -> Iterator[str]:
    """The tables that a line is run for. Lists are text in CSV and SQLite: the page has lines of their own for them."""
    for name in wanted if "prompts" in line else [name for name in wanted if name in line]:
        is_text = "prompts" in line and ("read_csv" in line or "read_sql" in line)
        if not (is_text and any(is_list(field) for field in wanted[name].schema)):
            yield name


def run_python(line: str, name: str, folder: Path) -> Any:
    """The result as a table of Arrow."""
    import pandas
    import polars
    import pyarrow.parquet

    names = {"pandas": pandas, "polars": polars, "pyarrow": pyarrow, "sqlite3": sqlite3}
    sys.path.insert(0, str(folder))
    try:
        herald_pandas = importlib.import_module("herald_pandas")
        herald_polars = importlib.import_module("herald_polars")
    finally:
        sys.path.remove(str(folder))
    local = re.sub(r'"(tables|older)', rf'"{folder}/\1', line).replace('"days', f'"{folder}/{place_of(line)}')
    found = eval(local, {**names, "herald_pandas": herald_pandas, "herald_polars": herald_polars})
    if isinstance(found, pandas.DataFrame):
        return pyarrow.Table.from_pandas(found, preserve_index=False)
    return found.to_arrow() if isinstance(found, polars.DataFrame) else found


def run_sql(line: str, name: str, folder: Path) -> Any:
    import duckdb

    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute((folder / "tables.sql").read_text())
    local = re.sub(r"'(tables|older)", rf"'{folder}/\1", line).replace("'days", f"'{folder}/{place_of(line)}")
    answer = connection.sql(local)
    if not line.startswith("SELECT"):
        answer = connection.sql(f"FROM {name}")
    return answer.to_arrow_table()


RUNS: dict[str, Callable[[str, str, Path], Any]] = {"python": run_python, "sql": run_sql}


def difference(found: Any, wanted: Any, is_pandas: bool) -> str | None:
    """What two tables of Arrow differ in; none where every cell and the kind of every type are equal."""
    if found.column_names != wanted.column_names:
        return f"its columns are {found.column_names}"
    for field in wanted.schema:
        kinds = kind(found.schema.field(field.name).type), kind(field.type)
        if kinds[0] != kinds[1] and not (is_list(field) and kinds[0] == "text"):
            return f"`{field.name}` is {kinds[0]} in place of {kinds[1]}"
        ours, theirs = cells(found[field.name], field), cells(wanted[field.name], field)
        if is_pandas:
            theirs = [None if cell == "" else cell for cell in theirs]
        if ours != theirs:
            place = next(
                (at for at, pair in enumerate(zip(ours, theirs)) if pair[0] != pair[1]), min(len(ours), len(theirs))
            )
            return f"`{field.name}` differs in row {place + 1}: {ours[place : place + 1]}, {theirs[place : place + 1]}"
    return None


def cells(column: Any, field: Any) -> list[Any]:
    values: list[Any] = column.to_pylist()
    return [json.loads(value) if isinstance(value, str) else value for value in values] if is_list(field) else values


def is_list(field: Any) -> bool:
    return kind(field.type) == "list"


def kind(type: Any) -> str:
    """The kind of a type of Arrow: readers differ in how wide they keep texts and times."""
    words = {"large_string": "text", "string_view": "text", "string": "text", "large_list": "list", "list": "list"}
    name = str(type).split("<")[0].split("[")[0]
    return f"{name} {type.tz}" if name == "timestamp" else words.get(name, name)
