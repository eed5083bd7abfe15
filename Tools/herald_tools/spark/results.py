"""The tables that the workers' rows become."""

from pyspark.sql import Column, DataFrame, functions, types

from herald_tools.json_types import JSONObject

_TYPES = {
    "text": types.StringType(),
    "integer": types.LongType(),
    "real": types.DoubleType(),
    "boolean": types.BooleanType(),
    "timestamp": types.TimestampType(),
    "date": types.DateType(),
}
# Tables with a day, and the column that it is of.
DAYS = {"events": "time", "decisions": "time", "prompts": "shown_at", "updates": "time"}


class Results:
    """Reads rows of `herald export --as rows` by the schema that `herald export --schema` gives."""

    def __init__(self, schema: JSONObject) -> None:
        self.tables = {table["name"]: table for table in schema["tables"]}

    def table(self, lines: DataFrame, name: str) -> DataFrame:
        """A table's rows, typed; of `rules` and `documents` the parts are put together."""
        columns = self.tables[name]["columns"]
        head = f'{{"table":"{name}","row":'
        text = functions.expr(f"substring(line, {len(head) + 1}, length(line) - {len(head) + 1})")
        row = functions.from_json(text, _struct(columns), {"mode": "FAILFAST"})
        rows = lines.where(functions.col("line").startswith(head)).select(row.alias("row")).select("row.*")
        if name == "events":
            rows = rows.withColumn("position", functions.lit(None).cast("long"))
        return self._added(rows, name) if name in ("rules", "documents") else rows

    def _added(self, rows: DataFrame, name: str) -> DataFrame:
        table = self.tables[name]
        sums = [
            _total(column).alias(column["name"]) for column in table["columns"] if column["name"] not in table["key"]
        ]
        added = rows.groupBy(*table["key"]).agg(*sums)
        return added.select(*[column["name"] for column in table["columns"]])


def _total(column: JSONObject) -> Column:
    """How the parts of one row are put together: what does not add up is equal in all that know it, else the least."""
    adding = {"sum": functions.sum, "max": functions.max}
    return adding.get(column["adds"], functions.min)(column["name"])


def _struct(columns: list[JSONObject]) -> types.StructType:
    return types.StructType([types.StructField(column["name"], _type(column)) for column in columns])


def _type(column: JSONObject) -> types.DataType:
    return types.ArrayType(_struct(column["fields"])) if column["type"] == "list" else _TYPES[column["type"]]
