"""Rows of a table as `herald export --as columns` writes them: in Arrow's buffers, which are taken as they are.

First a line of JSON, filled with blanks up to a multiple of eight bytes: `rows`, and for each column the number of its
`nulls` and the `bytes` of each buffer. Then the buffers, each filled up likewise: the bits of the rows that have a
value (none where all have one), then the values, or offsets and UTF-8. A column of lists has the index of each row's
list as its values, and after it offsets and UTF-8 of the lists, in JSON.
"""

# pyarrow need not be there.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return"

from __future__ import annotations

import json
from typing import Any, BinaryIO

import pyarrow

from herald_log._parquet.lists import Lists, is_list
from herald_log._parquet.pieces import read_pieces

_MOST_ROWS = 1 << 31
_BUFFERS_OF_TEXT = 3  # bits, offsets, UTF-8; a list has indices besides


def read_table(stream: BinaryIO, schema: pyarrow.Schema) -> pyarrow.Table:
    """The one table of a stream of pieces."""
    columns = ColumnReader(schema)
    tables, rows = [schema.empty_table()], 1
    for _, _, piece in read_pieces(stream):
        tables.append(columns.read(piece, rows))
        rows += tables[-1].num_rows
    return pyarrow.concat_tables(tables)


class ColumnReader:
    """Reads the pieces of one table."""

    def __init__(self, schema: pyarrow.Schema) -> None:
        self.schema = schema
        self._lists = {field.name: Lists(field) for field in schema if is_list(field)}

    def read(self, piece: bytes, first: int) -> pyarrow.Table:
        """Some rows, the first of which has this number in its table. A `ValueError` says what does not fit."""
        try:
            rows, columns, at = _head(piece, self.schema)
            buffers = _buffers(piece, [column["bytes"] for column in columns], at)
            arrays = [
                self._array(field, rows, column["nulls"], taken)
                for field, column, taken in zip(self.schema, columns, buffers)
            ]
        except ValueError as error:
            raise ValueError(f"row {first} or a later one: {error}") from error
        return pyarrow.Table.from_arrays(arrays, schema=self.schema)

    def _array(
        self, field: pyarrow.Field, rows: int, nulls: int, buffers: list[pyarrow.Buffer | None]
    ) -> pyarrow.Array:
        """A column. Arrow checks each offset and each text, so a wrong buffer is an error and no wrong value."""
        if nulls and not field.nullable:
            raise ValueError(f"`{field.name}` has no value")
        try:
            if field.name in self._lists:
                return self._lists[field.name].take(*_listed(rows, buffers))
            return _checked(pyarrow.Array.from_buffers(field.type, rows, buffers, nulls))
        except (ValueError, OverflowError, IndexError) as error:
            raise ValueError(f"`{field.name}`: {error}") from error


def _head(piece: bytes, schema: pyarrow.Schema) -> tuple[int, list[dict[str, Any]], int]:
    """The number of rows, the columns' descriptions, and where the buffers begin."""
    end = piece.find(b"\n") + 1
    try:
        head = json.loads(piece[:end])
        rows, columns = head["rows"], head["columns"]
        numbers = [rows] + [number for column in columns for number in [column["nulls"], *column["bytes"]]]
    except (ValueError, LookupError, TypeError):
        numbers = [-1]
    if end % 8 or not all(type(number) is int and 0 <= number < _MOST_ROWS for number in numbers):
        raise ValueError("its columns do not begin with their sizes: " + piece[:60].decode("utf-8", "replace").rstrip())
    if len(columns) != len(schema):
        raise ValueError(f"{len(columns)} columns where the table has {len(schema)}")
    return rows, columns, end


def _buffers(piece: bytes, sizes: list[list[int]], at: int) -> list[list[pyarrow.Buffer | None]]:
    """The buffers of each column; None in place of bits where there are none."""
    memory = pyarrow.py_buffer(piece)
    taken: list[list[pyarrow.Buffer | None]] = []
    for column in sizes:
        buffers: list[pyarrow.Buffer | None] = []
        for size in column:
            if at + size > len(piece):
                raise ValueError(f"a buffer ends behind the {len(piece)} bytes that were sent")
            buffers.append(memory.slice(at, size) if size or buffers else None)
            at += size + -size % 8
        taken.append(buffers)
    if at != len(piece):
        raise ValueError(f"its buffers end after {at} of {len(piece)} bytes")
    return taken


def _checked(array: pyarrow.Array) -> pyarrow.Array:
    array.validate(full=True)
    return array


def _listed(rows: int, buffers: list[pyarrow.Buffer | None]) -> tuple[list[str], pyarrow.Array]:
    """The different lists of a column in JSON, and which of them each row has."""
    if len(buffers) != 1 + _BUFFERS_OF_TEXT:
        raise ValueError("it has not the buffers of lists")
    offsets, texts = buffers[2:]
    count = (offsets.size if offsets else 0) // 4 - 1
    if count < 0:
        raise ValueError("its lists have no offsets")
    known = _checked(pyarrow.Array.from_buffers(pyarrow.string(), count, [None, offsets, texts], 0))
    indices = _checked(pyarrow.Array.from_buffers(pyarrow.int32(), rows, buffers[:2], 0))
    _checked(pyarrow.DictionaryArray.from_arrays(indices, known, safe=True))
    return known.to_pylist(), indices
