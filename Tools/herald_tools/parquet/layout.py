"""Columns laid out as `herald export --as columns` sends them, right and wrong."""

import json
import struct
from datetime import date, datetime, timedelta, timezone
from typing import Any

import pyarrow

from herald_tools.json_types import Row

COLUMNS: list[tuple[str, str, bool]] = [
    ("name", "text", False),
    ("note", "text", True),
    ("count", "integer", True),
    ("share", "real", True),
    ("is_known", "boolean", True),
    ("at", "timestamp", True),
    ("day", "date", True),
    ("tests", "list", False),
]


def piece(table: str, content: bytes, folder: str = "") -> bytes:
    """Columns as `herald export --as columns` writes them; in a folder as `--partition-by` does."""
    place = b'"folder":"%s",' % folder.encode() if folder else b""
    return b'{"table":"%s",%s"bytes":%d}\n' % (table.encode(), place, len(content)) + content


Column = tuple[int, list[bytes]]  # its nulls, its buffers


def columns(rows: list[Row], **other: Column) -> bytes:
    """The rows as Arrow lays them out, some columns replaced by others."""
    made = {name: column(type, [row[name] for row in rows]) for name, type, _ in COLUMNS}
    return laid_out(len(rows), list({**made, **other}.values()))


def laid_out(rows: int, columns: list[Column]) -> bytes:
    described = [{"nulls": nulls, "bytes": [len(buffer) for buffer in buffers]} for nulls, buffers in columns]
    head = json.dumps({"rows": rows, "columns": described}).encode()
    line = head + b" " * (-(len(head) + 1) % 8) + b"\n"
    return line + b"".join(filled(buffer) for _, buffers in columns for buffer in buffers)


def filled(buffer: bytes) -> bytes:
    return buffer + bytes(-len(buffer) % 8)


_ARROW = {
    "text": pyarrow.string(),
    "integer": pyarrow.int64(),
    "real": pyarrow.float64(),
    "boolean": pyarrow.bool_(),
    "timestamp": pyarrow.int64(),
    "date": pyarrow.int32(),
}


_EPOCH = date(1970, 1, 1).toordinal()


def column(type: str, values: list[Any]) -> Column:
    if type == "list":
        return lists([json.dumps(value) for value in values])
    if type == "timestamp":
        values = [value and milliseconds(value) for value in values]
    if type == "date":
        values = [value and date.fromisoformat(value).toordinal() - _EPOCH for value in values]
    array = pyarrow.array(values, _ARROW[type])
    buffers = [buffer.to_pybytes() if buffer else b"" for buffer in array.buffers()]
    if array.null_count == 0:
        buffers[0] = b""
    return array.null_count, buffers


def lists(texts: list[str], indices: list[int] | None = None) -> Column:
    """Lists in JSON, each once, and the list of each row."""
    different = list(dict.fromkeys(texts))
    taken = indices if indices is not None else [different.index(text) for text in texts]
    return 0, [b"", struct.pack(f"<{len(taken)}i", *taken), *column("text", different)[1][1:]]


def milliseconds(moment: str) -> int:
    since = datetime.fromisoformat(moment) - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return round(since / timedelta(milliseconds=1))


def offsets(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *numbers)
