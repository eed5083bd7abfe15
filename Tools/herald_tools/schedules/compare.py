"""Judges what `herald analyze` proves of limits and deadlines, by every schedule of a few hours of random rules."""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from herald_tools.json_types import JSONObject
from herald_tools.oracle.compare import seed_range
from herald_tools.random_logs.dice import Dice
from herald_tools.schedules.limits import Limits, Shop, changed, make_limits
from herald_tools.schedules.search import Changes, MostPrompts, TooMany

# Even lengths, so that the odd hours are moments between all that lengths tell apart.
_EVEN, _SHORT = [2, 4, 6], [1, 2, 3]
_MOST = 6
Found = tuple[list[str], Counter[str]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", required=True, help="the program")
    parser.add_argument("--seeds", required=True, type=seed_range, metavar="A..B")
    arguments = parser.parse_args()
    first, last = arguments.seeds
    wrong, tally = 0, Counter[str]()
    with ProcessPoolExecutor() as workers:
        for differences, counts in workers.map(examine, range(first, last + 1), repeat(arguments.herald)):
            tally += counts
            wrong += len(differences)
            for text in differences:
                print(text)
    for name, count in sorted(tally.items()):
        print(f"{count:7} {name}")
    print(f"{sum(tally.values())} verdicts judged; {wrong} wrong")
    return 1 if wrong or not any("holds" in name for name in tally) else 0


def examine(seed: int, herald: str) -> Found:
    """What is wrong with the verdicts on a seed's documents, and how many of each kind there are."""
    dice = Dice(seed)
    with tempfile.TemporaryDirectory() as folder:
        return _often(dice, seed, herald, Path(folder)) if seed % 2 else _against(dice, seed, herald, Path(folder))


def _often(dice: Dice, seed: int, herald: str, folder: Path) -> Found:
    """The promise of a largest number of prompts."""
    rules = [make_limits(dice, _EVEN, 12) for _ in range(dice.weighted((3, 1), (1, 2)))]
    shop, length = _shop(dice, rules, _EVEN), dice.pick(_EVEN)
    try:
        most = MostPrompts(shop, length, end=20, enough=_MOST).search()
    except TooMany:
        return [], Counter(["more schedules than are tried"])
    limits = [{"moreThan": count, "inHours": length} for count in range(_MOST)]
    promises = [{"no": {}, "isAsked": limit, "of": ["optional"]} for limit in limits]
    lines = _ask(herald, folder, shop, "--promises", promises)
    verdicts = [line["verdict"] for line in lines if "promise" in line]
    name = f"seed {seed}: {json.dumps(shop.json())}\n    within {length} hours"
    if len(verdicts) != _MOST:
        return [f"{name}: {len(verdicts)} verdicts"], Counter()
    wrong = [
        f"{name} {most} prompts are shown, and more than {count}: {verdict}"
        for count, verdict in enumerate(verdicts)
        if verdict == ("holds" if most > count else "doesNotHold")
    ]
    return wrong, Counter(f"isAsked {verdict}" for verdict in verdicts)


def _against(dice: Dice, seed: int, herald: str, folder: Path) -> Found:
    """What one document shows beside another."""
    rules = [make_limits(dice, _SHORT, 6) for _ in range(dice.weighted((2, 1), (1, 2)))]
    before = _shop(dice, rules, _SHORT)
    others = [changed(rule, dice, _SHORT) if dice.chance(0.8) else rule for rule in rules]
    after = Shop(others, list(before.names), before.for_all, before.for_group)
    if dice.chance(0.3):
        after.for_all, after.for_group = _caps(dice, _SHORT), _caps(dice, _SHORT)
    if dice.chance(0.2):
        after.names = [name + 5 for name in after.names]
    if dice.chance(0.2):
        after.rules = after.rules[::-1]
        after.names = after.names[::-1] if dice.chance(0.5) else after.names
    try:
        changes = Changes(before, after, end=10, prompts=6).search()
    except TooMany:
        return [], Counter(["more schedules than are tried"])
    summary = next(line["summary"] for line in _ask(herald, folder, after, "--against", before.json()))
    broken = {
        "equivalent": bool(changes),
        "showsNoMore": any(kind is None for kind, _ in changes),
        "forcesNoMore": any(kind != "force" and other == "force" for kind, other in changes),
    }
    wrong = [
        f"seed {seed}: {json.dumps(before.json())}\n    {json.dumps(after.json())}\n    {name} holds, beside {changes}"
        for name, is_broken in broken.items()
        if is_broken and summary[name] == "holds"
    ]
    # A log proves *does not hold*, also after more prompts than are tried here; `compare_analyze` replays it.
    return wrong, Counter(f"{name} {summary[name]}" for name in broken)


def _shop(dice: Dice, rules: list[Limits], lengths: list[int]) -> Shop:
    return Shop(rules, list(range(len(rules))), _caps(dice, lengths), _caps(dice, lengths))


def _caps(dice: Dice, lengths: list[int]) -> list[tuple[int, int]]:
    return [(dice.randrange(1, 4), dice.pick(lengths))] if dice.chance(0.4) else []


def _ask(herald: str, folder: Path, shop: Shop, option: str, other: JSONObject | list[JSONObject]) -> list[JSONObject]:
    """The lines of an answer, those with a log without it."""
    paths = [folder / "policy.json", folder / "other.json"]
    for path, content in zip(paths, [shop.json(), other]):
        path.write_text(json.dumps(content))
    command = [herald, "analyze", str(paths[0]), option, str(paths[1]), "--format", "json"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    return [line for line in lines if "summary" in line or "promise" in line]
