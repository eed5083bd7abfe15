"""The logs that judge the mutants, and what must follow from each: the corpus, and the second implementation.

The lines of the unchanged engine are held against them once. A mutant is then compared with these lines byte for byte.
"""

import hashlib
import importlib.util
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from herald_tools.contract.replay import replay
from herald_tools.contract.wire import BadLine, read_log
from herald_tools.json_types import JSONObject
from herald_tools.oracle.compare import by_source, compare_lines, with_gaps
from herald_tools.oracle.generate import generate
from herald_tools.paths import ROOT, TOOLS
from herald_tools.random_logs.dice import Dice

EVENTS = ROOT / "Events"
CORPUS, SECOND = "corpus", "second implementation"
_EVENTS, _STREAMS = 80, 3
# The last seed of each kind that is held against the laws.
_LAWFUL = 15


@dataclass(frozen=True)
class Log:
    """A log, and its expected lines."""

    path: Path
    judge: str
    # The letters with which the program reads it: p for a partial one, s where bad lines are left out, l for the laws.
    ways: str
    expected: Path

    @property
    def name(self) -> str:
        folder = self.path.parent
        return folder.relative_to(EVENTS).as_posix() if self.judge == CORPUS else self.path.stem


def corpus(events: Path = EVENTS) -> list[Log]:
    """The cases of the corpus."""
    logs = []
    for case in sorted(events.rglob("case.json")):
        told, folder = json.loads(case.read_text()), case.parent
        ways = "l" + "p" * bool(told.get("partial")) + "s" * bool(told.get("skipInvalid"))
        # A new case has no expectation yet, and judges nobody.
        if (folder / "expect.jsonl").exists():
            logs.append(Log(folder / "log.jsonl", CORPUS, ways, folder / "expect.jsonl"))
    return logs


def second(folder: Path, seeds: list[tuple[str, int]]) -> list[Log]:
    """Random logs of some kinds and seeds, with the lines of the second implementation; made once."""
    folder.mkdir(parents=True, exist_ok=True)
    mark, wanted = folder / "made", _digest(seeds)
    if not mark.exists() or mark.read_text() != wanted:
        for file in folder.iterdir():
            file.unlink()
        with ProcessPoolExecutor() as workers:
            list(workers.map(_make, [folder] * len(seeds), seeds))
        mark.write_text(wanted)
    found = sorted(folder.glob("*.expect"), key=lambda file: (file.stem.split("-")[0], int(file.stem.split("-")[1])))
    # The laws take longer than all else, and ask most of the first logs already.
    ways = {
        file: "p" * file.stem.startswith("gaps") + "l" * (int(file.stem.split("-")[1]) <= _LAWFUL) for file in found
    }
    return [Log(file.with_suffix(".jsonl"), SECOND, ways[file], file) for file in found]


def _digest(seeds: list[tuple[str, int]]) -> str:
    """What the logs and their lines follow from."""
    digest = hashlib.sha256(json.dumps(seeds).encode())
    for package in ("contract", "random_logs", "oracle"):
        for file in sorted((TOOLS / "herald_tools" / package).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _make(folder: Path, kind_and_seed: tuple[str, int]) -> None:
    kind, seed = kind_and_seed
    log = generate(seed, _EVENTS, _STREAMS, kind == "wild")
    if kind == "gaps":
        log = with_gaps(log, Dice(f"{seed} gaps"))
    try:
        events, documents = read_log(log, partial=kind == "gaps")
    except BadLine:
        # Nothing is folded of a log that must be refused.
        return
    path = folder / f"{kind}-{seed}.jsonl"
    path.write_bytes(log)
    lines = [line for lines in replay(events, documents) for line in lines]
    path.with_suffix(".expect").write_text("".join(json.dumps(line) + "\n" for line in lines))


def disagreements(logs: list[Log], outcomes: Path) -> Iterator[str]:
    """Where the unchanged engine says something else than what must follow."""
    kit = _kit()
    compare: dict[str, Callable[[str, str], list[str]]] = {CORPUS: kit.compared, SECOND: _compared}
    for number, log in enumerate(logs):
        given = (outcomes / f"{number}.jsonl").read_text(encoding="utf-8")
        for difference in compare[log.judge](log.expected.read_text(encoding="utf-8"), given)[:1]:
            yield f"{log.name}: {difference}"


def _compared(expected: str, given: str) -> list[str]:
    wanted, found = _by_kind(expected), _by_kind(given)
    return [
        what
        for is_state in (False, True)
        for what in compare_lines(by_source(wanted[is_state]), by_source(found[is_state]))
    ]


def _by_kind(text: str) -> dict[bool, list[JSONObject]]:
    """The decisions and the states."""
    lines = [json.loads(line) for line in text.split("\n") if line]
    return {is_state: [line for line in lines if ("counts" in line) == is_state] for is_state in (False, True)}


def loose(log: Log, outcome: str) -> bool:
    """True where an expectation says less than the whole outcome, so that not every other byte is a difference."""
    wanted = [json.loads(line) for line in log.expected.read_text(encoding="utf-8").split("\n") if line]
    found = [json.loads(line) for line in outcome.split("\n") if line]
    return sorted(map(_canonical, wanted)) != sorted(map(_canonical, found))


def _canonical(line: JSONObject) -> str:
    return json.dumps(line, sort_keys=True)


def _kit() -> ModuleType:
    """The script that compares in the conformance kit, which is a file of its own."""
    found = importlib.util.spec_from_file_location("herald_kit_compare", TOOLS / "kit" / "compare.py")
    assert found and found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module
