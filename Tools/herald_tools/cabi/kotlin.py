"""Compiles the file in Kotlin with the compiler that a package of Python's index brings, and compares its decisions."""

import argparse
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from herald_tools.cabi import programs
from herald_tools.cabi.core import Core, Library
from herald_tools.cabi.judged import answers_of, lines_of
from herald_tools.paths import DEBUG_HERALD, ROOT

_LOGS = ("history", "update")
# It has the compiler among its files. What it depends on is not needed here.
_PACKAGE = "kotlin-jupyter-kernel==0.19.0.944"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=DEBUG_HERALD.parent / "libHeraldC.so")
    options = parser.parse_args()
    library = Library(options.library)
    logs = [next(iter(sorted((ROOT / "Events" / group).rglob("log.jsonl")))) for group in _LOGS]
    with tempfile.TemporaryDirectory(prefix="herald-kotlin-") as folder:
        program = programs.kotlin_program(options.library, jars(Path(folder)), Path(folder))
        different = [log for log in logs if _printed(program, log) != _decided(library, log)]
    print(f"Kotlin: {len(logs)} logs, {len(different)} answered otherwise")
    return 1 if different else 0


def jars(folder: Path) -> Path:
    """Downloads the package, 80 MB, and unpacks it; returns the folder with its jars."""
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, _PACKAGE], check=True)
    zipfile.ZipFile(next(folder.glob("*.whl"))).extractall(folder)
    return folder / "run_kotlin_kernel" / "jars"


def _printed(program: list[str], log: Path) -> list[bytes]:
    return subprocess.run([*program, str(log)], stdout=subprocess.PIPE, check=True).stdout.splitlines()


def _decided(library: Library, log: Path) -> list[bytes]:
    with Core(library) as core:
        return answers_of(core, lines_of(log.read_bytes())).decisions
