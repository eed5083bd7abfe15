"""Files of a fleet: one for all of it, or a folder for each day."""

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import BinaryIO

from herald_tools.fleets.parallel import Part


def by_installation(parts: Iterable[Part], path: str) -> Iterator[None]:
    """One installation after the other."""
    with _opened(path) as file:
        for _, days in parts:
            file.write(days.get(0, b""))
            yield


def by_time(parts: Iterable[Part], path: str) -> Iterator[None]:
    """All installations mixed, in the order in which things happened in truth. A day at a time is in memory."""
    with tempfile.TemporaryDirectory(dir=None if path == "-" else Path(path).parent, prefix=".fleet-") as folder:
        spools = set()
        for _, days in parts:
            for day, lines in days.items():
                spools.add(day)
                with open(Path(folder, str(day)), "ab") as spool:
                    spool.write(lines)
            yield
        with _opened(path) as file:
            for day in sorted(spools):
                unsorted = Path(folder, str(day))
                # Stable: events of one moment stay in their stream's order.
                in_order = sorted(unsorted.read_bytes().splitlines(keepends=True), key=lambda line: line[:15])
                file.writelines(line[16:] for line in in_order)
                unsorted.unlink()


def by_day(parts: Iterable[Part], folder: str, first_day: str, files: int) -> Iterator[None]:
    """`date=YYYY-MM-DD/part-NNN.jsonl.gz`: the true day, an installation's events in files of one number."""
    target = Path(folder)
    if target.exists() and any(target.iterdir()):
        sys.exit(f"fleet: {folder} is not empty. A fleet is written into a new folder: name another, or remove it.")
    first = date.fromisoformat(first_day)
    for place, (_, days) in enumerate(parts):
        for day, packed in days.items():
            path = target / f"date={first + timedelta(days=day)}" / f"part-{place % files:03d}.jsonl.gz"
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "ab") as file:  # gzip allows one packed text after the other
                file.write(packed)
        yield


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """A file that appears when it is whole, or standard output."""
    if path == "-":
        yield sys.stdout.buffer
        return
    unfinished = Path(f"{path}.unfinished")
    try:
        with open(unfinished, "wb", buffering=1 << 20) as file:
            yield file
        shutil.move(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
