"""Holds the figures of `herald effect` against invented fleets, and against statsmodels on the same counts."""

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from herald_tools.contract.conclusions import Group, cautions, verdict
from herald_tools.contract.experiments import log_end
from herald_tools.effect.vectors import difference, proportion
from herald_tools.fleets.experiment import Experiment, Member, Options
from herald_tools.fleets.log_lines import TimedLine
from herald_tools.json_types import JSONObject
from herald_tools.paths import DEBUG_HERALD

_DAY = 86_400_000
_DAYS = 10


@dataclass(frozen=True)
class Case:
    """An experiment of so many installations, and others whose clocks are years ahead."""

    installations: int
    options: Options
    clocks_ahead: int = 0


@dataclass(frozen=True)
class Fleet:
    """Lines with their times, and who took part."""

    lines: list[TimedLine]
    members: list[Member]

    def log(self, by_time: bool) -> str:
        """The lines one installation after the other, or as things happened."""
        lines = sorted(self.lines, key=lambda line: line[0]) if by_time else self.lines
        return "".join(text for _, text in lines)


_CASES = [
    Case(800, Options("shown", percent=20)),
    Case(800, Options("nothing", percent=50, accepted={"": 0.0})),
    Case(900, Options("texts", percent=10, variants=("a", "b"), accepted={"a": 0.1, "b": 0.3})),
    Case(400, Options("three", percent=0, variants=("x", "y", "z"), accepted=dict.fromkeys("xyz", 0.1))),
    Case(40, Options("few", percent=10)),
    Case(120, Options("clock", percent=50), clocks_ahead=1),
    Case(150, Options("clocks", percent=50, days=60), clocks_ahead=9),
    Case(600, Options("codes", percent=30, by_code=True)),
    Case(900, Options("hundredth", percent=1)),
]
_EXACT = 1e-12


class Different(Exception):
    """A figure that is not what another program says."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", type=Path, default=DEBUG_HERALD, help="the program")
    herald = parser.parse_args().herald
    failed = 0
    for case in _CASES:
        try:
            compared = check(herald, case)
            print(f"{case.options.seed}: {compared} figures agree")
        except Different as difference:
            failed += 1
            print(f"{case.options.seed}: {difference}", file=sys.stderr)
    return 1 if failed else 0


def invented(case: Case) -> Fleet:
    """The whole fleet of a case."""
    experiment, fleet = Experiment(case.options), Fleet([], [])
    for number in range(case.installations):
        member, lines = experiment.life(number)
        fleet.members.append(member)
        fleet.lines.extend(lines)
    for number in range(case.clocks_ahead):
        fleet.lines.extend(experiment.ahead(number))
    return fleet


def check(herald: Path, case: Case) -> int:
    """The number of figures that agree; in lines by time, in lines by installation, and in a ledger."""
    fleet = invented(case)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        logs = [folder / "by-installation.jsonl", folder / "by-time.jsonl"]
        for by_time, log in enumerate(logs):
            log.write_text(fleet.log(bool(by_time)))
        ledger = folder / "fleet.sqlite"
        _run(herald, "import", logs[0], "--ledger", ledger)
        answers = [_run(herald, "effect", log, "--days", _DAYS, "--format", "json") for log in [*logs, ledger]]
    if len(set(answers)) != 1:
        raise Different("a log and its ledger answer differently")
    end = _end(fleet)
    return sum(_compare(json.loads(line), case.options, fleet, end) for line in answers[0].splitlines())


def _compare(effect: JSONObject, options: Options, fleet: Fleet, end: int) -> int:
    compared = 0
    for arm in effect["arms"]:
        compared += _compare_arm(arm, fleet, end)
    arms = {(arm["arm"], arm["variant"]): arm for arm in effect["arms"]}
    for found in effect["comparisons"]:
        one, other = arms[found["arm"], found["variant"]], arms[found["against"], found["againstVariant"]]
        if not one["followed"] or not other["followed"]:
            continue
        wanted = difference((one["updated"], one["followed"]), (other["updated"], other["followed"]))
        compared += _equal(found, wanted, "difference")
    return compared + _compare_conclusions(effect, options, fleet, end)


def _compare_conclusions(effect: JSONObject, options: Options, fleet: Fleet, end: int) -> int:
    groups = [_group(arm, fleet, end) for arm in effect["arms"]]
    if effect["question"] == "holdout":
        shares = [1 - options.percent / 100, options.percent / 100]
    else:
        shares = [1 / len(groups)] * len(groups)
    reference = groups[-1 if effect["question"] == "holdout" else 0]
    others = [group for group in groups if group is not reference]
    found = (effect["cautions"], [comparison["verdict"] for comparison in effect["comparisons"]])
    wanted = (
        cautions(groups, shares, sum(not member.is_readable for member in fleet.members)),
        [verdict(group, reference, groups, shares) for group in others],
    )
    if found != wanted:
        raise Different(f"{effect['question']}: cautions and verdicts are {found}, not {wanted}")
    return len(others) + 1


def _group(arm: JSONObject, fleet: Fleet, end: int) -> Group:
    members = [m for m in fleet.members if m.entered is not None and _is_in(m.group, arm)]
    followed = [m for m in members if m.entered is not None and end - m.entered >= _DAYS * _DAY]

    def count(name: str) -> int:
        spans = [getattr(m, name) - m.entered for m in followed if getattr(m, name) is not None]
        return sum(span <= _DAYS * _DAY for span in spans)

    return Group(
        arm["variant"], arm["arm"] == "heldOut", len(members), len(followed), count("seen"), 0, count("updated")
    )


def _compare_arm(arm: JSONObject, fleet: Fleet, end: int) -> int:
    members = [m for m in fleet.members if m.entered is not None and _is_in(m.group, arm)]
    followed = [m for m in members if m.entered is not None and end - m.entered >= _DAYS * _DAY]
    spans = [m.updated - m.entered for m in followed if m.updated is not None and m.entered is not None]
    counts = {
        "entered": len(members),
        "followed": len(followed),
        "updatedByDay": [sum(span <= day * _DAY for span in spans) for day in range(_DAYS + 1)],
    }
    for name, wanted in counts.items():
        if arm[name] != wanted:
            raise Different(f"{arm['arm']} {arm['variant']}: {name} is {arm[name]}, not {wanted}")
    if not followed:
        return len(counts)
    return len(counts) + _equal(arm, proportion(arm["updated"], arm["followed"]), f"share of {arm['arm']}")


def _is_in(group: str, arm: JSONObject) -> bool:
    if arm["arm"] == "shown":
        return group != "heldOut"
    return group == (arm["variant"] or arm["arm"])


def _equal(found: JSONObject, wanted: JSONObject, name: str) -> int:
    for bound in ("low", "high"):
        if abs(found[bound] - wanted[bound]) > _EXACT:
            raise Different(f"{name}: {bound} is {found[bound]}, statsmodels says {wanted[bound]}")
    return 2


def _end(fleet: Fleet) -> int:
    ends: dict[str, int] = {}
    for time, text in fleet.lines:
        source = json.loads(text)["source"]
        ends[source] = max(ends.get(source, 0), int(time))
    return log_end(ends.values())


def _run(herald: Path, *arguments: object) -> str:
    done = subprocess.run([herald, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise Different(f"herald {arguments[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout
