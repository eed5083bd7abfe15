"""Finds the experiments of random logs with the program and with the oracle, and shows where their groups differ."""

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from herald_tools.contract.conclusions import Group, cautions, verdict
from herald_tools.contract.experiments import Entry, Experiments, experiments
from herald_tools.contract.versions import Version, read_version
from herald_tools.contract.wire import BadLine, read_log
from herald_tools.json_types import JSONObject
from herald_tools.oracle.compare import report_differences, seed_range, with_gaps
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.documents import Library
from herald_tools.random_logs.logs import LogMaker
from herald_tools.random_logs.scene import Scene

_DAYS = 2
_NONE = 3  # the status where a log has no experiment, and where it is refused
_NOT_REFUSALS = ("error[noExperiment]", "error[nothingToMeasure]", "error[noEvents]")


class Experimenters(Library):
    """Documents with experiments, whose rules are for most devices: purely random ones let few enter."""

    def _root(self, scene: Scene) -> JSONObject:
        root, dice = super()._root(scene), self.dice
        if dice.chance(0.8):
            root["holdout"] = {"id": dice.pick(["q1", "q2"]), "percent": dice.pick([1, 30, 50, 50, 99, 100])}
        entries = root.get("updates")
        for entry in entries if isinstance(entries, list) else []:
            if isinstance(entry, dict):
                self._open(entry)
        return root

    def _open(self, entry: JSONObject) -> None:
        for key, chance in _HINDRANCES.items():
            if self.dice.chance(chance):
                entry.pop(key, None)
        if self.dice.chance(0.7):
            entry["targetVersion"] = self.dice.pick(["2.10", "2.10.0", "3.0", "9"])
        if self.dice.chance(0.4):
            entry["variants"] = [{"id": id, "weight": self.dice.pick([0, 1, 1, 3])} for id in "abc"]


# The keys of a rule that keep devices away, and how often they are removed.
_HINDRANCES = {
    **dict.fromkeys(("filters", "inSegments", "notInSegments", "triggers", "updateTypes"), 0.8),
    **dict.fromkeys(("rollout", "phasedRollout", "displayAfterDate", "displayBeforeDate", "deadline"), 0.7),
    **dict.fromkeys(("forceUpdate", "forceExit", "forceUpdateTypes", "releasedForDays", "targetPackageName"), 0.7),
}


def generate(seed: int, events: int, streams: int) -> bytes:
    """The bytes of the log of a seed."""
    maker = LogMaker(seed, streams)
    library = Experimenters(maker.dice, maker.additions)
    for stream in maker.streams:
        stream.library, stream.has_manners = library, True
    return maker.make(events)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", required=True, help="the program")
    parser.add_argument("--seeds", required=True, type=seed_range, metavar="A..B")
    parser.add_argument("--events", type=int, default=240)
    parser.add_argument("--streams", type=int, default=8)
    parser.add_argument("--keep", type=Path, default=Path("failed-logs"), metavar="DIR", help="for logs that differ")
    arguments = parser.parse_args()
    first, last = arguments.seeds
    failed = entered = refused = 0
    with ProcessPoolExecutor() as workers:
        for is_same, entries in workers.map(examine, range(first, last + 1), repeat(arguments)):
            failed += not is_same
            entered += entries or 0
            refused += entries is None
    print(f"{entered} entrances; {refused} logs refused; {last - first + 1 - failed} passed, {failed} failed")
    return 1 if failed or not entered else 0


def examine(seed: int, arguments: argparse.Namespace) -> tuple[bool, int | None]:
    """True where both say the same of a seed's log; and the number of installations that entered, None if refused."""
    log = generate(seed, arguments.events, arguments.streams)
    # Every third log has lost lines: behind a gap nobody knows who entered.
    has_gaps = seed % 3 == 0
    if has_gaps:
        log = with_gaps(log, Dice(f"{seed} gaps"))
    try:
        expected: Experiments | BadLine = experiments(*read_log(log, partial=has_gaps))
    except BadLine as refusal:
        expected = refusal
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        path.write_bytes(log)
        command = [arguments.herald, "effect", str(path), "--days", str(_DAYS), "--format", "json"]
        command += ["--partial"] if has_gaps else []
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if isinstance(expected, BadLine):
        differences = compare_refusal(expected, done)
    elif done.returncode not in (0, _NONE) or is_refusal(done):
        differences = [f"exit status {done.returncode}: {done.stderr[:500]}"]
    else:
        differences = compare(expected, [json.loads(line) for line in done.stdout.splitlines()])
    is_same = report_differences(f"effect {seed}", differences, log, arguments.keep / f"effect-{seed}.jsonl")
    return is_same, None if isinstance(expected, BadLine) else len(expected.entries)


