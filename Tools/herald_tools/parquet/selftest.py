"""Writes rows that are hard to write, and reads them again."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

from herald_tools.json_types import JSONObject, Row
from herald_tools.paths import command

_COLUMNS = [
    ("name", "text", False),
    ("note", "text", True),
    ("count", "integer", True),
    ("share", "real", True),
    ("is_known", "boolean", True),
    ("at", "timestamp", True),
]
_TEXTS = [
    "=1+1",
    "a\nb\r\nc",
    '"quoted",',
    "\0",
    "\u202eright to left",
    "",
    " ",
    "\\N",
    "null",
    "1e5",
    "2026-03-02T08:00:00.000Z",
    "\U0001f600\u2028\x85\x7f",
    "\ufeff",
    "'@SUM(A1)",
    "x" * 70_000,
]


def main() -> int:
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        schema = folder / "schema.json"
        schema.write_text(json.dumps({"version": 1, "tables": [table("one"), table("none")]}))
        rows = list(made())
        lines = "".join(
            json.dumps({"table": "one", "row": row}, separators=(",", ":"), ensure_ascii=at % 2 == 0) + "\n"
            for at, row in enumerate(rows)
        )
        status, _ = write(schema, folder / "tables", lines)
        check(failures, "exit status", status, 0)
        check(failures, "rows", [plain(row) for row in read(folder / "tables" / "one.parquet").to_pylist()], rows)
        empty = read(folder / "tables" / "none.parquet")
        check(failures, "columns of a table without rows", empty.schema.names, [name for name, _, _ in _COLUMNS])
        check(failures, "rows of it", empty.num_rows, 0)
        check(failures, "type of a timestamp", str(empty.schema.field("at").type), "timestamp[ms, tz=UTC]")
        for why, wrong in WRONG.items():
            target = folder / why.replace(" ", "-")
            status, said = write(schema, target, lines + wrong + "\n")
            check(failures, f"exit status where {why}", status, 1)
            check(failures, f"files where {why}", [path.name for path in target.iterdir()], [])
            check(
                failures, f"what is said where {why}", "error[badRow]" in said and f"line {len(rows) + 1}" in said, True
            )
    print("\n".join(failures) or f"{len(_TEXTS)} texts, {len(WRONG)} wrong rows: all as they must be")
    return 1 if failures else 0


WRONG = {
    "a column is missing": '{"table":"one","row":{"note":null}}',
    "a number is text": '{"table":"one","row":{"name":"a","count":"1"}}',
    "a column is unknown": '{"table":"one","row":{"name":"a","other":1}}',
    "a time is none": '{"table":"one","row":{"name":"a","at":"yesterday"}}',
    "a table is unknown": '{"table":"two","row":{}}',
    "a line is cut off": '{"table":"one","row":{"name":"a"',
}


def table(name: str) -> JSONObject:
    columns = [
        {"name": column, "type": type, "nullable": nullable, "unit": None, "sentence": "One."}
        for column, type, nullable in _COLUMNS
    ]
    return {"name": name, "sentence": "One.", "key": ["name"], "order": "", "columns": columns}


def made() -> Iterator[Row]:
    for at, text in enumerate(_TEXTS):
        yield {
            "name": text,
            "note": None if at % 3 == 0 else text,
            "count": [2**53, -1, None][at % 3],
            "share": [0.1, 5.0, None][at % 3],
            "is_known": [True, False, None][at % 3],
            "at": ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", None][at % 3],
        }


def plain(row: Row) -> Row:
    at = row["at"]
    return {**row, "at": at and at.strftime("%Y-%m-%dT%H:%M:%S.").zfill(20) + f"{at.microsecond // 1000:03d}Z"}


def write(schema: Path, target: Path, lines: str) -> tuple[int, str]:
    done = subprocess.run(
        [*command("parquet/write"), "--schema", schema, "-o", target], input=lines.encode(), stderr=subprocess.PIPE
    )
    return done.returncode, done.stderr.decode()


def read(path: Path) -> pyarrow.Table:
    return pyarrow.parquet.read_table(path)


def check(failures: list[str], what: str, found: Any, wanted: Any) -> None:
    if found != wanted:
        failures.append(f"{what}: wanted {str(wanted)[:300]}, found {str(found)[:300]}")
