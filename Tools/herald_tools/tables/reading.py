"""What a program exported, read back from each way of writing, in one form to compare in."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from herald_tools.contract.times import write_day, write_time
from herald_tools.json_types import Row

_TIMES = {
    "time",
    "shown_at",
    "answered_at",
    "updated_at",
    "first_event_at",
    "last_event_at",
    "last_check",
    "policy_expires",
    "first_arrived_at",
    "last_arrived_at",
    "received_at",
}
_BOOLEANS = {
    "known",
    "busy",
    "again_after_return",
    "updated",
    "reached_target",
    "push_waiting",
    "app_version_comparable",
}
_JSON = {"looked_at", "properties"}


def written_row(row: Row) -> Row:
    """A folded row as `herald export --as jsonl` writes it."""
    written = {
        name: write_time(value) if name in _TIMES and value is not None else value for name, value in row.items()
    }
    if "properties" in written:
        written["properties"] = json.dumps(written["properties"], ensure_ascii=False)
    return written


def plain(row: Row) -> Row:
    """A row of JSON Lines with `properties` as an object, whose names have no order."""
    return {**row, "properties": json.loads(row["properties"])} if "properties" in row else row


def read_lines(path: Path) -> list[Row]:
    with open(path, encoding="utf-8", newline="\n") as file:
        return [plain(json.loads(line)) for line in file]


def read_parquet(path: Path) -> list[Row]:
    """The rows of one file, without a column for the folder that it is in."""
    import pyarrow  # installed where Parquet is asked for
    import pyarrow.parquet

    table = pyarrow.parquet.ParquetFile(path).read()
    columns = []
    for field, column in zip(table.schema, table.columns):
        if pyarrow.types.is_timestamp(field.type):
            times = column.cast(pyarrow.int64()).to_pylist()
            columns.append([None if time is None else write_time(time) for time in times])
        elif pyarrow.types.is_date(field.type):
            days = column.cast(pyarrow.int32()).to_pylist()
            columns.append([None if day is None else write_day(day) for day in days])
        else:
            columns.append(column.to_pylist())
    return [plain(dict(zip(table.column_names, row))) for row in zip(*columns)]


def read_rows(text: str, tables: Iterable[str]) -> dict[str, list[Row]]:
    """The output of `--as rows`."""
    found: dict[str, list[Row]] = {table: [] for table in tables}
    for line in text.split("\n"):
        if line:
            content = json.loads(line)
            found[content["table"]].append(plain(content["row"]))
    return found


def read_sqlite(path: Path, tables: Iterable[str]) -> dict[str, list[Row]]:
    """A SQLite file's tables or views."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        return {
            table: [_of_sqlite(table, row) for row in connection.execute(f'SELECT * FROM "{table}"')]
            for table in tables
        }
    finally:
        connection.close()


def _of_sqlite(table: str, row: sqlite3.Row) -> Row:
    return {name: _typed(table, name, row[name]) for name in row.keys()}  # noqa: SIM118 - iterating a row gives values


def _typed(table: str, name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in _BOOLEANS or (name == "accepted" and table == "prompts"):
        return {0: False, 1: True}.get(value, value)
    return json.loads(value) if name in _JSON and isinstance(value, str) else value


def read_csv(path: Path, table: str, types: dict[str, type]) -> Iterator[Row]:
    """A table in CSV, by RFC 4180: a cell without quotes and without text is null. `types`: of an exported row."""
    with open(path, encoding="utf-8", newline="") as file:
        header, *records = _records(file.read())
    names = [name for name, _ in header]
    for record in records:
        if len(record) != len(names):
            raise ValueError(f"{len(record)} cells in a table of {len(names)} columns: {record}")
        yield {name: _of_cell(table, name, *cell, types) for name, cell in zip(names, record)}


def _of_cell(table: str, name: str, text: str, is_quoted: bool, types: dict[str, type]) -> Any:
    if not text and not is_quoted:
        return None
    if name in _JSON:
        return json.loads(text)
    if types.get(name) in (int, float, bool) and not is_quoted:
        return json.loads(text)
    return text


def _records(text: str) -> Iterator[list[tuple[str, bool]]]:
    """Cells of each record, (text, whether it was quoted)."""
    at = 0
    record: list[tuple[str, bool]] = []
    while at < len(text):
        if text[at] == '"':
            pieces, at = [], at + 1
            while True:
                end = text.index('"', at)
                pieces.append(text[at:end])
                at = end + 1
                if text[at : at + 1] != '"':
                    break
                pieces.append('"')
                at += 1
            record.append(("".join(pieces), True))
        else:
            end = at
            while end < len(text) and text[end] not in ',\n\r"':
                end += 1
            record.append((text[at:end], False))
            at = end
        if text[at : at + 1] == ",":
            at += 1
            continue
        at += 2 if text[at : at + 2] == "\r\n" else 1
        yield record
        record = []
