"""Exports a ledger in folders of days, and compares the rows of each folder with the oracle's rows of that day.

The day of a row is found here, from the oracle's rows and from receipts that are put into the ledger.
"""

import json
import sqlite3
import subprocess
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from herald_tools.contract.times import DAY, days_before, is_in_years, write_day, write_time
from herald_tools.json_types import Row
from herald_tools.oracle.compare import has_events
from herald_tools.oracle.compare_rows import Tables, compare_rows, types_of
from herald_tools.patience import PATIENCE
from herald_tools.random_logs.dice import Dice
from herald_tools.tables.fold import KEYS
from herald_tools.tables.reading import read_csv, read_parquet

DIVIDED = ("events", "decisions", "prompts")
# A way to divide -> the key in the names of folders.
_FOLDER_KEYS = {"received": "received", "local_date": "local_day"}
# A day further than this from all receipts, or from the median day, has no folder of its own.
_REACH = 400
_NO_DAY, _FAR_DAY = "none", "other"
# Reached by all logs together: rows in each kind of folder by each way to divide, days on both sides of the bound, and,
# in increments, installations that changed and others.
REACHABLE = (
    *("received day", "received none", "local_date day", "local_date none", "local_date other"),
    *(f"{_REACH} days away", f"{_REACH + 1} days away"),
    *("increment grew", "increment kept"),
)

Options = tuple[str, ...]
DayOf = Callable[[Row], str]  # the value in the name of a row's folder


@dataclass(frozen=True)
class Receipt:
    """A server's note about the events from a position to another; times in milliseconds."""

    first: int
    last: int
    received: int
    sent: int | None


class Failed(Exception):
    """The program ended with another status than 0."""


def compare_days(
    path: Path, expected: Tables, herald: str, options: Options, dice: Dice, reached: Counter[str]
) -> Iterator[str]:
    """Differences between a log's tables in folders of days and the oracle's tables.

    Without receipts, then with some, then in an increment that takes the place of an older one.

    reached: counts the log's rows and installations under the words of `REACHABLE`.
    """
    try:
        yield from _compare_stages(path, expected, herald, options, dice, reached)
    except Failed as failure:
        yield str(failure)
    except (OSError, ValueError, KeyError, IndexError, sqlite3.Error) as error:
        yield f"cannot be read: {error!r}"


