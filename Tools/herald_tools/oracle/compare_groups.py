"""Compares two groups of random logs' installations with the program and naively, and shows where they differ."""

import argparse
import json
import subprocess
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import combinations, repeat
from math import comb
from pathlib import Path

from herald_tools.contract.groups import Feature, Groups, chance, groups
from herald_tools.contract.wire import BadLine, read_log
from herald_tools.json_types import JSONObject
from herald_tools.oracle.asked_groups import ASKED, Asked
from herald_tools.oracle.compare import report_differences, seed_range
from herald_tools.random_logs.logs import LogMaker

_EMPTY = 2  # the status where a group has no installation
_CERTAIN = Fraction(1, 100)
_PAIRED, _LINES, _PAIRS, _UNCERTAIN, _EXCEPTIONS = 200, 5, 2, 3, 5


def generate(seed: int, events: int, streams: int) -> bytes:
    """The bytes of the log of a seed."""
    return LogMaker(seed, streams).make(events)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", required=True, help="the program")
    parser.add_argument("--seeds", required=True, type=seed_range, metavar="A..B")
    parser.add_argument("--events", type=int, default=300)
    parser.add_argument("--streams", type=int, default=16)
    parser.add_argument("--keep", type=Path, default=Path("failed-logs"), metavar="DIR", help="for logs that differ")
    arguments = parser.parse_args()
    first, last = arguments.seeds
    failed = compared = 0
    with ProcessPoolExecutor() as workers:
        for is_same, lines in workers.map(examine, range(first, last + 1), repeat(arguments)):
            failed += not is_same
            compared += lines
    print(f"{compared} sets compared; {last - first + 1 - failed} passed, {failed} failed")
    return 1 if failed or not compared else 0


