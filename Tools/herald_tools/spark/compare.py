"""Compares the tables that Spark wrote with those of one machine, row for row."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow
import pyarrow.dataset

from herald_tools.json_types import JSONObject

# Many logs at once have no one order, so these columns are not compared.
_APART = {"position", "date"}


def differences(ours: str, theirs: str, schema: JSONObject) -> Iterator[str]:
    """What differs between two folders of tables: `T.parquet` of one machine, `T/date=…` of Spark."""
    for table in schema["tables"]:
        name, key = table["name"], table["key"]
        columns = [column["name"] for column in table["columns"] if column["name"] not in _APART]
        one, spark = (read(path, columns, key) for path in (Path(ours, f"{name}.parquet"), Path(theirs, name)))
        yield from (f"{name}: {what}" for what in compare(one, spark, key))
        print(f"{name}: {one.num_rows:,} rows", file=sys.stderr, flush=True)


def read(path: Path, columns: list[str], key: list[str]) -> pyarrow.Table:
    found = pyarrow.dataset.dataset(path, format="parquet", partitioning="hive" if path.is_dir() else None)
    return found.to_table(columns=columns).combine_chunks().sort_by([(column, "ascending") for column in key])


def compare(one: pyarrow.Table, spark: pyarrow.Table, key: list[str]) -> Iterator[str]:
    if one.num_rows != spark.num_rows:
        yield f"one machine has {one.num_rows:,} rows, Spark {spark.num_rows:,}"
        return
    for column in one.column_names:
        ours, theirs = one.column(column).combine_chunks(), spark.column(column).combine_chunks()
        if not same_type(ours.type, theirs.type):
            yield f"{column} is {ours.type}, and of Spark {theirs.type}"
        elif ours.to_pylist() != theirs.to_pylist() if pyarrow.types.is_nested(ours.type) else not ours.equals(theirs):
            at = next(at for at in range(len(ours)) if ours[at].as_py() != theirs[at].as_py())
            yield f"{column} at {[one.column(name)[at].as_py() for name in key]}: {ours[at]} and {theirs[at]}"


def same_type(ours: pyarrow.DataType, theirs: pyarrow.DataType) -> bool:
    """A list's element has a name of its own in each program's files."""
    return ours == theirs or (pyarrow.types.is_list(ours) and pyarrow.types.is_list(theirs))


def main() -> int:
    found = list(differences(sys.argv[1], sys.argv[2], json.loads(Path(sys.argv[3]).read_text())))
    print("\n".join(found) or "all tables equal")
    return 1 if found else 0
