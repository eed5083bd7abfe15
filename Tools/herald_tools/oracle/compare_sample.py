"""Samples random logs with the program, and judges the samples by another implementation."""

import argparse
import json
import subprocess
import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from herald_tools.contract.events import Event
from herald_tools.contract.features import Feature, Life, features, greedy
from herald_tools.contract.wire import BadLine, read_log
from herald_tools.json_types import Documents, JSONObject
from herald_tools.oracle.compare import report_differences, seed_range
from herald_tools.random_logs.logs import LogMaker

_MOST_OF_GREEDY = 1.2
_OPTIONS = ((), ("--minimize",), ("--redact",), ("--most", "2"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", required=True, help="the program")
    parser.add_argument("--seeds", required=True, type=seed_range, metavar="A..B")
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--streams", type=int, default=12)
    parser.add_argument("--keep", type=Path, default=Path("failed-logs"), metavar="DIR", help="for logs that differ")
    arguments = parser.parse_args()
    first, last = arguments.seeds
    failed = compared = 0
    with ProcessPoolExecutor() as workers:
        for is_right, count in workers.map(examine, range(first, last + 1), repeat(arguments)):
            failed += not is_right
            compared += count
    print(f"{compared} features judged; {last - first + 1 - failed} passed, {failed} failed")
    return 1 if failed or not compared else 0


def examine(seed: int, arguments: argparse.Namespace) -> tuple[bool, int]:
    """True where all is right with the samples of a seed's log; and the number of its features."""
    log = LogMaker(seed, arguments.streams).make(arguments.events)
    try:
        events, documents = read_log(log)
    except BadLine:
        return True, 0  # a torn last line: `compare` judges what is refused
    lives = features(events, documents)
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        path.write_bytes(log)
        for number, options in enumerate(_OPTIONS):
            command = [arguments.herald, "sample", str(path), "-o", f"{folder}/{number}", "--format", "json", *options]
            done = subprocess.run(command, capture_output=True, check=False)
            if done.returncode:
                found.append(f"{options}: status {done.returncode}: {done.stderr.decode('utf-8')[:500]}")
                continue
            lines = [json.loads(line) for line in done.stdout.decode("utf-8").split("\n") if line]
            judge = Judge(lives, lines, Path(folder) / str(number), options)
            found += [f"{' '.join(options)}: {text}" for text in judge.differences()]
    is_right = report_differences(f"sample {seed}", found, log, arguments.keep / f"sample-{seed}.jsonl")
    return is_right, len(set().union(*(life.features for life in lives.values())))


class Judge:
    """What a sample and its answer have to be."""

    def __init__(self, lives: dict[str, Life], lines: list[JSONObject], folder: Path, options: tuple[str, ...]) -> None:
        self.lives, self.options = lives, options
        self.all: set[Feature] = set().union(*(life.features for life in lives.values()))
        self.rows = {tuple(line["feature"]): line for line in lines if "feature" in line}
        self.uncovered = {tuple(line["uncovered"]) for line in lines if "uncovered" in line}
        self.summary: JSONObject = lines[-1]["summary"]
        self.logs = {path.parent.name: path.read_bytes() for path in sorted(folder.glob("*/log.jsonl"))}
        self.kept: dict[str, Life] = {}
        self.refused: list[str] = []
        for name, log in self.logs.items():
            self._read(name, log)

    def _read(self, name: str, log: bytes) -> None:
        try:
            events, documents = read_log(log)
        except BadLine as error:
            self.refused.append(f"{name} is refused: {error}")
            return
        own = self._own(events, documents)
        if len(own) == 1:
            self.kept[name] = own[0]
        else:
            self.refused.append(f"{name} has {len(own)} installations")

    @staticmethod
    def _own(events: list[Event], documents: Documents) -> list[Life]:
        return list(features(events, documents).values())

    def differences(self) -> list[str]:
        """What is wrong with the sample or its answer."""
        if self.refused:
            return self.refused
        covered: set[Feature] = set().union(*(life.features for life in self.kept.values()))
        found = self._table()
        # Redacting replaces words that nobody knows; the answer is about the logs before it.
        if "--redact" not in self.options:
            found += self._covered_by()
            if covered - self.all:
                found.append(f"the sample does what nobody does: {sorted(covered - self.all)[:3]}")
        if "--most" in self.options:
            most = int(self.options[1])
            return found if len(self.kept) <= most else [*found, f"{len(self.kept)} logs, and {most} are allowed"]
        return found + self._size() + ([] if "--redact" in self.options else self._missing(covered))

    def _missing(self, covered: set[Feature]) -> list[str]:
        missing = sorted(self.all - covered)
        return [f"no log has {missing[:3]}"] if missing else []

    def _table(self) -> list[str]:
        counts = {feature: sum(feature in life.features for life in self.lives.values()) for feature in self.all}
        told = {feature: row["installations"] for feature, row in self.rows.items()}
        found = [
            f"{feature}: expected {counts.get(feature)}, got {told.get(feature)}"
            for feature in counts.keys() | told.keys()
            if counts.get(feature) != told.get(feature)
        ]
        found += [f"{feature} is there, and told as uncovered" for feature in self.uncovered & self.all]
        expected = {
            "installations": len(self.lives),
            "features": len(self.all),
            "kept": len(self.kept),
            "events": sum(life.events for life in self.kept.values()),
        }
        return found if self.summary == expected else [*found, f"summary: expected {expected}, got {self.summary}"]

    def _covered_by(self) -> list[str]:
        found = []
        for feature, row in self.rows.items():
            having = {name for name, life in self.kept.items() if feature in life.features}
            if having != set(row["coveredBy"]):
                found.append(f"{feature}: expected {sorted(having)}, got {row['coveredBy']}")
        return found[:5]

    def _size(self) -> list[str]:
        """Whether far more logs are kept for a feature than a greedy cover has. Others are kept for an edit."""
        cover = greedy(
            {name: life.features for name, life in self.lives.items()},
            {name: life.events for name, life in self.lives.items()},
        )
        needed = [name for name in self.kept if self.kept[name].features - self._of_others(name)]
        if len(needed) > _MOST_OF_GREEDY * len(cover) + 1:
            return [f"{len(needed)} logs are kept for features, and {len(cover)} are a greedy cover"]
        return []

    def _of_others(self, name: str) -> set[Feature]:
        return set().union(*(life.features for other, life in self.kept.items() if other != name))
