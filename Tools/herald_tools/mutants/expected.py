"""The logs that judge the mutants, and what must follow from each: the corpus, and the second implementation.

The lines of the unchanged engine are held against them once. A mutant is then compared with these lines byte for byte.
"""

import hashlib
import importlib.util
import json
from collections.abc import Iterable, Iterator
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
    path.with_suffix(".expect").write_text(_text(replay(events, documents)))


def disagreements(logs: list[Log], outcomes: Path) -> Iterator[str]:
    """Where the unchanged engine says something else than what must follow.

    An expectation of the corpus may leave members out, and a mutant is compared with whole lines: so the second
    implementation has to agree with all of them.
    """
    kit = _kit()
    for number, log in enumerate(logs):
        given = (outcomes / f"{number}.jsonl").read_text(encoding="utf-8")
        expected = log.expected.read_text(encoding="utf-8")
        if log.judge == SECOND:
            found = _compared(expected, given)
        else:
            found = kit.compared(expected, given) or second_opinion(log, given)
        for difference in found[:1]:
            yield f"{log.name}: {difference}"


def second_opinion(log: Log, given: str) -> list[str]:
    """In what the second implementation differs about a case."""
    try:
        events, documents = read_log(log.path.read_bytes(), partial="p" in log.ways, skip_invalid="s" in log.ways)
    except BadLine as error:
        return [] if given.startswith('{"refused":') else [f"the second implementation refuses it: {error}"]
    return _compared(_text(replay(events, documents)), given)


def _text(streams: Iterable[Iterable[JSONObject]]) -> str:
    return "".join(json.dumps(line) + "\n" for lines in streams for line in lines)


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


def _kit() -> ModuleType:
    """The script that compares in the conformance kit, which is a file of its own."""
    found = importlib.util.spec_from_file_location("herald_kit_compare", TOOLS / "kit" / "compare.py")
    assert found and found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module
