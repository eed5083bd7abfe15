"""Rows of a table as CSV without a header, in Arrow's types.

An empty cell is null, and `""` an empty text. A list is JSON.
"""

# pyarrow need not be there.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return"

from __future__ import annotations

import io
import json
import re
from typing import Any, BinaryIO

import pyarrow
import pyarrow.csv

from herald_log._parquet.pieces import read_pieces

TEXT = 1 << 20  # bytes of CSV that are read at once
_LIST_TEXTS = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
_PLACE = re.compile(r".*?(?:In CSV column #(\d+): )?Row #(\d+): (.*)", re.DOTALL)


def read_table(stream: BinaryIO, schema: pyarrow.Schema) -> pyarrow.Table:
    """The one table of a stream of pieces."""
    tables, waiting, rows = [schema.empty_table()], bytearray(), 1
    for _, text in read_pieces(stream):
        waiting += text
        if len(waiting) >= TEXT:
            tables.append(read_rows(bytes(waiting), schema, rows))
            waiting, rows = bytearray(), rows + tables[-1].num_rows
    if waiting:
        tables.append(read_rows(bytes(waiting), schema, rows))
    return pyarrow.concat_tables(tables)


def read_rows(text: bytes, schema: pyarrow.Schema, first: int) -> pyarrow.Table:
    """Whole rows, the first of which has this number in its table. A `ValueError` says where one does not fit."""
    try:
        table = pyarrow.csv.read_csv(
            io.BytesIO(text),
            pyarrow.csv.ReadOptions(column_names=schema.names, block_size=len(text) + 1, use_threads=False),
            pyarrow.csv.ParseOptions(newlines_in_values=True, ignore_empty_lines=False),
            pyarrow.csv.ConvertOptions(
                column_types={field.name: _LIST_TEXTS if _is_list(field) else field.type for field in schema},
                null_values=[""],
                strings_can_be_null=True,
                quoted_strings_can_be_null=False,
                true_values=["true"],
                false_values=["false"],
                timestamp_parsers=[pyarrow.csv.ISO8601],
            ),
        )
    except pyarrow.ArrowInvalid as error:
        raise ValueError(_placed(str(error), schema, first)) from error
    for field in schema:
        if not field.nullable and table.column(field.name).null_count:
            raise ValueError(f"row {first} or a later one has no `{field.name}`")
    try:
        columns = [_column(table.column(field.name), field) for field in schema]
    except ValueError as error:
        raise ValueError(f"row {first} or a later one: {error}") from error
    return pyarrow.Table.from_arrays(columns, schema=schema)


def _placed(words: str, schema: pyarrow.Schema, first: int) -> str:
    """What Arrow says of a row, with the row's number in the table and the column's name."""
    if not (found := _PLACE.fullmatch(words)):
        return f"row {first} or a later one: {words}"
    column, row, rest = found.groups()
    place = f"row {first + int(row) - 1}"
    return f"{place}, `{schema.names[int(column)]}`: {rest}" if column else f"{place}: {rest}"


def _is_list(field: pyarrow.Field) -> bool:
    return pyarrow.types.is_list(field.type)


def _column(values: pyarrow.ChunkedArray, field: pyarrow.Field) -> pyarrow.ChunkedArray:
    if not _is_list(field):
        return values
    return pyarrow.chunked_array([_lists(chunk, field) for chunk in values.chunks], field.type)


def _lists(texts: pyarrow.DictionaryArray, field: pyarrow.Field) -> pyarrow.Array:
    """The lists of a column. Few differ, so each text is read once and taken as often as it comes."""
    lists = [_list(text, field) for text in texts.dictionary.to_pylist()]
    try:
        return pyarrow.array(lists, field.type).take(texts.indices)
    except pyarrow.ArrowTypeError as error:
        raise ValueError(f"`{field.name}` has a value of another type: {error}") from error


def _list(text: str, field: pyarrow.Field) -> list[dict[str, Any]]:
    parts = list(field.type.value_type)
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, list) or not all(_fits(item, parts) for item in value):
        names = ", ".join(part.name for part in parts)
        raise ValueError(f"`{field.name}` is not a list of objects with {names}: {text[:60]}")
    return value


def _fits(item: object, parts: list[pyarrow.Field]) -> bool:
    return (
        isinstance(item, dict)
        and item.keys() == {part.name for part in parts}
        and all(part.nullable or item[part.name] is not None for part in parts)
    )
