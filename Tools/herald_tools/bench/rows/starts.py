"""Row 10: how long `herald --version` takes, against a Swift program that does nothing."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.builds import swift_build
from herald_tools.bench.harness.paths import BENCH, PROGRAMS
from herald_tools.bench.harness.report import Missing, Row, Skipped
from herald_tools.bench.harness.timing import compared, costs, in_turns
from herald_tools.paths import ROOT


def empty_program() -> Path:
    program = PROGRAMS / "empty"
    if not shutil.which("swiftc"):
        raise Missing("No `swiftc` was found: install a toolchain from swift.org.")
    source = BENCH / "empty.swift"
    result = subprocess.run(
        ["swiftc", "-O", "-static-stdlib", str(source), "-o", str(program)], stderr=subprocess.PIPE, text=True
    )
    if result.returncode:
        raise Missing(f"An empty static Swift program could not be built: {result.stderr.splitlines()[0]}")
    return program


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    empty = empty_program()
    herald = swift_build(ROOT, "herald", "--static-swift-stdlib", folder=".build-static")
    ours, theirs = in_turns(bench.repetitions * 5, lambda: typical([herald, "--version"]), lambda: typical([empty]))
    yield compared("10", "`herald --version`, static", ours, theirs, "≤ 3.5 × an empty program", 3.5, unit=" wall")


def typical(command: list) -> float:
    """The median of many starts."""
    return median(cost.wall for cost in costs(command, runs=20))
