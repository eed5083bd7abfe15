"""Asks logs through `herald_log` and through the program, in the Python that runs it: both must say the same.

It is started by its path, so that it finds the installed package and nothing of this repository.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import herald_log
from herald_log._program import program

_LIBRARIES = ("pyarrow", "polars", "duckdb", "pandas", "numpy")
failures: list[str] = []


def expect(holds: bool, what: str) -> None:
    """Notes what does not hold."""
    if not holds:
        failures.append(what)


def printed(*arguments: str) -> list[Any]:
    """The lines of JSON that the program prints."""
    done = subprocess.run([program(), *arguments, "--format", "json"], capture_output=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def refused(ask: Callable[[], object], code: str, where: str | None) -> None:
    """Expects an error with a code and a place, and words in all other parts."""
    try:
        ask()
    except herald_log.HeraldError as error:
        parts = (error.code, error.where, bool(error.what), bool(error.why), bool(error.fix))
        expect(parts == (code, where, True, True, True), f"an error is {error!r}, and should be {code} at {where}")
        return
    failures.append(f"{code} at {where} was not refused")


def ask(log: str) -> None:
    """Compares the answers about a log."""
    first = next(iter(herald_log.decisions(log)), None)
    expect(list(herald_log.decisions(log)) == printed("replay", log, "--decisions"), f"the decisions of {log} differ")
    for condition in ("revision > 0", "revision > 1000000", "decision.reason == shown"):
        found = herald_log.find(log, where=condition)
        wanted = printed("find", log, "--where", condition)[:-1]
        expect(list(found) == wanted == list(found), f"what is found in {log} by {condition} differs")
    if first:
        source, revision = first["source"], first["revision"]
        wanted = printed("why", log, "--source", source, "--revision", str(revision))
        expect([herald_log.why(log, source=source, revision=revision)] == wanted, f"why in {log} differs")


def ask_odd_names(log: str) -> None:
    """A log is a log whatever its name, and a path of any kind is one."""
    wanted = herald_log.why(log)
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name in ("-", "--", "-x.jsonl", "--format", "a b", "a\nb", "'ä'.jsonl"):
                Path(name).write_bytes(Path(log).read_bytes())
                expect(herald_log.why(name) == wanted, f"a log with the name {name!r} has another answer")
                expect(len(list(herald_log.decisions(Path(name)))) > 0, f"a log with the name {name!r} has no decision")
        finally:
            os.chdir(before)


def ask_at_once(log: str) -> None:
    """Two iterations of one answer do not disturb each other."""
    answers = herald_log.decisions(log)
    one, two = iter(answers), iter(answers)
    pairs = [(next(one), next(two)), (next(one), next(two))]
    expect(all(a == b for a, b in pairs) and pairs[0] != pairs[1], "two iterations of one answer differ")


def ask_wrongly(log: str) -> None:
    refused(lambda: herald_log.why("/nowhere/log.jsonl"), "cannotOpen", "/nowhere/log.jsonl")
    refused(lambda: herald_log.find("/nowhere/log.jsonl", where="revision > 0"), "cannotOpen", "/nowhere/log.jsonl")
    refused(lambda: herald_log.decisions("/nowhere/log.jsonl"), "cannotOpen", "/nowhere/log.jsonl")
    refused(lambda: herald_log.find(log, where="-"), "usage", "--where")
    refused(lambda: herald_log.find(log, where=""), "usage", "--where")
    refused(lambda: herald_log.why(log, source="-nobody"), "noInstallation", log)
    refused(lambda: herald_log.why(log, revision=1_000_000), "noDecision", log)
    refused(lambda: herald_log.why(log, revision=-1), "usage", None)


def ask_without_libraries(log: str) -> None:
    """The error of a table names the libraries, any of which suffices."""
    try:
        herald_log.table(log, "prompts")
    except ImportError as error:
        expect(all(name in str(error) for name in _LIBRARIES[:3]), f"the error names no library: {error}")
        return
    failures.append("a table was made without a library")


def main() -> int:
    loaded = [name for name in _LIBRARIES if name in sys.modules]
    expect(not loaded, f"importing herald_log imported {loaded}")
    logs = sys.argv[1:]
    for log in logs:
        ask(log)
    ask_odd_names(logs[0])
    ask_at_once(logs[0])
    ask_wrongly(logs[0])
    ask_without_libraries(logs[0])
    print("\n".join(failures) or f"The package says of {len(logs)} logs what the program says.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
