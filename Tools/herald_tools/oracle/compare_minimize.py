"""Makes random logs small with the program, and judges the small logs by brute force and by another implementation."""

import argparse
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, repeat
from pathlib import Path

from herald_tools.contract.events import Event
from herald_tools.contract.minimal import Told, differences, tell
from herald_tools.contract.wire import BadLine, read_log
from herald_tools.json_types import Documents
from herald_tools.oracle.compare import report_differences, seed_range
from herald_tools.random_logs.logs import LogMaker

_MOST_FOR_BRUTE_FORCE = 12


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", required=True, help="the program")
    parser.add_argument("--seeds", required=True, type=seed_range, metavar="A..B")
    parser.add_argument("--events", type=int, default=_MOST_FOR_BRUTE_FORCE)
    parser.add_argument("--keep", type=Path, default=Path("failed-logs"), metavar="DIR", help="for logs that differ")
    arguments = parser.parse_args()
    first, last = arguments.seeds
    failed = compared = 0
    with ProcessPoolExecutor() as workers:
        for is_right, logs in workers.map(examine, range(first, last + 1), repeat(arguments)):
            failed += not is_right
            compared += logs
    print(f"{compared} small logs judged; {last - first + 1 - failed} passed, {failed} failed")
    return 1 if failed or not compared else 0


def examine(seed: int, arguments: argparse.Namespace) -> tuple[bool, int]:
    """True where all is right with what is made of a seed's log; and the number of small logs that were judged."""
    log = LogMaker(seed, 1).make(arguments.events)
    try:
        events, documents = read_log(log)
    except BadLine:
        return True, 0  # a torn last line: `compare` judges what is refused
    found: list[str] = []
    judged = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        path.write_bytes(log)
        for event in _asked(events, seed):
            judge = Judge(arguments.herald, path, events, documents, event)
            found += [f"revision {event.revision}: {text}" for text in judge.differences()]
            judged += judge.is_judged
    name = f"minimize {seed}"
    return report_differences(name, found, log, arguments.keep / f"minimize-{seed}.jsonl"), judged


def _asked(events: list[Event], seed: int) -> list[Event]:
    """The last event, and some others."""
    return [event for place, event in enumerate(events) if place == len(events) - 1 or (place + seed) % 4 == 0]


class Judge:
    """The question about one event, and the small log that answers it."""

    def __init__(self, herald: str, path: Path, events: list[Event], documents: Documents, asked: Event) -> None:
        self.herald, self.path, self.asked, self.documents = herald, path, asked, documents
        self.events = [event for event in events if event.revision <= asked.revision]
        decided = tell(self.events, documents, "").behind[asked.id]
        self.decided = decided or ""
        self.whole: Told = tell(self.events, documents, self.decided)
        self.is_judged = bool(decided)

    def differences(self) -> list[str]:
        """What is wrong with the small log."""
        status, text, errors = self._run(self.path, self.asked.revision)
        if not self.is_judged:
            return [] if status == 3 and "noDecision" in errors else [f"status {status} without a decision: {errors}"]
        if status:
            return [f"status {status}: {errors}"]
        try:
            small, documents = read_log(text.encode("utf-8"))
        except BadLine as error:
            return [f"the small log is refused: {error}"]
        found = differences(tell(small, documents, self.decided), self.whole, self.asked.id)
        found += self._facts(small) + self._single(small, documents) + self._again(text, small)
        return found + (self._least(len(small)) if len(self.events) <= _MOST_FOR_BRUTE_FORCE else [])

    def _run(self, path: Path, revision: int) -> tuple[int, str, str]:
        command = [self.herald, "minimize", str(path), "--revision", str(revision), "--format", "json"]
        done = subprocess.run(command, capture_output=True, check=False)
        return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")[:500]

    def _facts(self, small: list[Event]) -> list[str]:
        """Events that are not as they were, or not in their order."""
        known = {event.id: event for event in self.events}
        order = [known[event.id].revision for event in small if event.id in known]
        found = [] if len(order) == len(small) and order == sorted(order) else ["other events, or another order"]
        for event in small:
            was = known.get(event.id)
            if was and (event.time != was.time or event.type != was.type):
                found.append(f"{event.id} is another event")
            if was and event.is_known and event.type == "app.launched":
                more = event.data["properties"].items() - was.data["properties"].items()
                found += [f"{event.id} has another property {name}" for name, _ in more]
        return found

    def _single(self, small: list[Event], documents: Documents) -> list[str]:
        """Events of the small log that could go alone."""
        whole = tell(small, documents, self.decided)
        return [
            f"{event.id} could go alone"
            for event in small
            if event.id not in (self.asked.id, self.decided)
            and self._is_so([other for other in small if other is not event], documents, whole)
        ]

    def _is_so(self, events: list[Event], documents: Documents, properties_of: Told) -> bool:
        told = tell(events, documents, self.decided)
        return told.properties == properties_of.properties and not differences(told, self.whole, self.asked.id)

    def _again(self, text: str, small: list[Event]) -> list[str]:
        """Whether the small log made small is itself."""
        revision = next(place for place, event in enumerate(small, 1) if event.id == self.asked.id)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "small.jsonl"
            path.write_bytes(text.encode("utf-8"))
            status, again, errors = self._run(path, revision)
        return [] if again == text else [f"made small again it is another log (status {status}): {errors}"]

    def _least(self, size: int) -> list[str]:
        """Whether the fewest events that could stay, of all subsets, are far fewer."""
        for count, events in self._subsets():
            if count * 2 >= size or count + 3 >= size:
                return []
            if self._is_so(events, self.documents, self.whole):
                return [f"{size} events stay, and {count} are enough: {[event.id for event in events]}"]
        return []

    def _subsets(self) -> Iterator[tuple[int, list[Event]]]:
        """The subsets with the events that stay in any case, the smallest first."""
        stays = {self.asked.id, self.decided}
        free = [event for event in self.events if event.id not in stays]
        for count in range(len(free) + 1):
            for chosen in combinations(free, count):
                names = stays | {event.id for event in chosen}
                yield count + len(stays), [event for event in self.events if event.id in names]
