"""The places that logs are read from, as far as this machine can see them. Nothing of Spark is needed here."""

import glob
from pathlib import Path

# Up to this size a job ends before Java's optimizing compiler and parallel collector pay: without them ten thousand
# events take 72 s of CPU in place of 121.
_SMALL = 16 << 20
_PACKED = (".gz", ".zst")
_PLAIN = (".jsonl", ".ndjson", ".json")


def is_remote(place: str) -> bool:
    return "://" in place


def found(place: str) -> list[Path]:
    """The files of a folder or pattern, as Spark would find them."""
    return [
        file
        for name in glob.glob(place)
        for file in ([Path(name)] if Path(name).is_file() else Path(name).rglob("*"))
        if file.is_file() and not _is_hidden(file.name)
    ]


def _is_hidden(name: str) -> bool:
    """True for names that Spark passes over; `_a=b` may be the value of a column."""
    return name.startswith(".") or (name.startswith("_") and "=" not in name)


def are_small(master: str, places: list[str]) -> bool:
    """True if the driver alone works, and on little."""
    if master.partition("[")[0] != "local" or any(is_remote(place) for place in places):
        return False
    return sum(file.stat().st_size for place in places for file in found(place)) <= _SMALL


def readable(master: str, places: list[str]) -> list[Path] | None:
    """The files of small logs, where they are certainly the files that Spark reads, and are packed as is known here.

    A pattern may mean more to Spark than to Python, so it has none.
    """
    if any(glob.has_magic(place) or "{" in place for place in places) or not are_small(master, places):
        return None
    files = [file for place in places for file in found(place)]
    return files if files and all(file.suffix in _PACKED + _PLAIN for file in files) else None
