"""Calls the core's library in Python, C and Java, and holds it against `herald replay`: all of `Events/`, and a fleet.

Then it hands over bytes that no app would.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from herald_tools.cabi import programs
from herald_tools.cabi.core import Core, Library
from herald_tools.cabi.judged import Tally, disagreements, lines_of
from herald_tools.paths import DEBUG_HERALD, ROOT, TOOLS, command

_FUNCTIONS = {"herald_core_new", "herald_core_apply", "herald_core_state", "herald_core_free"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", default=str(DEBUG_HERALD))
    parser.add_argument("--library", type=Path, default=DEBUG_HERALD.parent / "libHeraldC.so")
    parser.add_argument("--installations", type=int, default=40, help="the size of the fleet")
    parser.add_argument("--seconds", type=float, default=10, help="how long strange bytes are handed over")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="herald-cabi-") as folder:
        failures = [*failed(options, Path(folder))]
    print("\n".join(failures) or "The core's library answers as `herald replay` does.")
    return 1 if failures else 0


def failed(options: argparse.Namespace, folder: Path) -> Iterator[str]:
    """What is wrong, step by step."""
    yield from foreign_symbols(options.library)
    logs = [*sorted((ROOT / "Events").rglob("log.jsonl")), *fleets(folder, options.installations)]
    library, tally = Library(options.library), Tally()
    for log in logs:
        for difference in disagreements(options.herald, library, log.read_bytes(), tally):
            yield f"{log}: {difference}"
    print(f"Python: {tally}")
    known = dict(answered(library, logs, folder))
    for name, make in (("C", programs.c_program), ("Java", programs.java_program)):
        yield from other_answers(name, make(options.library, folder), known)
    hostile = [sys.executable, "-m", "herald_tools.cabi.hostile", str(options.library), str(options.seconds), "1"]
    done = subprocess.run([*hostile, *map(str, logs)], cwd=TOOLS, capture_output=True, text=True)
    print(f"Strange bytes: {done.stdout.strip()}")
    if done.returncode:
        yield f"strange bytes: status {done.returncode}: {done.stdout}{done.stderr}"


def foreign_symbols(library: Path) -> Iterator[str]:
    """What the library exports beside its functions, and what it loads that a device need not have."""
    listed = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    exported = {line.split()[-1] for line in listed.splitlines()}
    if exported != _FUNCTIONS:
        yield f"it exports {', '.join(sorted(exported ^ _FUNCTIONS)[:9])} or lacks it"
    loaded = subprocess.run(["ldd", library], capture_output=True, text=True, check=True).stdout
    yield from (f"it loads {line.split()[0]}" for line in loaded.splitlines() if "swift" in line or "oundation" in line)


def fleets(folder: Path, installations: int) -> Iterator[Path]:
    """The log of a fleet, and one with bad lines between the good ones."""
    for name, more in (("fleet", []), ("fleet-with-faults", ["--faults", "0.002"])):
        log = folder / f"{name}.jsonl"
        made = [*command("fleet/generate"), "--seed", "7", "--installations", str(installations), "--order", "time"]
        subprocess.run([*made, *more, "--quiet", "-o", str(log)], check=True)
        yield log


def answered(library: Library, logs: list[Path], folder: Path) -> Iterator[tuple[Path, tuple[list[str], list[bytes]]]]:
    """Of each log a copy with a last line that marks its end, its installations and what programs have to print."""
    for number, log in enumerate(logs):
        lines = lines_of(log.read_bytes())
        sources = sorted(filter(_is_on_a_line, {source for line in lines if (source := _source(line))}))
        copy = folder / f"log-{number}.jsonl"
        copy.write_bytes(b"".join(line + b"\n" for line in [*lines, programs.END]))
        yield copy, (sources, [*_in_order(library, lines, sources)])


def _in_order(library: Library, lines: list[bytes], sources: list[str]) -> Iterator[bytes]:
    with Core(library) as core:
        for line in lines:
            status, text = core.apply(line)
            if text is not None:
                yield f"{status}".encode() + text
        for source in sources:
            if (state := core.state(source.encode())) is not None:
                yield b"=" + state


def _source(line: bytes) -> str | None:
    try:
        source = json.loads(line)["source"]
    except (ValueError, KeyError, TypeError, IndexError):
        return None
    return source if isinstance(source, str) else None


def _is_on_a_line(source: str) -> bool:
    return source.isprintable()


def other_answers(name: str, program: list[str], known: dict[Path, tuple[list[str], list[bytes]]]) -> Iterator[str]:
    """Where a program prints another answer than Python was given, which was held against `replay`."""
    answers = 0
    for log, lines in programs.printed(program, {log: sources for log, (sources, _) in known.items()}):
        answers += len(lines)
        if lines != known[log][1]:
            yield f"{name}: {log} is answered otherwise"
    print(f"{name}: {answers} answers")
