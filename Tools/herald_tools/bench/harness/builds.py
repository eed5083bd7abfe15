"""Builds of the program that is measured, and of the programs that measure it."""

import hashlib
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from herald_tools.bench.harness.paths import BENCH, PEERS, PROGRAMS
from herald_tools.bench.harness.report import Missing, say
from herald_tools.environment import Unavailable, python_with
from herald_tools.paths import ROOT


def digest(*folders: Path) -> str:
    """Of all files in some folders: changes when any of them does."""
    hash = hashlib.sha256()
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            hash.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return hash.hexdigest()


def compiler() -> str:
    found = shutil.which("gcc") or shutil.which("cc")
    if not found:
        raise Missing("No C compiler was found: install one (`apt-get install gcc`).")
    return found


def compile_c(name: str, sources: list[Path], libraries: tuple = ()) -> Path:
    """Compiles a C program into the data folder."""
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    program = PROGRAMS / name
    command = [compiler(), "-O2", "-o", str(program), *map(str, sources), *(f"-l{library}" for library in libraries)]
    result = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        hint = " Install its headers (`apt-get install libsqlite3-dev`)." if "sqlite3" in result.stderr else ""
        raise Missing(f"`{name}` could not be compiled: {result.stderr.splitlines()[0]}.{hint}")
    return program


@cache
def peer(name: str) -> Path:
    """A peer written in C against SQLite."""
    return compile_c(name, [BENCH / "c" / f"{name}.c"], ("sqlite3",))


@cache
def measure() -> Path:
    """The program that measures the cost of a command."""
    return compile_c("measure", [BENCH / "c" / "measure.c"])


@cache
def generator() -> Path:
    """The program that writes logs."""
    return compile_c("generate", sorted((BENCH / "data").glob("*.c")))


def swift_build(package: Path, product: str, *options: str, folder: str = ".build") -> Path:
    if not shutil.which("swift"):
        raise Missing("No Swift was found: install a toolchain from swift.org.")
    command = [
        "swift",
        "build",
        "-c",
        "release",
        "--product",
        product,
        "--scratch-path",
        str(package / folder),
        *options,
    ]
    say(f"building {product} ({folder}) …")
    # Swift's package manager notices a dependency's new files only when the manifests look new.
    for manifest in (ROOT / "Package.swift", package / "Package.swift"):
        manifest.touch()
    result = subprocess.run(command, cwd=package, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        print(result.stdout[-4000:], file=sys.stderr)
        raise Missing(f"`{product}` could not be built, see above.")
    return package / folder / "release" / product


@cache
def herald() -> Path:
    """The binary that is measured; built as a part of this package, so that both share what is compiled."""
    return swift_build(BENCH, "herald")


@cache
def herald_bench() -> Path:
    return swift_build(BENCH, "herald-bench")


@cache
def python() -> Path:
    """A Python that has the peers that are Python packages."""
    try:
        return python_with(PEERS)
    except Unavailable as error:
        raise Missing(f"{error} {error.why}: {error.fix}.") from error
