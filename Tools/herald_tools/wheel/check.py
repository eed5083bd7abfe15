"""Checks the wheel that `Tools/release` made: its files, and what it does in fresh environments of Python.

It is installed with pip, without an index, where nothing else is; the program and the package are asked, and say the
same. The tables are read with pyarrow, with Polars and with DuckDB, each where the others are not. With --herald
another program takes the place of the wheel's, and the package alone is checked.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

from herald_tools.environment import Unavailable, python_with
from herald_tools.paths import REQUIREMENTS, ROOT, TOOLS
from herald_tools.release import build, version, wheel
from herald_tools.wheel import contents

HERE = TOOLS / "herald_tools" / "wheel"
PAGE = ROOT / "Sources" / "HeraldQuestions" / "HeraldQuestions.docc" / "InPython.md"
LOGS = (
    "attention/a-budget-filled-by-a-force",
    "clock/set-back-two-days",
    "session/prompt-already-visible",
    "message/language-falls-back",
)
SLOWEST_START = 0.020  # seconds
_STARTS = 41


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", nargs="?", type=Path, help="the wheel (the one in dist)")
    parser.add_argument("--herald", type=Path, help="a program to check the package with, without a wheel")
    parser.add_argument("--idle", action="store_true", help="nothing else runs: the time of a start is checked too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        try:
            failures = list(faults(options, Path(name)))
        except Unavailable as error:
            error.report()
            return 1
    print("\n".join(failures) or "The wheel is as it must be.")
    return 1 if failures else 0


def faults(options: argparse.Namespace, folder: Path) -> Iterator[str]:
    """Sentences about what is wrong."""
    logs = [str(ROOT / "Events" / name / "log.jsonl") for name in LOGS]
    target = folder / "target"
    if options.herald:
        put(options.herald, target)
        yield from ran([sys.executable, str(HERE / "asked.py"), *logs], target)
    else:
        made = chosen(options.wheel)
        if not zipfile.is_zipfile(made):
            yield f"{made} is not an archive, so nothing in it was checked."
            return
        yield from contents.faults(made)
        yield from repacked_faults(made, folder)
        yield from ran([str(python_with(REQUIREMENTS / "wheel.txt")), "-m", "twine", "check", "--strict", str(made)])
        yield from installed_faults(made, folder, logs, options.idle)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        yield from ran([*pip, "install", "--no-index", "--target", str(target), str(made)])
    for library, requirements in (("pyarrow", "parquet"), ("polars", "polars"), ("duckdb", "duckdb")):
        python = python_with(REQUIREMENTS / f"{requirements}.txt")
        yield from ran([str(python), str(HERE / "tables.py"), library, *logs], target)


def chosen(named: Path | None) -> Path:
    """The wheel that is named, or else the one in `dist`. Raises `Unavailable` where that is not one."""
    folder = ROOT / "dist"
    if named and not named.is_file():
        why, fix = "no such file", "correct its name, or run Tools/release, which makes one"
        raise Unavailable("noWheel", "There is no wheel, so nothing was checked.", named, why, fix)
    wheels = [named] if named else sorted(folder.glob("herald_log-*.whl"))
    if len(wheels) > 1:
        names = ", ".join(path.name for path in wheels)
        fix = "name the one to check, or run Tools/release, which removes older ones"
        raise Unavailable("severalWheels", f"There are {len(wheels)} wheels.", folder, f"it has {names}", fix)
    if wheels:
        return wheels[0].resolve()
    why, fix = "it was not made", "run Tools/release"
    if build.machine() not in wheel.MACHINES:
        why = f"none is made for {build.machine()}, only for {', '.join(wheel.MACHINES)}"
        fix = "check it on such a machine; `--herald PROGRAM` checks the package here, without a wheel"
    raise Unavailable("noWheel", "There is no wheel, so nothing was checked.", folder, why, fix)


def put(herald: Path, target: Path) -> None:
    """Lays package and program where `pip install --target` lays them."""
    (target / "bin").mkdir(parents=True)
    shutil.copytree(TOOLS / "herald_log", target / "herald_log", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(herald, target / "bin" / "herald")


def ran(command: list[str], packages: Path | None = None) -> Iterator[str]:
    """Runs a command, which prints what it found; a sentence where it failed."""
    environment = os.environ | ({"PYTHONPATH": str(packages)} if packages else {})
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        yield f"{' '.join(command)[:200]} ended with status {done.returncode}:\n{done.stdout}"
    else:
        print(done.stdout.rstrip())


def repacked_faults(made: Path, folder: Path) -> Iterator[str]:
    """Packing the same files again gives the same bytes, where this folder's release made the wheel."""
    number = version.program_version()
    name = f"herald-{number}-{build.machine()}"
    filled, bill = build.BUILD / "files" / name, made.parent / f"{name}.cdx.json"
    if not filled.is_dir() or not bill.is_file():
        print(f"It is not packed a second time: {bill if filled.is_dir() else filled} is not there.")
        return
    again = wheel.pack(filled, bill, folder, number, version.commit_time())
    if again.read_bytes() != made.read_bytes():
        yield "packed a second time it has other bytes"
    else:
        print("Packed a second time it has the same bytes.")


