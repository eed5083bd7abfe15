"""Exports in folders of days: each row once, in the folder of its day, with the cells of the export without folders.

The day of a row is found here from the columns of `events`, a second time.
"""

import csv
import json
import shutil
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from herald_tools.questions.engines import export

DIVIDED = ("events", "decisions", "prompts")
WHOLE = ("updates", "installations", "rules", "documents")
_KEYS = {"received": "received", "local_date": "local_day"}
_REACH = timedelta(days=400)
# Some events of a fleet arrive: (first, last of ten parts of the ledger, the moment).
_ARRIVALS = (
    (0, 4, datetime(2026, 5, 1, 23, 59, 59, tzinfo=timezone.utc)),
    (5, 7, datetime(2026, 6, 2, tzinfo=timezone.utc)),
)


def check_partitions(log: Path, folder: Path, herald: str, with_parquet: bool) -> int:
    """How many parts of a fleet's tables are wrong, with and without receipts."""
    folder.mkdir()
    received = folder / "received.sqlite"
    subprocess.run([herald, "import", log, "--ledger", received], check=True, stdout=subprocess.DEVNULL)
    arrive(received)
    formats = ("csv", "jsonl", *(["parquet"] if with_parquet else []))
    wrong = 0
    plain = folder / "plain.sqlite"
    subprocess.run([herald, "import", log, "--ledger", plain], check=True, stdout=subprocess.DEVNULL)
    for name, source in (("a ledger", plain), ("a ledger with receipts", received)):
        days = {by: days_of(events_of(herald, source), by) for by in _KEYS}
        for format in formats:
            whole = folder / "whole"
            export(herald, source, format, whole)
            for by in _KEYS:
                target = folder / "days"
                export(herald, source, format, target, "--partition-by", by)
                faults = list(differences(whole, target, by, format, days[by]))
                wrong += len(faults)
                print(f"{'differs' if faults else 'ok':8}{format} of {name} in folders by {by}")
                print("".join(f"        {fault}\n" for fault in faults), end="")
                shutil.rmtree(target)
            shutil.rmtree(whole)
    return wrong


def arrive(ledger: Path) -> None:
    """Stores receipts, as a server does with each batch."""
    connection = sqlite3.connect(ledger)
    (last,) = connection.execute("SELECT max(position) FROM lines").fetchone()
    for first_part, last_part, moment in _ARRIVALS:
        milliseconds = int(moment.timestamp() * 1000)
        row = (first_part * last // 10 + 1, (last_part + 1) * last // 10, milliseconds)
        connection.execute("INSERT INTO receptions (first, last, received) VALUES (?, ?, ?)", row)
    connection.commit()
    connection.close()


def events_of(herald: str, source: Path) -> list[dict[str, Any]]:
    command = [herald, "export", str(source), "--table", "events", "--as", "jsonl"]
    return [
        json.loads(line) for line in subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines()
    ]


def days_of(events: list[dict[str, Any]], by: str) -> Callable[[str, Any], str]:
    """The name of a row's folder, from its table and its cells as text or as values."""
    arrived = {
        (event["source"], event["revision"]): "none" if event["received_at"] is None else event["received_at"][:10]
        for event in events
    }
    if by == "received":
        return lambda _, row: arrived[row["source"], int(row["revision"])]
    centers = sorted({date.fromisoformat(day) for day in arrived.values() if day != "none"})
    if not centers:
        shown = sorted(event["local_date"] for event in events if event["local_date"] is not None)
        centers = [date.fromisoformat(shown[(len(shown) - 1) // 2])]

    def day(_: str, row: Any) -> str:
        shown = str(row["local_date"] or "")
        if not shown:
            return "none"
        return shown if any(abs(date.fromisoformat(shown) - center) <= _REACH for center in centers) else "other"

    return day


def differences(whole: Path, days: Path, by: str, format: str, day: Callable[[str, Any], str]) -> Iterator[str]:
    for table in WHOLE:
        if (whole / f"{table}.{format}").read_bytes() != (days / f"{table}.{format}").read_bytes():
            yield f"{table} is not the whole table"
    for table in DIVIDED:
        if (days / f"{table}.{format}").exists():
            yield f"{table} is there whole too"
        wanted = Counter((day(table, row), cells(row)) for row in rows(whole / f"{table}.{format}"))
        found: Counter[tuple[str, str]] = Counter()
        for part in sorted((days / table).glob(f"*/{table}.{format}")):
            key, _, value = part.parent.name.partition("=")
            if key != _KEYS[by]:
                yield f"{part.parent.name} is no folder by {by}"
            found.update((value, cells(row)) for row in rows(part))
        if not wanted or found != wanted:
            odd = next(iter((found - wanted) + (wanted - found)), None)
            yield f"{table}: {found.total()} rows for {wanted.total()}; the first that differs: {str(odd)[:200]}"


def rows(file: Path) -> list[dict[str, Any]]:
    if file.suffix == ".parquet":
        import pyarrow.parquet  # installed where Parquet is asked for

        # The file alone: a folder's name would be one column more.
        read: list[dict[str, Any]] = pyarrow.parquet.ParquetFile(file).read().to_pylist()
        return read
    if file.suffix == ".jsonl":
        return [json.loads(line) for line in file.read_bytes().split(b"\n") if line]
    with file.open(newline="") as text:
        return list(csv.DictReader(text))


def cells(row: dict[str, Any]) -> str:
    return repr(sorted(row.items()))
