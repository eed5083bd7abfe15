"""Exports random logs, and a generated fleet's, with the program, and compares each table with the oracle's fold."""

import argparse
import io
import os
import sqlite3
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from herald_tools.contract.wire import BadLine
from herald_tools.oracle.compare import report_differences, seed_range, with_gaps
from herald_tools.oracle.compare_days import REACHABLE, compare_days
from herald_tools.oracle.compare_rows import Tables, compare_rows, types_of
from herald_tools.oracle.gaps import report_gaps
from herald_tools.oracle.generate import generate
from herald_tools.paths import PARQUET_WRITER
from herald_tools.paths import command as program
from herald_tools.patience import PATIENCE
from herald_tools.random_logs.declared import ask
from herald_tools.random_logs.dice import Dice
from herald_tools.tables.fold import KEYS, tables
from herald_tools.tables.reading import plain, read_csv, read_lines, read_parquet, read_rows, read_sqlite, written_row

FORMATS = ("jsonl", "csv", "parquet", "sqlite", "rows", "ledger", "days")
# Names that devices have, and one that none has.
_PROPERTIES = ("--property=tier", "--property=city", "--property=installed.com.ex.app2", "--property=none")

Options = tuple[str, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", required=True, help="the program")
    parser.add_argument("--seeds", type=seed_range, metavar="A..B", help="of random logs")
    parser.add_argument("--fleet", type=int, default=0, metavar="N", help="installations of an invented fleet")
    parser.add_argument("--log", type=Path, action="append", default=[], help="also this log")
    parser.add_argument(
        "--formats",
        type=lambda text: text.split(","),
        default=FORMATS,
        metavar="F,G",
        help="ways of writing: " + ",".join(FORMATS) + " (all)",
    )
    parser.add_argument("--keep", type=Path, default=Path("failed-logs"), metavar="DIR")
    arguments = parser.parse_args()
    os.environ["HERALD_PARQUET"] = str(PARQUET_WRITER)
    arguments.declared = ask(arguments.herald)
    if report_gaps(arguments.declared):
        return 1
    counts = dict.fromkeys(KEYS, 0)
    arguments.reached = Counter(dict.fromkeys(REACHABLE, 0) if "days" in arguments.formats else {})
    names = [name for name, log, options in logs(arguments) if not agrees(name, log, options, arguments, counts)]
    print("rows compared: " + ", ".join(f"{table} {count:,}" for table, count in counts.items()))
    if arguments.reached:
        print("reached: " + ", ".join(f"{kind} {count:,}" for kind, count in arguments.reached.items()))
    print(f"{len(names)} logs differ: {', '.join(names)}" if names else "all tables equal")
    return 1 if names or not all(counts.values()) or not all(arguments.reached.values()) else 0


def logs(arguments: argparse.Namespace) -> Iterator[tuple[str, bytes, Options]]:
    """Each log, its name, and options. Every third random one lost lines, so that verdicts are unknown."""
    first, last = arguments.seeds or (1, 0)
    for seed in range(first, last + 1):
        log = generate(seed, 80, 3, declared=arguments.declared)
        if seed % 4 == 1:
            yield f"seed-{seed}-properties", log, _PROPERTIES
        if seed % 3 == 0:
            yield f"seed-{seed}-gaps", with_gaps(log, Dice(f"{seed} gaps")), ("--partial",)
        else:
            yield f"seed-{seed}", log, ()
    if arguments.fleet:
        command = [*program("fleet/generate"), "--installations", str(arguments.fleet), "--order", "time", "--quiet"]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "fleet.jsonl")
            subprocess.run([*command, "-o", path], check=True)
            yield "fleet", path.read_bytes(), ()
    for path in arguments.log:
        yield path.stem, path.read_bytes(), ()


def agrees(name: str, log: bytes, options: Options, arguments: argparse.Namespace, counts: dict[str, int]) -> bool:
    """Whether the program's tables are the oracle's, in each way of writing; where not, the log is kept."""
    try:
        properties = [word.removeprefix("--property=") for word in options if word.startswith("--property=")]
        folded = tables(io.BytesIO(log), partial="--partial" in options, properties=properties)
    except BadLine:
        return True  # compare.py looks at what must be refused
    expected = {table: [plain(written_row(row)) for row in rows] for table, rows in folded.items()}
    for table, rows in expected.items():
        counts[table] += len(rows)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "log.jsonl")
        path.write_bytes(log)
        differences = [
            f"{format}: {difference}"
            for format in arguments.formats
            if format != "ledger" or not properties  # a ledger's own tables have none
            for difference in (
                compare_days(path, expected, arguments.herald, options, Dice(f"{name} days"), arguments.reached)
                if format == "days"
                else compare_format(format, path, expected, arguments.herald, options)
            )
        ]
    return report_differences(name, differences, log, arguments.keep / f"tables-{name}.jsonl")


def compare_format(format: str, path: Path, expected: Tables, herald: str, options: Options) -> list[str]:
    target = path.with_name({"sqlite": "tables.sqlite", "ledger": "ledger.sqlite"}.get(format, format))
    for command in commands(format, path, target, options):
        done = subprocess.run([herald, *command], capture_output=True, timeout=PATIENCE, check=False)
        if done.returncode:
            return [f"exit status {done.returncode}: {done.stderr.decode('utf-8', 'replace')[:500]}"]
    try:
        found = read(format, target, done.stdout, expected)
    except (OSError, ValueError, KeyError, IndexError, sqlite3.Error) as error:
        return [f"cannot be read: {error!r}"]
    return [
        f"{table}: {difference}" for table in KEYS for difference in compare_rows(table, expected[table], found[table])
    ]


def commands(format: str, path: Path, target: Path, options: Options) -> Iterator[tuple[str | Path, ...]]:
    """What the program is asked. `ledger`: the views in a ledger that took in the log, which an import makes."""
    if format == "ledger":
        yield "import", path, "--ledger", target, *options
    elif format == "rows":
        yield "export", path, "--table", "all", "--as", format, *options
    else:
        yield "export", path, "--table", "all", "--as", format, "-o", target, *options


def read(format: str, target: Path, output: bytes, expected: Tables) -> Tables:
    if format == "jsonl":
        return {table: read_lines(target / f"{table}.jsonl") for table in KEYS}
    if format == "csv":
        return {table: list(read_csv(target / f"{table}.csv", table, types_of(expected[table]))) for table in KEYS}
    if format == "parquet":
        return {table: read_parquet(target / f"{table}.parquet") for table in KEYS}
    if format == "rows":
        return read_rows(output.decode("utf-8"), KEYS)
    return read_sqlite(target, KEYS)
