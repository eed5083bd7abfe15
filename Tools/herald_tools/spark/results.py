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
# How parts of one row are put together where it is not by adding.
_SMALLEST, _LARGEST = ("first_arrived_at",), ("last_arrived_at",)
_FACTS = {"documents": ("bytes", "policy_revision", "updates", "messages", "unreadable_rules")}


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
            _total(column, name).alias(column["name"])
            for column in table["columns"]
            if column["name"] not in table["key"]
        ]
        added = rows.groupBy(*table["key"]).agg(*sums)
        return added.select(*[column["name"] for column in table["columns"]])


def _total(column: JSONObject, table: str) -> Column:
    name = column["name"]
    if name in _SMALLEST:
        return functions.min(name)
    if name in _LARGEST:
        return functions.max(name)
    if column["type"] == "integer" and name not in _FACTS.get(table, ()):
        return functions.sum(name)
    return functions.max(name)  # equal in all parts that know it


def _struct(columns: list[JSONObject]) -> types.StructType:
    return types.StructType([types.StructField(column["name"], _type(column)) for column in columns])


def _type(column: JSONObject) -> types.DataType:
    return types.ArrayType(_struct(column["fields"])) if column["type"] == "list" else _TYPES[column["type"]]