def examine(seed: int, arguments: argparse.Namespace) -> tuple[bool, int]:
    """True where both say the same of a seed's log; and the number of sets that were compared."""
    log = generate(seed, arguments.events, arguments.streams)
    first = ASKED[seed % len(ASKED)]
    second = ASKED[seed // len(ASKED) % len(ASKED)] if seed % 3 == 0 else None
    ever = seed % 2 == 0
    asked = [first, second] if second else [first]
    try:
        events, documents = read_log(log)
    except BadLine:
        return True, 0  # a torn last line: `compare` judges what is refused
    expected = groups(events, documents, [one.condition for one in asked], ever)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        path.write_bytes(log)
        command = [arguments.herald, "diff", str(path), "--format", "json", "--where", first.text]
        command += ["--against", second.text] if second else []
        command += ["--ever"] if ever else []
        everything, told = (_run([*command, *more]) for more in (["--all"], []))
    judge = Judge(expected, asked, ever)
    differences = judge.everything(*everything) + judge.told(*told)
    name = f"groups {seed} {' '.join(command[4:])}"
    is_same = report_differences(name, differences, log, arguments.keep / f"groups-{seed}.jsonl")
    return is_same, len(judge.sets) + len(judge.following)


def _run(command: list[str]) -> tuple[int, list[JSONObject], str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.split("\n") if line], done.stderr[:500]


@dataclass
class Set:
    """Features of the same installations."""

    installations: frozenset[str]
    features: list[Feature]
    a: int
    b: int
    chance: Fraction
    separation: Fraction


class Judge:
    """What an answer has to be."""

    def __init__(self, expected: Groups, asked: list[Asked], ever: bool) -> None:
        self.groups, self.asked, self.ever = expected, asked, ever
        self.first, self.second = frozenset(expected.first), frozenset(expected.second)
        self.sets = self._sets(follows=False)
        self.following = self._sets(follows=True)
        self.tried = len(self.sets)

    def _sets(self, follows: bool) -> list[Set]:
        having: dict[Feature, set[str]] = {}
        for members in (self.groups.first, self.groups.second):
            for source, features in members.items():
                for feature in features:
                    having.setdefault(feature, set()).add(source)
        shared: dict[frozenset[str], list[Feature]] = {}
        for feature, sources in having.items():
            if 2 <= len(sources) < len(self.first) + len(self.second) and self._follows(feature) == follows:
                shared.setdefault(frozenset(sources), []).append(feature)
        return [self._set(sources, features) for sources, features in shared.items()] if self._compares() else []

    def _compares(self) -> bool:
        return bool(self.first and self.second)

    def _follows(self, feature: Feature) -> bool:
        return any(one.follows(feature) for one in self.asked)

    def _set(self, sources: frozenset[str], features: list[Feature]) -> Set:
        a, b = len(sources & self.first), len(sources & self.second)
        return Set(sources, features, a, b, *self._rank(a, b))

    def everything(self, status: int, lines: list[JSONObject], errors: str) -> list[str]:
        """Differences in the answer with a line for every set."""
        differences = self._frame(status, lines, errors)
        found = {}
        for line in lines[2:-1]:
            features = [_feature(one) for one in [*line["shared"], *(same[0] for same in line["same"])]]
            found[(line["follows"], frozenset(features))] = line
        wanted = {(False, frozenset(one.features)): one for one in self.sets}
        wanted |= {(True, frozenset(one.features)): one for one in self.following}
        if not self.groups.unread:
            differences += [f"missing: {key}" for key in wanted.keys() - found.keys()]
            differences += [f"too much: {key}" for key in found.keys() - wanted.keys()]
        for key in wanted.keys() & found.keys():
            differences += self._differs(found[key], wanted[key], lines[-1]["summary"]["tried"])
        return differences

    def _frame(self, status: int, lines: list[JSONObject], errors: str) -> list[str]:
        """Differences in the status, the groups and the summary."""
        if len(lines) < 3:
            return [f"status {status}: {errors}"]
        # Remarks on names and values that no event has change no figure.
        figures = {name: value for name, value in lines[-1]["summary"].items() if name != "remarks"}
        sizes = len(self.first), len(self.second)
        wanted: JSONObject = {
            "installations": sum(sizes) + self.groups.both + self.groups.neither,
            "a": sizes[0],
            "b": sizes[1],
            "both": self.groups.both,
            "neither": self.groups.neither,
            "tried": 0,
            "tooFew": None,
            "changedSince": None,
        }
        if self._compares():
            tried = figures["tried"] if self.groups.unread else self.tried
            too_few = Fraction(max(tried, 1), comb(sum(sizes), sizes[0])) > _CERTAIN
            changed = None if self.ever else self.groups.changed
            wanted |= {"tried": tried, "tooFew": too_few, "changedSince": changed}
        differences = [] if figures == wanted else [f"summary: expected {wanted}, got {figures}"]
        if status != (0 if self._compares() else _EMPTY):
            differences.append(f"status {status}: {errors}")
        return differences

    def _differs(self, line: JSONObject, one: Set, tried: int) -> list[str]:
        exceptions = {"a": self.first - one.installations, "b": one.installations & self.second}
        own = one.chance * max(tried, 1)
        wanted = {
            "a": one.a,
            "b": one.b,
            "tried": tried,
            "mayBeChance": own > _CERTAIN,
            "exceptions": {
                group: sorted(names, key=_bytes) if len(names) <= _EXCEPTIONS else None
                for group, names in exceptions.items()
            },
        }
        got = {key: line[key] for key in wanted}
        differences = [] if got == wanted else [f"{one.features}: expected {wanted}, got {got}"]
        if not _is_near(line["chance"], min(own, Fraction(1))):
            differences.append(f"{one.features}: expected {float(own)}, got {line['chance']}")
        return differences

    def told(self, status: int, lines: list[JSONObject], errors: str) -> list[str]:
        """Differences in the answer for people: how many of both groups have what is told, and how likely it is."""
        differences = self._frame(status, lines, errors)
        if differences or self.groups.unread:
            return differences
        got = [(len(line["shared"]), line["a"], line["b"], line["chance"], line["follows"]) for line in lines[2:-1]]
        wanted = self._lines()
        if len(got) != len(wanted) or not all(map(self._is_same, got, wanted)):
            differences.append(f"told: expected {wanted}, got {got}")
        return differences

    def _is_same(self, got: tuple[int, int, int, float, bool], wanted: tuple[int, int, int, float, bool]) -> bool:
        """True for the wanted line, or for one as likely that separates as much: the order of these is not said."""
        if (got[0], got[4]) != (wanted[0], wanted[4]) or not _is_near(got[3], wanted[3]):
            return False
        return got[:3] == wanted[:3] or (got[0] == 1 and self._rank(*got[1:3]) == self._rank(*wanted[1:3]))

    def _rank(self, a: int, b: int) -> tuple[Fraction, Fraction]:
        sizes = len(self.first), len(self.second)
        return chance(a, b, *sizes), Fraction(a, sizes[0]) - Fraction(b, sizes[1])

    def _lines(self) -> list[tuple[int, int, int, float, bool]]:
        def line(one: Set, follows: bool) -> tuple[int, int, int, float, bool]:
            return 1, one.a, one.b, float(min(Fraction(1), one.chance * max(1, self.tried))), follows

        candidates = self._candidates(self.sets)
        pairs = self._pairs(candidates)[:_PAIRS]
        singles = candidates[:_LINES]
        certain = [one for one in singles if one.chance * self.tried <= _CERTAIN]
        if certain or pairs:
            told = [line(one, False) for one in certain]
            told = (told[:1] + pairs + told[1:])[:_LINES]
        else:
            told = [line(one, False) for one in singles[:_UNCERTAIN]]
        return told + [line(one, True) for one in self._candidates(self.following)[:_LINES]]

    def _candidates(self, sets: list[Set]) -> list[Set]:
        """Sets that separate the first group; of all splits of a day, the least likely."""
        ordered = sorted(sets, key=lambda one: (one.chance, -one.separation))
        splits = []
        for name in ("firstDay", "lastDay"):
            likely = [one for one in ordered if any(feature[0] == name for feature in one.features)]
            # Of equally likely ones any may be told.
            splits += [(name, likely[0].chance, likely[0].separation)] if likely else []
        result = []
        for one in ordered:
            names = {feature[0] for feature in one.features}
            told = any((name, one.chance, one.separation) in splits for name in names)
            if one.separation > 0 and (told or names - {"firstDay", "lastDay"}):
                result.append(one)
        return self._without_equal_splits(result)

    def _without_equal_splits(self, candidates: list[Set]) -> list[Set]:
        """One set for equally likely splits of a day that are in no other line."""
        seen: set[tuple[str, Fraction]] = set()
        result = []
        for one in candidates:
            names = {str(feature[0]) for feature in one.features}
            if names <= {"firstDay", "lastDay"}:
                keys = {(name, one.chance) for name in names}
                if keys <= seen:
                    continue
                seen |= keys
            result.append(one)
        return result

    def _pairs(self, candidates: list[Set]) -> list[tuple[int, int, int, float, bool]]:
        least = min((one.chance for one in self.sets), default=Fraction(1))
        found: dict[frozenset[str], tuple[Fraction, Fraction]] = {}
        for left, right in combinations(candidates[:_PAIRED], 2):
            both = self._set(left.installations & right.installations, [])
            if both.chance >= least:
                continue
            own = both.chance * self.tried * (self.tried + 1) / 2
            halves = [chance(both.a, both.b, other.a, other.b) * self.tried for other in (left, right)]
            greatest = max([own, *halves])
            if greatest <= _CERTAIN:
                key = (greatest, both.chance)
                found[both.installations] = min(found.get(both.installations, key), key)
        lines = []
        for installations, (greatest, own) in found.items():
            one = self._set(installations, [])
            lines.append(((greatest, own), (2, one.a, one.b, float(greatest), False)))
        return [line for _, line in sorted(lines)]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8")


def _is_near(got: float, wanted: Fraction | float) -> bool:
    return abs(got - float(wanted)) <= 1e-9 * max(got, float(wanted))


_EPOCH = date(1970, 1, 1)


def _feature(written: JSONObject) -> Feature:
    """A feature as it is counted."""
    name = written["feature"]
    if name in ("firstDay", "lastDay"):
        side = "from" if "from" in written else "before"
        return name, side, (date.fromisoformat(written[side]) - _EPOCH).days
    return name, *(value for key, value in written.items() if key != "feature")
