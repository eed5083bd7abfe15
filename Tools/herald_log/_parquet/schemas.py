"""The tables' columns, as `herald export --schema` describes them, in Arrow's types."""

# pyarrow need not be there.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return"

from __future__ import annotations

import json
from typing import Any

import pyarrow

_TYPES = {
    "text": pyarrow.string(),
    "integer": pyarrow.int64(),
    "real": pyarrow.float64(),
    "boolean": pyarrow.bool_(),
    "timestamp": pyarrow.timestamp("ms", tz="UTC"),
    "date": pyarrow.date32(),
}


def read_schemas(path: str) -> dict[str, pyarrow.Schema]:
    """Table -> schema. Sentences, units and keys go along as metadata."""
    with open(path, encoding="utf-8") as file:
        tables = json.load(file)["tables"]
    return {table["name"]: schema_of(table) for table in tables}


def schema_of(table: dict[str, Any]) -> pyarrow.Schema:
    """The schema of a table that is described."""
    return pyarrow.schema(
        map(_field, table["columns"]), metadata={"comment": table["sentence"], "key": ",".join(table["key"])}
    )


def _field(column: dict[str, Any]) -> pyarrow.Field:
    metadata = {"comment": column["sentence"]}
    if column.get("unit"):
        metadata["unit"] = column["unit"]
    return pyarrow.field(column["name"], _type(column), nullable=column["nullable"], metadata=metadata)


def _type(column: dict[str, Any]) -> pyarrow.DataType:
    if column["type"] == "list":
        return pyarrow.list_(
            pyarrow.struct(
                [pyarrow.field(part["name"], _type(part), nullable=part["nullable"]) for part in column["fields"]]
            )
        )
    return _TYPES[column["type"]]