def _compare_stages(
    path: Path, expected: Tables, herald: str, options: Options, dice: Dice, reached: Counter[str]
) -> Iterator[str]:
    ledger, increment = path.with_name("days.sqlite"), path.with_name("increment")
    by = dice.pick(list(_FOLDER_KEYS))
    lines = path.read_bytes().splitlines(keepends=True)
    older = b"".join(lines[: dice.pick((len(lines) // 2, len(lines) - dice.randrange(1, 4)))])
    partial = tuple(option for option in options if option == "--partial")

    def export(target: Path, by: str, format: str, *more: str) -> None:
        run(
            herald,
            *("export", ledger, "--table", "all", "--as", format, "--partition-by", by, "-o", target),
            *(*more, *options),
        )

    token, known = None, 0
    if has_events(older):
        path.with_name("older.jsonl").write_bytes(older)
        run(herald, "import", path.with_name("older.jsonl"), "--ledger", ledger, *partial)
        export(increment, by, "csv", "--changed-since", "start")
        token, known = json.loads((increment / "increment.json").read_text())["token"], last_position(ledger)
    run(herald, "import", path, "--ledger", ledger, *partial)
    receipts: list[Receipt] = []
    for stage in ("without receipts", "with receipts"):
        if stage == "with receipts":
            receipts = invented(expected["events"], dice)
            store(ledger, receipts)
        tables = {**expected, "events": [with_receipt(row, receipts) for row in expected["events"]]}
        for key in _FOLDER_KEYS:
            day = day_of(key, tables, receipts)
            reached.update(kinds(key, tables, day, receipts))
            for format in ("csv", "parquet") if receipts and key == by else ("csv",):
                target = path.with_name(f"{stage}, {key}, {format}")
                export(target, key, format)
                for difference in compare_folder(target, key, format, tables, day):
                    yield f"{stage}, by {key} as {format}: {difference}"
    if token is not None:
        export(increment, by, "csv", "--changed-since", token, "--force")
        changes = changes_after(known, tables["events"])
        reached.update(f"increment {change}" for change in changes.values())
        for difference in compare_increment(increment, by, tables, day_of(by, tables, receipts), changes):
            yield f"an increment by {by}: {difference}"


def run(herald: str, *command: str | Path) -> None:
    done = subprocess.run([herald, *command], capture_output=True, timeout=PATIENCE, check=False)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace")[:500]
        raise Failed(f"{' '.join(map(str, command))} ended with status {done.returncode}: {said}")


def last_position(ledger: Path) -> int:
    connection = sqlite3.connect(ledger)
    (last,) = connection.execute("SELECT max(position) FROM lines").fetchone()
    connection.close()
    return int(last)


def invented(events: list[Row], dice: Dice) -> list[Receipt]:
    """Receipts of some of the events, from one position to another, at days about 400 from a day of an event."""
    receipts = []
    ends = sorted({dice.randrange(1, len(events) + 1) for _ in range(3)} | {len(events)})
    for first, last in zip([1, *(end + 1 for end in ends)], ends):
        shown = dice.pick(events)["local_date"]
        if shown is None or dice.chance(0.3):
            continue
        day = number(shown) + dice.pick((0, 1, _REACH, _REACH + 1, -_REACH, -_REACH - 1))
        received = day * DAY + dice.pick((0, DAY - 1, dice.randrange(DAY)))
        if received >= 0 and is_in_years(received):
            receipts.append(Receipt(first, last, received, dice.pick((None, received + dice.randrange(-DAY, DAY)))))
    return receipts


def store(ledger: Path, receipts: Iterable[Receipt]) -> None:
    """Stores receipts, as a server does with each batch."""
    connection = sqlite3.connect(ledger)
    rows = [(one.first, one.last, one.received, one.sent) for one in receipts]
    connection.executemany("INSERT INTO receptions (first, last, received, sent) VALUES (?, ?, ?, ?)", rows)
    connection.commit()
    connection.close()


def receipt_of(position: int, receipts: Iterable[Receipt]) -> Receipt | None:
    return next((one for one in receipts if one.first <= position <= one.last), None)


def with_receipt(event: Row, receipts: Iterable[Receipt]) -> Row:
    """The row of an event with the columns that a receipt gives."""
    one = receipt_of(event["position"], receipts)
    if one is None:
        return event
    offset = None if one.sent is None else (one.sent - one.received) / 1000
    return {**event, "received_at": write_time(one.received), "clock_offset_s": offset}


def day_of(by: str, tables: Tables, receipts: list[Receipt]) -> DayOf:
    if by == "received":
        arrived = {}
        for event in tables["events"]:
            one = receipt_of(event["position"], receipts)
            arrived[event["source"], event["revision"]] = _NO_DAY if one is None else write_day(one.received // DAY)
        return lambda row: arrived[row["source"], row["revision"]]
    days = sorted(number(event["local_date"]) for event in tables["events"] if event["local_date"] is not None)
    centers = [one.received // DAY for one in receipts] or days[(len(days) - 1) // 2 :][:1]

    def shown(row: Row) -> str:
        if row["local_date"] is None:
            return _NO_DAY
        return str(row["local_date"]) if distance(row, centers) <= _REACH else _FAR_DAY

    return shown


def distance(row: Row, centers: Iterable[int]) -> int:
    """The days between a row's day and the nearest of others."""
    return min(abs(number(row["local_date"]) - center) for center in centers)


def kinds(by: str, tables: Tables, day: DayOf, receipts: list[Receipt]) -> Iterator[str]:
    """The words of `REACHABLE` for the divided rows."""
    for row in (row for table in DIVIDED for row in tables[table]):
        value = day(row)
        yield f"{by} {value if value in (_NO_DAY, _FAR_DAY) else 'day'}"
        if by == "local_date" and receipts and row["local_date"] is not None:
            away = distance(row, (one.received // DAY for one in receipts))
            if away in (_REACH, _REACH + 1):
                yield f"{away} days away"


def number(day: str) -> int:
    """A day as the number of days since 1970-01-01."""
    year, month, of_month = map(int, day.split("-"))
    return days_before(year, month, of_month)


def compare_folder(folder: Path, by: str, format: str, tables: Tables, day: DayOf) -> Iterator[str]:
    """Each row is in the folder of its day alone, tables without days are whole, and no other file is there."""
    wanted = {file: rows for table in KEYS for file, rows in files(table, by, format, tables[table], day)}
    there = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    found = there - {"changed.csv", "increment.json"}
    for file in sorted(found - set(wanted)):
        yield f"{file}: a file too many"
    for file, (table, rows) in wanted.items():
        if file not in found:
            yield f"{file}: no such file"
            continue
        types = types_of(tables[table])
        read = list(read_csv(folder / file, table, types)) if format == "csv" else read_parquet(folder / file)
        for difference in compare_rows(table, rows, read):
            yield f"{file}: {difference}"


def files(table: str, by: str, format: str, rows: list[Row], day: DayOf) -> Iterator[tuple[str, tuple[str, list[Row]]]]:
    """The files of a table, each with its rows; a table without rows has a file in the folder of no day."""
    if table not in DIVIDED:
        yield f"{table}.{format}", (table, rows)
        return
    by_day = defaultdict(list)
    for row in rows:
        by_day[day(row)].append(row)
    for value, part in (by_day or {_NO_DAY: []}).items():
        yield f"{table}/{_FOLDER_KEYS[by]}={value}/{table}.{format}", (table, part)


def changes_after(known: int, events: list[Row]) -> dict[str, str]:
    """Each installation, and its change since the position `known`."""
    older = {event["source"] for event in events if event["position"] <= known}
    newer = {event["source"] for event in events if event["position"] > known}
    return {source: "kept" if source not in newer else "grew" if source in older else "new" for source in older | newer}


def compare_increment(folder: Path, by: str, tables: Tables, day: DayOf, changes: dict[str, str]) -> Iterator[str]:
    """The installations that changed, whole, and nothing of the older increment."""
    wanted: Counter[tuple[str | None, str]] = Counter(item for item in changes.items() if item[1] != "kept")
    found = Counter((row["source"], row["change"]) for row in read_csv(folder / "changed.csv", "changed", {}))
    if found != wanted:
        yield f"changed: expected {list(wanted.elements())}, got {list(found.elements())}"
    changed = {source for source, _ in wanted}
    rows = {
        table: [row for row in rows if "source" not in row or row["source"] in changed]
        for table, rows in tables.items()
    }
    yield from compare_folder(folder, by, "csv", rows, day)
