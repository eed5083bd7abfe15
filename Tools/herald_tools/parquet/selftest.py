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
from herald_tools.parquet.layout import COLUMNS, Column, column, columns, laid_out, lists, offsets, piece
from herald_tools.paths import command

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
        check(failures, "columns of a table without rows", empty.schema.names, [name for name, _, _ in COLUMNS])
        check(failures, "rows of it", empty.num_rows, 0)
        check(failures, "type of a timestamp", str(empty.schema.field("at").type), "timestamp[ms, tz=UTC]")
        check(failures, "type of a date", str(empty.schema.field("day").type), "date32[day]")
        check_parts(failures, schema, folder / "parts", rows)
        check_many_lists(failures, schema, folder / "lists")
        check_encodings(failures, schema, folder / "encodings")
        for why, (wrong, meant) in WRONG.items():
            target = folder / why.replace(" ", "-")
            status, said = write(schema, target, stream + wrong)
            check(failures, f"exit status where {why}", status, 1)
            check(failures, f"files where {why}", [path.name for path in target.rglob("*.parquet")], [])
            is_meant = "error[badRow]" in said and meant in said
            check(failures, f"what is said where {why}, of {said}", is_meant, True)
    print("\n".join(failures) or f"{len(_TEXTS)} texts, {len(WRONG)} wrong inputs: all as they must be")
    return 1 if failures else 0


_ROUNDS = 30  # so that rows are read in several batches
_ROWS = _ROUNDS * len(_TEXTS)


def pieces(rows: list[Row]) -> Iterator[bytes]:
    """The rows of two tables in turns."""
    for at in range(0, len(rows), 4):
        yield piece("one", columns(rows[at : at + 4]))
        yield piece("two", columns(rows[at : at + 4]))


def check_parts(failures: list[str], schema: Path, target: Path, rows: list[Row]) -> None:
    """A table in folders of days beside a table that comes whole."""
    days = {"one/received=2026-03-02": rows[:40], "one/received=none": rows[40:], "one/received=other": []}
    parts = b"".join(
        piece("one", columns(part) if part else b"", folder) for folder, part in days.items() for _ in range(2)
    )
    status, _ = write(schema, target, piece("two", columns(rows)) + parts)
    check(failures, "exit status of folders", status, 0)
    check(failures, "a divided table has no file beside its folders", (target / "one.parquet").exists(), False)
    for folder, part in days.items():
        found = read(target / folder / "one.parquet")
        check(failures, f"columns of {folder}", found.schema.names, [name for name, _, _ in COLUMNS])
        check(failures, f"rows of {folder}", [plain(row) for row in found.to_pylist()], part * 2)
    check(failures, "rows of a whole table beside", read(target / "two.parquet").num_rows, len(rows))


def check_many_lists(failures: list[str], schema: Path, target: Path) -> None:
    """More different lists than are kept, the first ones again after they were forgotten."""
    named = [{**_ONE, "tests": [{"rule": f"rule {at}", "failed": None}]} for at in range(6_000)]
    rows = [*named, *named[:10]]
    stream = b"".join(piece("one", columns(rows[at : at + 1_000])) for at in range(0, len(rows), 1_000))
    status, _ = write(schema, target, stream)
    check(failures, "exit status of many lists", status, 0)
    found = read(target / "one.parquet")["tests"].to_pylist()
    check(failures, "many lists", found, [row["tests"] for row in rows])


def check_encodings(failures: list[str], schema: Path, target: Path) -> None:
    """Dictionaries where values repeat, and ranges where readers pass row groups over by them."""
    rows = [{**_ONE, "name": f"{at:08}", "note": f"{at % 7}", "count": at, "share": 0.5} for at in range(10_000)]
    status, _ = write(schema, target, piece("one", columns(rows)))
    check(failures, "exit status of repeated values", status, 0)
    group = pyarrow.parquet.ParquetFile(target / "one.parquet").metadata.row_group(0)
    parts = {part.path_in_schema: part for part in map(group.column, range(group.num_columns))}
    for name, repeats in {"name": False, "note": True, "count": False, "share": True}.items():
        check(failures, f"a dictionary of {name}", parts[name].has_dictionary_page, repeats)
    for name, ranges in {"name": True, "note": False, "count": True, "share": True}.items():
        check(failures, f"a range of {name}", parts[name].is_stats_set, ranges)
    check(failures, "compression", {part.compression for part in parts.values()}, {"ZSTD"})


