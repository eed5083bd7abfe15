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


def rows(library: str, asked: herald_log.Table) -> list[dict[str, Any]]:
    """The rows that a library reads of a table."""
    module = importlib.import_module(library)
    if library == "pyarrow":
        return list(module.table(asked).to_pylist())
    if library == "polars":
        return list(module.DataFrame(asked).to_dicts())
    read = module.sql("SELECT * FROM asked")  # the variable
    return [dict(zip(read.columns, row)) for row in read.fetchall()]


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
        for name in _NAMES:
            command = [str(program()), "export", f"--table={name}", "--as=jsonl", "--", log]
            lines = subprocess.run(command, check=True, capture_output=True).stdout.splitlines()
            wanted = [json.loads(line) for line in lines]
            table = herald_log.table(log, name)
            for time in ("first", "second"):
                found = [plain(row) for row in rows(library, table)]
                compared += len(found)
                if found != wanted:
                    failures.append(f"{name} of {log}, the {time} time: {str(found)[:200]}, not {str(wanted)[:200]}")
    print("\n".join(failures) or f"{library}: {compared} rows of {len(logs)} logs are those of the program.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