def installed_faults(made: Path, folder: Path, logs: list[str], idle: bool) -> Iterator[str]:
    """What is wrong with the wheel in an environment of its own."""
    began = time.monotonic()
    environment = folder / "environment"
    yield from ran([sys.executable, "-m", "venv", str(environment)])
    programs = environment / "bin"
    pip = [str(programs / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    yield from ran([*pip, "install", "--no-index", str(made)])
    herald = str(programs / "herald")
    yield from ran([herald, "why", logs[0], "--level", "sentence"])
    took, size = time.monotonic() - began, made.stat().st_size / 1e6
    print(f"From nothing to the first why: {took:.1f} s with a new environment, {size:.1f} MB.")
    yield from ran([str(programs / "python"), str(HERE / "asked.py"), *logs])
    yield from ran([str(programs / "python"), "-m", "herald_log", "--version"])
    for place in ("man/man1/herald.1.gz", "bash-completion/completions/herald"):
        if not (environment / "share" / place).is_file():
            yield f"share/{place} was not installed"
    yield from parquet_faults(herald, folder, logs[0])
    yield from type_faults(programs / "python", folder)
    yield from page_faults(programs / "python", folder, Path(logs[0]))
    best = min(start(herald) for _ in range(_STARTS))
    print(f"The program starts in {best * 1000:.1f} ms, the best of {_STARTS} times.")
    if idle and best > SLOWEST_START:
        yield f"it takes longer than {SLOWEST_START * 1000:.0f} ms to start"


def parquet_faults(herald: str, folder: Path, log: str) -> Iterator[str]:
    """Without pyarrow the program names the extra that brings it, and leaves nothing."""
    target = folder / "parquet"
    command = [herald, "export", log, "--table", "all", "--as", "parquet", "-o", str(target)]
    alone = {name: value for name, value in os.environ.items() if name not in ("HERALD_PARQUET", "PYTHONPATH")}
    done = subprocess.run(command, env=alone, capture_output=True, text=True)
    if done.returncode == 0 or "pip install 'herald-log[parquet]'" not in done.stderr:
        yield f"without pyarrow --as parquet ends with {done.returncode} and says: {done.stderr}"
    if any(target.glob("*.parquet")):
        yield "without pyarrow --as parquet leaves a file"


_TYPED = """
from pathlib import Path
from typing import Any

import herald_log

decision: dict[str, Any] = herald_log.why(Path("a"), source="b", revision=3)
sources: list[str] = [found["source"] for found in herald_log.find("a", where="revision > 0")]
for one in herald_log.decisions("a"):
    reason: str = one["reason"]
stream: object = herald_log.table("a", "prompts").__arrow_c_stream__()
try:
    herald_log.why("a")
except herald_log.HeraldError as error:
    place: str | None = error.where
    words: list[str] = [error.code, error.what, error.why, error.fix]
"""


def type_faults(python: Path, folder: Path) -> Iterator[str]:
    """The package, and a file that uses it, have the types that mypy asks for."""
    (folder / "typed.py").write_text(_TYPED)
    mypy = [str(python_with(REQUIREMENTS / "checks.txt")), "-m", "mypy", "--strict", "--config-file=", "--cache-dir"]
    mypy += [str(folder / "mypy"), "--python-executable", str(python)]
    yield from ran([*mypy, str(folder / "typed.py")])
    yield from ran([*mypy, "-p", "herald_log"])


def page_faults(python: Path, folder: Path, log: Path) -> Iterator[str]:
    """The page's first code, which needs no library, runs as it stands beside a log of its name."""
    beside = folder / "page"
    beside.mkdir()
    shutil.copy2(log, beside / "phone.jsonl")
    code = PAGE.read_text().split("```python\n")[1].split("```")[0]
    done = subprocess.run([str(python), "-c", code], cwd=beside, capture_output=True, text=True)
    if done.returncode:
        yield f"the code of {PAGE.name} fails: {done.stderr}"


def start(herald: str) -> float:
    """The seconds of one start."""
    began = time.perf_counter()
    subprocess.run([herald, "--version"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began