_ONE: Row = {
    "name": "a",
    "note": None,
    "count": None,
    "share": None,
    "is_known": None,
    "at": None,
    "day": None,
    "tests": [],
}


def changed(**other: Column) -> bytes:
    return columns([_ONE], **other)


def listed(text: str) -> bytes:
    return piece("one", changed(tests=lists([text])))


_PIECES = 2 * -(-_ROWS // 4)
_WHOLE = piece("one", changed())
_SIZE = len(changed())
# What follows the rows, and what must be said of it.
WRONG = {
    "a folder leads out": (piece("one", columns([]), "../received=2026-03-02"), "this does not begin piece"),
    "a folder comes again": (
        b"".join(piece("one", b"", f"one/received={day}") for day in ("none", "other", "none")),
        "rows of `one/received=none` come after those of other folders",
    ),
    "a column is missing": (
        piece("one", laid_out(1, [column("text", ["a"])])),
        f"of `one`, row {_ROWS + 1} or a later one: 1 columns where the table has 8",
    ),
    "a name is missing": (piece("two", changed(name=column("text", [None]))), "`name` has no value"),
    "numbers are too few": (piece("one", changed(count=(0, [b"", b""]))), "`count`: "),
    "an offset goes back": (piece("one", changed(note=(0, [b"", offsets(3, 1), b"abc"]))), "`note`: "),
    "an offset goes too far": (piece("one", changed(note=(0, [b"", offsets(0, 4), b"abc"]))), "`note`: "),
    "a text is not UTF-8": (piece("one", changed(note=(0, [b"", offsets(0, 1), b"\xff"]))), "`note`: "),
    "a list is cut off": (listed("["), "`tests`: not a list of objects with rule, failed: ["),
    "a list is a number": (listed("3"), "`tests`: not a list"),
    "a list is null": (listed("null"), "`tests`: not a list"),
    "a rule is null": (listed('[{"rule":null,"failed":"x"}]'), "`tests`: not a list"),
    "a rule is a number": (listed('[{"rule":3,"failed":"x"}]'), "`tests`: a value of another type"),
    "a member is unknown": (listed('[{"rule":"x","q":"x"}]'), "`tests`: not a list"),
    "a list has no place": (piece("one", changed(tests=lists(["[]"], [1]))), "`tests`: "),
    "a list is before the first": (piece("one", changed(tests=lists(["[]"], [-1]))), "`tests`: "),
    "a column of lists has no lists": (piece("one", changed(tests=(0, [b"", offsets(0)]))), "`tests`: "),
    "sizes are none": (piece("one", b"rows     \n"), "its columns do not begin with their sizes: rows"),
    "a size is below zero": (
        piece("one", changed().replace(b'"nulls": 1', b'"nulls":-1', 1)),
        "its columns do not begin with their sizes: ",
    ),
    "buffers are cut off": (piece("one", changed()[:-8]), f"a buffer ends behind the {_SIZE - 8} bytes"),
    "something follows the buffers": (piece("one", changed() + bytes(8)), f"end after {_SIZE} of {_SIZE + 8} bytes"),
    "a table is unknown": (piece("three", b""), "`three`"),
    "a piece is cut off": (_WHOLE[:-3], f"piece {_PIECES + 1} ends after {_SIZE - 3} of {_SIZE} bytes"),
    "a piece is too long": (b'{"table":"one","bytes":1e30}\n', f"does not begin piece {_PIECES + 1}: "),
    "no piece begins": (b"a,,,,,,,[]\n", f"does not begin piece {_PIECES + 1}: a,,,"),
}


def table(name: str) -> JSONObject:
    columns: list[JSONObject] = [
        {"name": column, "type": type, "nullable": nullable, "unit": None, "sentence": "One."}
        for column, type, nullable in COLUMNS
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
