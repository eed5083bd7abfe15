"""Writes rows that are hard to write, and reads them again."""

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

from herald_tools.json_types import JSONObject, Row
from herald_tools.paths import command

_COLUMNS: list[tuple[str, str, bool]] = [
    ("name", "text", False),
    ("note", "text", True),
    ("count", "integer", True),
    ("share", "real", True),
    ("is_known", "boolean", True),
    ("at", "timestamp", True),
    ("day", "date", True),
    ("tests", "list", False),
]
_TESTS = [
    {"name": "rule", "type": "text", "nullable": False, "unit": None, "sentence": "A rule."},
    {"name": "failed", "type": "text", "nullable": True, "unit": None, "sentence": "What it failed."},
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
        schema.write_text(json.dumps({"version": 1, "tables": list(map(table, ["one", "two", "none"]))}))
        rows = list(made())
        stream = b"".join(pieces(rows))
        status, _ = write(schema, folder / "tables", stream)
        check(failures, "exit status", status, 0)
        for made_table in ("one", "two"):
            found = read(folder / "tables" / f"{made_table}.parquet").to_pylist()
            check(failures, f"rows of {made_table}", [plain(row) for row in found], rows)
        empty = read(folder / "tables" / "none.parquet")
        check(failures, "columns of a table without rows", empty.schema.names, [name for name, _, _ in _COLUMNS])
        check(failures, "rows of it", empty.num_rows, 0)
        check(failures, "type of a timestamp", str(empty.schema.field("at").type), "timestamp[ms, tz=UTC]")
        check(failures, "type of a date", str(empty.schema.field("day").type), "date32[day]")
        for why, (wrong, meant) in WRONG.items():
            target = folder / why.replace(" ", "-")
            status, said = write(schema, target, stream + wrong)
            check(failures, f"exit status where {why}", status, 1)
            check(failures, f"files where {why}", [path.name for path in target.iterdir()], [])
            is_meant = "error[badRow]" in said and meant in said
            check(failures, f"what is said where {why}, of {said}", is_meant, True)
    print("\n".join(failures) or f"{len(_TEXTS)} texts, {len(WRONG)} wrong inputs: all as they must be")
    return 1 if failures else 0


_ROUNDS = 30  # so that rows are read in several batches
_ROWS = _ROUNDS * len(_TEXTS)


def pieces(rows: list[Row]) -> Iterator[bytes]:
    """The rows of two tables in turns, and a piece of none."""
    for at in range(0, len(rows), 4):
        text = "".join(map(record, rows[at : at + 4]))
        yield piece("one", text)
        yield piece("two", text)
    yield piece("none", "")


def piece(table: str, rows: str) -> bytes:
    """Rows as `herald export --as pieces` writes them."""
    text = rows.encode()
    return b'{"table":"%s","bytes":%d}\n' % (table.encode(), len(text)) + text


def record(row: Row) -> str:
    """A row as CSV: an empty cell is null."""
    return ",".join(map(cell, row.values())) + "\n"


_UNQUOTED = re.compile(r"\d{4}-\d\d-\d\d(T.*Z)?")


def cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return cell(json.dumps(value))
    if isinstance(value, str) and not _UNQUOTED.fullmatch(value):
        return '"' + value.replace('"', '""') + '"'
    return str(value)


_PIECES = 2 * -(-_ROWS // 4) + 1
# What follows the rows, and what must be said of it.
WRONG = {
    "a cell is missing": (piece("one", "a,,1,,,\n"), f"of `one`, row {_ROWS + 1}: Expected 8 columns, got 6"),
    "a number is text": (piece("two", "a,,one,,,,,[]\n"), f"of `two`, row {_ROWS + 1}, `count`: "),
    "a name is missing": (piece("one", ",,1,,,,,[]\n"), "or a later one has no `name`"),
    "a time is none": (piece("one", "a,,,,,yesterday,,[]\n"), f"of `one`, row {_ROWS + 1}, `at`: "),
    "a day is none": (piece("one", "a,,,,,,2026-02-30,[]\n"), f"of `one`, row {_ROWS + 1}, `day`: "),
    "a list is cut off": (piece("one", "a,,,,,,,[\n"), "`tests` is not a list of objects with rule, failed: ["),
    "a list is a number": (piece("one", "a,,,,,,,3\n"), "`tests` is not a list"),
    "a list is null": (piece("one", "a,,,,,,,null\n"), "`tests` is not a list"),
    "a rule is null": (piece("one", 'a,,,,,,,"[{""rule"":null,""failed"":""x""}]"\n'), "`tests` is not a list"),
    "a rule is a number": (piece("one", 'a,,,,,,,"[{""rule"":3,""failed"":""x""}]"\n'), "`tests` has a value of"),
    "a member is unknown": (piece("one", 'a,,,,,,,"[{""rule"":""x"",""q"":""x""}]"\n'), "`tests` is not a list"),
    "a table is unknown": (piece("three", "a\n"), "`three`"),
    "a piece is cut off": (piece("one", "a,,,,,,,[]\n")[:-3], f"piece {_PIECES + 1} ends after 8 of 11 bytes"),
    "a piece is too long": (b'{"table":"one","bytes":1e30}\n', f"does not begin piece {_PIECES + 1}: "),
    "no piece begins": (b"a,,,,,,,[]\n", f"does not begin piece {_PIECES + 1}: a,,,"),
}


def table(name: str) -> JSONObject:
    columns: list[JSONObject] = [
        {"name": column, "type": type, "nullable": nullable, "unit": None, "sentence": "One."}
        for column, type, nullable in _COLUMNS
    ]
    columns[-1]["fields"] = _TESTS
    return {"name": name, "sentence": "One.", "key": ["name"], "order": "", "columns": columns}


def made() -> Iterator[Row]:
    for at, text in enumerate(_TEXTS * _ROUNDS):
        yield {
            "name": text,
            "note": None if at % 3 == 0 else text,
            "count": [2**53 + 1, -1, None][at % 3],
            "share": [0.1, 1e-07, None][at % 3],
            "is_known": [True, False, None][at % 3],
            "at": ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", None][at % 3],
            "day": ["0001-01-01", "9999-12-31", None][at % 3],
            "tests": [[], [{"rule": text, "failed": None}, {"rule": "b", "failed": text}]][at % 2],
        }


def plain(row: Row) -> Row:
    at, day = row["at"], row["day"]
    moment = at and at.strftime("%Y-%m-%dT%H:%M:%S.").zfill(20) + f"{at.microsecond // 1000:03d}Z"
    return {**row, "at": moment, "day": day and day.isoformat()}


def write(schema: Path, target: Path, pieces: bytes) -> tuple[int, str]:
    done = subprocess.run(
        [*command("parquet/write"), "--schema", schema, "-o", target], input=pieces, stderr=subprocess.PIPE
    )
    return done.returncode, done.stderr.decode()


def read(path: Path) -> pyarrow.Table:
    return pyarrow.parquet.read_table(path)


def check(failures: list[str], what: str, found: Any, wanted: Any) -> None:
    if found != wanted:
        failures.append(f"{what}: wanted {str(wanted)[:300]}, found {str(found)[:300]}")
