"""The encodings of a file's columns that cost less time than Arrow's own choice, and no reader anything."""

# pyarrow need not be there.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return"

from __future__ import annotations

from collections.abc import Iterator

import pyarrow

from herald_log._parquet.compute import take, unique

_ASKED = 4096  # rows, taken over all of them
_MOSTLY_DIFFERENT = 0.95


def repeated(rows: pyarrow.Table) -> list[str]:
    """The columns that get a dictionary, by the rows at hand.

    Where nearly every value differs, a dictionary is filled for a megabyte and then given up: moments and ids take up
    to four times as long with one, and twice the room.
    """
    step = max(1, rows.num_rows // _ASKED)
    asked = pyarrow.array(range(0, rows.num_rows, step), pyarrow.int64())
    return [path for field, path in _paths(rows.schema) if _repeats(take(rows.column(field.name), asked))]


def measured(schema: pyarrow.Schema) -> list[str]:
    """The columns whose least and greatest value stands with each row group, so that readers pass groups over.

    Texts outside the key have none: rows come as the log has them, so their range excludes nothing.
    """
    key = (schema.metadata or {}).get(b"key", b"").decode().split(",")
    return [
        path
        for field, path in _paths(schema)
        if field.name in key or not (pyarrow.types.is_string(field.type) or pyarrow.types.is_list(field.type))
    ]


def _repeats(values: pyarrow.ChunkedArray) -> bool:
    if pyarrow.types.is_list(values.type):
        return True
    there = len(values) - values.null_count
    different = len(unique(values)) - (1 if values.null_count else 0)
    return different <= _MOSTLY_DIFFERENT * there


def _paths(schema: pyarrow.Schema) -> Iterator[tuple[pyarrow.Field, str]]:
    """Each column with its path in the file, a list with that of each part."""
    for field in schema:
        if pyarrow.types.is_list(field.type):
            yield from ((field, f"{field.name}.list.element.{part.name}") for part in field.type.value_type)
        else:
            yield field, field.name
