"""Writes the conformance kit: the cases of `Events/`, what must follow from them, and a script that compares.

With `--check` nothing is left behind: the script is held against two implementations, the core's library and the one in
Python, and against answers with a fault in them, which it must find.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from herald_tools.cabi.core import Core, Library
from herald_tools.cabi.judged import answers_of, lines_of
from herald_tools.contract.replay import replay
from herald_tools.contract.wire import BadLine, read_log
from herald_tools.paths import DEBUG_HERALD, ROOT, TOOLS

Answer = Callable[[bytes, dict[str, object]], Iterator[bytes]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", default=Path("conformance-kit"))
    parser.add_argument("--check", action="store_true", help="hold the kit against implementations")
    parser.add_argument("--library", type=Path, default=DEBUG_HERALD.parent / "libHeraldC.so")
    options = parser.parse_args()
    if options.check:
        with tempfile.TemporaryDirectory(prefix="herald-kit-") as folder:
            return check(Path(folder), Library(options.library))
    if options.output.exists() and any(options.output.iterdir()):
        parser.error(f"{options.output} has files already: name a new folder")
    print(f"{make(options.output)} cases in {options.output}")
    return 0


def make(folder: Path) -> int:
    """Writes the kit; returns the number of cases."""
    shutil.copytree(TOOLS / "kit", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "LICENSE", folder)
    cases = [path.parent for path in sorted((ROOT / "Events").rglob("expect.jsonl"))]
    for case in cases:
        shutil.copytree(case, folder / "cases" / case.relative_to(ROOT / "Events"))
    return len(cases)


def check(folder: Path, library: Library) -> int:
    """Compares the answers of two implementations; then the first one's again, one of them with a fault."""
    kit = folder / "kit"
    make(kit)
    core, contract = folder / "core", folder / "contract"
    write(kit, core, lambda log, case: by_library(library, log))
    write(kit, contract, by_contract)
    failed = 0
    for name, answers, more in (("the library", core, ["--without", "partial,skipInvalid"]), ("Python", contract, [])):
        print(f"{name}: ", end="", flush=True)
        failed += compare(kit, answers, more) != 0
    doctor(contract)
    if compare(kit, contract, [], silent=True) == 0:
        failed += 1
        print("An answer with a fault in it is not noticed.")
    return 1 if failed else 0


def write(kit: Path, folder: Path, answer: Answer) -> None:
    """Writes the answers to all cases."""
    for path in (kit / "cases").rglob("case.json"):
        file = folder / f"{path.parent.relative_to(kit / 'cases')}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = answer((path.parent / "log.jsonl").read_bytes(), json.loads(path.read_text()))
        file.write_bytes(b"".join(line + b"\n" for line in lines))


def by_library(library: Library, log: bytes) -> Iterator[bytes]:
    """What the core's library says, in the lines of the kit."""
    lines = lines_of(log)
    with Core(library) as core:
        answers = answers_of(core, lines)
        if answers.refused:
            number, _, error = answers.refused[0]
            code = json.loads(error)["code"] if any(answers.taken) else "noEvents"
            yield json.dumps({"refused": code, "line": number + 1}).encode()
            return
        yield from answers.decisions
        for source in dict.fromkeys(json.loads(line)["source"] for line in lines if line.strip()):
            if (state := core.state(source.encode())) is not None:
                yield state


def by_contract(log: bytes, case: dict[str, object]) -> Iterator[bytes]:
    """What the implementation in Python says. It has codes of its own."""
    try:
        events, documents = read_log(log, bool(case.get("partial")), bool(case.get("skipInvalid")))
    except BadLine as error:
        yield json.dumps({"refused": True, "line": int(str(error).split(":")[0])}).encode()
        return
    for lines in replay(events, documents):
        for line in lines:
            yield json.dumps(line).encode()


def doctor(answers: Path) -> None:
    """Changes the reason of one decision."""
    for file in sorted(answers.rglob("*.jsonl")):
        text = file.read_text()
        if '"reason": "shown"' in text:
            file.write_text(text.replace('"reason": "shown"', '"reason": "noRule"', 1))
            return


def compare(kit: Path, answers: Path, more: list[str], silent: bool = False) -> int:
    command = [sys.executable, str(kit / "compare.py"), str(answers), *more]
    return subprocess.run(command, stdout=subprocess.DEVNULL if silent else None).returncode
