"""Tables for analysis, for every library that takes Arrow streams."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, Protocol

from herald_log._errors import HeraldError
from herald_log._program import LogPath, answer

Column = dict[str, Any]  # as `herald export --schema` describes it


class _Streams(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class Table:
    """A table in memory. pandas, Polars, DuckDB, pyarrow and others take it, as often as they like.

    They ask for the Arrow PyCapsule interface: `polars.DataFrame(table)`, `pyarrow.table(table)`,
    `pandas.DataFrame.from_arrow(table)`, and in DuckDB's SQL the variable's name, which must not be a word of SQL.
    """

    name: str

    def __init__(self, name: str, stream: Callable[[object | None], object]) -> None:
        self.name, self._stream = name, stream

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._stream(requested_schema)

    def __repr__(self) -> str:
        return f"<herald_log.Table {self.name}>"


def table(log: LogPath, name: str, *, properties: Iterable[str] = ()) -> Table:
    """A table of a log: `events`, `decisions`, `prompts`, `updates`, `installations`, `rules` or `documents`.

    Its columns, their types and their order are those of `herald export --schema`. `properties` are names of the
    devices' own properties: in `events`, `decisions` and `prompts` each is a further column `x_NAME`, a text or null,
    its value at that moment. One of pyarrow, Polars and DuckDB has to be there, the first of them makes the table.

    Raises `HeraldError`: no log, no such table, two properties of one column, properties of another table. Raises
    `ImportError` where none of the libraries is there, and `TypeError` for properties that are one text.
    """
    if isinstance(properties, str):  # whose letters would be taken for names
        raise TypeError(f"properties are several names: properties=[{properties!r}]")
    make = _maker()
    options = tuple(f"--property={one}" for one in properties)
    with answer("export", "--schema", *options) as schema:
        described: list[dict[str, Any]] = json.load(schema)["tables"]
    found = next((one for one in described if one["name"] == name), None)
    if found is None:
        names = ", ".join(one["name"] for one in described)
        raise HeraldError("usage", f"There is no table `{name}`.", "--table", f"a log has {names}", "name one of these")
    return Table(name, make(lambda form: answer("export", f"--table={name}", f"--as={form}", *options, log=log), found))


_Rows = Callable[[str], BinaryIO]  # the table's rows in a form of `--as`
_Maker = Callable[[_Rows, dict[str, Any]], Callable[["object | None"], object]]


def _maker() -> _Maker:
    """The function that makes a table with the first library that is there."""
    for library, make in (("pyarrow", _by_pyarrow), ("polars", _by_polars), ("duckdb", _by_duckdb)):
        try:
            importlib.import_module(library)
        except ImportError:
            continue
        return make
    raise ImportError(
        "A table needs one of pyarrow, polars and duckdb, and none of them is installed: "
        "`pip install polars`, for example.",
        name="pyarrow",
    )


def _by_pyarrow(rows: _Rows, described: dict[str, Any]) -> Callable[[object | None], object]:
    from herald_log._parquet.columns import read_table
    from herald_log._parquet.schemas import schema_of

    with rows("columns") as columns:
        made: _Streams = read_table(columns, schema_of(described))
    return made.__arrow_c_stream__


def _by_polars(rows: _Rows, described: dict[str, Any]) -> Callable[[object | None], object]:
    polars = importlib.import_module("polars")
    plain = {"integer": polars.Int64, "real": polars.Float64, "boolean": polars.Boolean}

    def kind(column: Column) -> Any:
        if column["type"] == "list":
            return polars.List(polars.Struct({part["name"]: kind(part) for part in column["fields"]}))
        return plain.get(column["type"], polars.String)

    columns: list[Column] = described["columns"]
    with rows("jsonl") as lines:
        read = polars.read_ndjson(lines, schema={column["name"]: kind(column) for column in columns})
    made: _Streams = read.with_columns(
        polars.col(column["name"]).str.to_datetime("%Y-%m-%dT%H:%M:%S%.3fZ", time_unit="ms", time_zone="UTC")
        for column in columns
        if column["type"] == "timestamp"
    ).with_columns(polars.col(column["name"]).str.to_date("%Y-%m-%d") for column in columns if column["type"] == "date")
    return made.__arrow_c_stream__


def _by_duckdb(rows: _Rows, described: dict[str, Any]) -> Callable[[object | None], object]:
    duckdb = importlib.import_module("duckdb")
    plain = {"integer": "BIGINT", "real": "DOUBLE", "boolean": "BOOLEAN", "timestamp": "TIMESTAMPTZ", "date": "DATE"}

    def kind(column: Column) -> str:
        if column["type"] == "list":
            return "STRUCT(" + ", ".join(f'"{part["name"]}" {kind(part)}' for part in column["fields"]) + ")[]"
        return plain.get(column["type"], "VARCHAR")

    columns = {column["name"]: kind(column) for column in described["columns"]}
    database = duckdb.connect(":memory:")
    database.execute("SET GLOBAL TimeZone = 'UTC'")
    with rows("jsonl") as lines:
        longest = max(map(len, lines), default=0)
        place = f"/proc/self/fd/{lines.fileno()}"
        read = database.read_json(
            place, format="newline_delimited", columns=columns, maximum_object_size=max(longest + 1, 1 << 24)
        )
        read.create("made")

    def stream(requested_schema: object | None) -> object:
        # A stream keeps its connection busy until it ends, and the reader may ask for a second one meanwhile.
        reading: _Streams = database.cursor().table("made")
        return reading.__arrow_c_stream__(requested_schema)

    return stream