def compare_refusal(refusal: BadLine, done: subprocess.CompletedProcess[str]) -> list[str]:
    """The difference where the program does not refuse a log."""
    if is_refusal(done) and not done.stdout:
        return []
    return [f"expected a refusal ({refusal}), got status {done.returncode}: {done.stderr[:500]}"]


def is_refusal(done: subprocess.CompletedProcess[str]) -> bool:
    """True where the program did not take the log, other than for want of events or experiments."""
    return done.returncode == _NONE and not any(error in done.stderr for error in _NOT_REFUSALS)


def compare(expected: Experiments, lines: list[JSONObject]) -> list[str]:
    """Differences as lines of text."""
    differences, found = [], {"holdout": 0, "variants": 0}
    for effect in lines:
        if effect.get("verdict") == "nothingToMeasure":
            continue
        own = [entry for entry in expected.entries if _is_of(entry, effect)]
        groups = []
        for arm in effect["arms"]:
            members = [entry for entry in own if _is_in(entry, arm)]
            found[effect["question"]] += len(members)
            wanted = expected.figures(members, _DAYS)
            figures = (arm["entered"], arm["followed"], arm["saw"] or 0, arm["updatedByDay"])
            if wanted != figures:
                where = f"{effect['rule']} {effect['target']} {arm['arm']} {arm['variant']}"
                differences.append(f"{where}: expected {wanted}, got {figures}")
            entered, followed, saw, updated = wanted
            before = sum(entry.saw_before for entry in members)
            groups.append(Group(arm["variant"], arm["arm"] == "heldOut", entered, followed, saw, before, updated[-1]))
        differences += _conclusions(expected, effect, own, groups)
    held = sum(entry.holdout is not None for entry in expected.entries)
    if found["holdout"] != held:
        differences.append(f"holdouts: expected {held} entrances, got {found['holdout']}")
    varied = sum(entry.variant is not None and not entry.is_held_out for entry in expected.entries)
    if found["variants"] != varied:
        differences.append(f"variants: expected {varied} entrances, got {found['variants']}")
    return differences


def _conclusions(expected: Experiments, effect: JSONObject, own: list[Entry], groups: list[Group]) -> Iterator[str]:
    """The verdicts, cautions and counts that differ."""
    is_holdout = effect["question"] == "holdout"
    shares = _holdout_shares(own) if is_holdout else _variant_shares(own, groups)
    left_out = sum(_is_of(entry, effect) for entry in expected.left_out)
    unknown = sum(_is_of(entry, effect) for entry in expected.unknown)
    reference = groups[-1 if is_holdout else 0]
    others = [group for group in groups if group is not reference]
    together = [count for rule, target, _, count in expected.held_back if _is_rule(rule, target, effect)]
    wanted = {
        "cautions": cautions(groups, shares, left_out, unknown),
        "verdicts": [verdict(group, reference, groups, shares) for group in others],
        "sawBefore": [group.saw_before for group in groups],
        "unreadable": left_out,
        "unknown": unknown,
        "heldBack": max(together, default=0),
    }
    figures = {
        "cautions": effect["cautions"],
        "verdicts": [comparison["verdict"] for comparison in effect["comparisons"]],
        "sawBefore": [arm["sawBefore"] for arm in effect["arms"]],
        "unreadable": effect["unreadable"],
        "unknown": effect["unknown"],
        "heldBack": effect["heldBack"],
    }
    for name, value in wanted.items():
        if value != figures[name]:
            where = f"{effect['rule']} {effect['target']} {effect['question']}"
            yield f"{where} {name}: expected {value}, got {figures[name]}"


def _holdout_shares(own: list[Entry]) -> list[float] | None:
    """The share of each group; None where installations entered under several."""
    holdouts = {entry.holdout for entry in own if entry.holdout}
    if len(holdouts) > 1:
        return None
    share = next((share for _, share in holdouts), 0) / 10_000
    return [1 - share, share]


def _variant_shares(own: list[Entry], groups: list[Group]) -> list[float] | None:
    weights = {entry.weights for entry in own if entry.weights}
    if len(weights) > 1:
        return None
    only = dict(next(iter(weights), ()))
    return [only.get(group.name or "", 0) / max(1, sum(only.values())) for group in groups]


def _is_of(entry: Entry, effect: JSONObject) -> bool:
    return _is_rule(entry.rule, entry.target, effect)


def _is_rule(rule: str, target: Version, effect: JSONObject) -> bool:
    wanted = read_version(effect["target"])
    return rule == effect["rule"] and wanted is not None and target.compare(wanted) == 0


def _is_in(entry: Entry, arm: JSONObject) -> bool:
    if arm["arm"] == "variant":
        return entry.variant == arm["variant"] and not entry.is_held_out
    return entry.holdout is not None and entry.is_held_out == (arm["arm"] == "heldOut")
