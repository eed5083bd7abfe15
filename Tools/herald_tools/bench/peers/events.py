"""DuckDB: the table `events` as an analyst makes it of JSON Lines, in SQL alone."""

import sys

import duckdb

_LINE = {
    "id": "VARCHAR",
    "source": "VARCHAR",
    "type": "VARCHAR",
    "time": "VARCHAR",
    "revision": "BIGINT",
    "data": "JSON",
}
_OF_FETCHES = ("trigger", "format", "digest")
_OF_ANY = ("url", "user", "prompt", "rule", "kind", "language", "button", "operation")


def query(log: str) -> str:
    columns = ", ".join(f"'{name}': '{type}'" for name, type in _LINE.items())
    texts = ", ".join(f"data ->> '{name}' AS {name}" for name in (*_OF_FETCHES, *_OF_ANY))
    return f"""
        SELECT row_number() OVER () AS position, source, revision, id, type, time::TIMESTAMPTZ AS time,
               CASE WHEN time LIKE '%Z' THEN 0
                    ELSE CAST(time[-6:-4] AS INTEGER) * 60 + CAST(time[-6] || time[-2:] AS INTEGER) END AS zone_minutes,
               {texts}, data ->> 'reason' AS failure, CAST(data ->> 'status' AS INTEGER) AS status,
               CAST(data ->> 'busy' AS BOOLEAN) AS busy, data
        FROM read_json('{log}', format = 'newline_delimited', columns = {{{columns}}}, maximum_object_size = 4000000)"""


def main() -> None:
    log, target = sys.argv[1:]
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'; SET threads = 1")
    connection.execute(f"COPY ({query(log)}) TO '{target}' (HEADER)")
