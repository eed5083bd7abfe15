"""Reads the tables of logs with one library, in a Python that has this library alone: `tables.py polars LOG …`.

Each row must be that of `herald export --as jsonl`. It is started by its path, as `asked.py` is.
"""

import importlib
import importlib.util
import json
import subprocess
import sys
from datetime import date, datetime, timezone
from typing import Any

import herald_log
from herald_log._program import program

_LIBRARIES = ("pyarrow", "polars", "duckdb")
_NAMES = ("events", "decisions", "prompts", "updates", "installations", "rules", "documents")
_WITH_PROPERTIES = ("events", "decisions", "prompts")
_PROPERTIES = ["deviceModel", "x-no such"]  # one that logs have, and one that none has


def rows(library: str, asked: herald_log.Table) -> list[dict[str, Any]]:
    """The rows that a library reads of a table."""
    module = importlib.import_module(library)
    if library == "pyarrow":
        return list(module.table(asked).to_pylist())
    if library == "polars":
        return list(module.DataFrame(asked).to_dicts())
    read = module.sql("SELECT * FROM asked")  # the variable
    return [dict(zip(read.columns, row)) for row in read.fetchall()]


def refused(log: str) -> list[str]:
    """What is wrong where properties are that no table can take."""
    wrong: list[tuple[str, Any, type[Exception]]] = [
        ("prompts", ["a b", "a-b"], herald_log.HeraldError),
        ("rules", ["deviceModel"], herald_log.HeraldError),
        ("prompts", "deviceModel", TypeError),
    ]
    failures = []
    for name, properties, meant in wrong:
        try:
            herald_log.table(log, name, properties=properties)
            failures.append(f"{name} of {log} takes the properties {properties!r}")
        except meant:
            continue
    return failures


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its times and days as the program writes them."""
    return {name: written(value) if isinstance(value, date) else value for name, value in row.items()}


def written(time: date) -> str:
    if not isinstance(time, datetime):
        return time.isoformat()
    utc = time.astimezone(timezone.utc)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"


def main() -> int:
    library, *logs = sys.argv[1:]
    others = [name for name in _LIBRARIES if name != library and importlib.util.find_spec(name)]
    failures = [f"{name} is there too" for name in others]
    compared = 0
    for log in logs:
        for name, properties in [*((name, []) for name in _NAMES), *((name, _PROPERTIES) for name in _WITH_PROPERTIES)]:
            options = [f"--property={one}" for one in properties]
            command = [str(program()), "export", f"--table={name}", "--as=jsonl", *options, "--", log]
            lines = subprocess.run(command, check=True, capture_output=True).stdout.splitlines()
            wanted = [json.loads(line) for line in lines]
            table = herald_log.table(log, name, properties=properties)
            for time in ("first", "second"):
                found = [plain(row) for row in rows(library, table)]
                compared += len(found)
                if found != wanted:
                    failures.append(f"{name} of {log}, the {time} time: {str(found)[:200]}, not {str(wanted)[:200]}")
        failures += refused(log)
    print("\n".join(failures) or f"{library}: {compared} rows of {len(logs)} logs are those of the program.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
