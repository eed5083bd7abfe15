"""The documented lines of code that read folders of days, run for each table that has such folders.

They must give the rows of the whole table, in any order, and beside them the day that a folder's name has.
"""

import subprocess
from pathlib import Path
from typing import Any

from herald_tools.questions.engines import export
from herald_tools.questions.partitions import DIVIDED, arrive, days_of, events_of

_KEY = [("source", "ascending"), ("revision", "ascending")]
_DAY = "received"


def make_days(log: Path, folder: Path, herald: str) -> Path:
    """Exports a ledger with receipts, in folders of days of each format and whole; the ledger."""
    ledger = folder / "received.sqlite"
    subprocess.run([herald, "import", log, "--ledger", ledger], check=True, stdout=subprocess.DEVNULL)
    arrive(ledger)
    (folder / "days").mkdir()
    for format in ("parquet", "csv", "jsonl"):
        export(herald, ledger, format, folder / "days" / format, "--partition-by", _DAY)
    export(herald, ledger, "parquet", folder / "whole")
    return ledger


def with_days(tables: dict[str, Any], ledger: Path, herald: str) -> dict[str, Any]:
    """Whole tables with the day of each row."""
    import pyarrow

    day = days_of(events_of(herald, ledger), _DAY)
    return {
        name: in_order(
            tables[name].append_column(
                _DAY, pyarrow.array([day(name, row) for row in tables[name].select(["source", "revision"]).to_pylist()])
            )
        )
        for name in DIVIDED
    }


def place_of(line: str) -> str:
    """The folder in the place of the line's `days`: a reader takes the files of one format."""
    return "days/" + next((format for format in ("csv", "jsonl") if f".{format}" in line), "parquet")


def wanted_of(line: str, table: Any) -> Any:
    """A table with the day where the line reads Parquet, which takes it from the folders' names."""
    return table if "parquet" in line else table.drop([_DAY])


def in_order(table: Any) -> Any:
    """Rows in the order of their keys, a day as a text."""
    import pyarrow

    for at, field in enumerate(table.schema):
        if pyarrow.types.is_dictionary(field.type):
            table = table.set_column(at, field.name, table[field.name].cast(field.type.value_type))
    return table.sort_by(_KEY)
