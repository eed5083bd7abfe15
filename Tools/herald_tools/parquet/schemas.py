"""The tables' columns, as `herald export --schema` describes them, in Arrow's types."""

import json

import pyarrow

from herald_tools.json_types import JSONObject

_TYPES = {
    "text": pyarrow.string(),
    "integer": pyarrow.int64(),
    "real": pyarrow.float64(),
    "boolean": pyarrow.bool_(),
    "timestamp": pyarrow.timestamp("ms", tz="UTC"),
}


def read_schemas(path: str) -> dict[str, pyarrow.Schema]:
    """Table -> schema. Sentences, units and keys go along as metadata."""
    with open(path, encoding="utf-8") as file:
        tables = json.load(file)["tables"]
    return {table["name"]: _schema(table) for table in tables}


def _schema(table: JSONObject) -> pyarrow.Schema:
    return pyarrow.schema(
        map(_field, table["columns"]), metadata={"comment": table["sentence"], "key": ",".join(table["key"])}
    )


def _field(column: JSONObject) -> pyarrow.Field:
    metadata = {"comment": column["sentence"]}
    if column.get("unit"):
        metadata["unit"] = column["unit"]
    return pyarrow.field(column["name"], _type(column), nullable=column["nullable"], metadata=metadata)


def _type(column: JSONObject) -> pyarrow.DataType:
    if column["type"] == "list":
        return pyarrow.list_(
            pyarrow.struct(
                [pyarrow.field(part["name"], _type(part), nullable=part["nullable"]) for part in column["fields"]]
            )
        )
    return _TYPES[column["type"]]
