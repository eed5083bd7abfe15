"""Writes shares, differences and survival curves as statsmodels computes them, for the tests of HeraldQuestions.

Tools/effect/vectors > Tests/HeraldQuestionsTests/Vectors/statistics.jsonl
"""

import argparse
import json
import random
from collections.abc import Iterator

from statsmodels.duration.survfunc import SurvfuncRight
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from herald_tools.json_types import JSONObject

_COUNTS = [(0, 1), (1, 1), (0, 30), (30, 30), (1, 30), (29, 30), (15, 30), (226, 470), (2577, 4210), (3, 1_000_000)]
_PAIRS = [
    ((2577, 4210), (226, 470)),
    ((56, 70), (48, 80)),  # Newcombe 1998, table II, column a: 0.0524 to 0.3339
    ((9, 10), (3, 10)),  # column b
    ((6, 7), (2, 7)),  # column c
    ((5, 56), (0, 29)),  # column d
    ((0, 10), (0, 20)),  # column e
    ((0, 10), (0, 10)),  # column f
    ((10, 10), (0, 20)),  # column g
    ((10, 10), (0, 10)),  # column h
    ((0, 1), (1, 1)),
    ((1, 1), (1, 1)),
    ((499_999, 1_000_000), (50_001, 100_000)),
]


def proportion(count: int, total: int) -> JSONObject:
    """A share with Wilson's interval."""
    low, high = proportion_confint(count, total, method="wilson")
    return {"count": count, "total": total, "low": float(low), "high": float(high)}


def difference(one: tuple[int, int], other: tuple[int, int]) -> JSONObject:
    """The difference of two shares with Newcombe's interval."""
    low, high = confint_proportions_2indep(*one, *other, method="newcomb", compare="diff")
    return {"counts": [one[0], other[0]], "totals": [one[1], other[1]], "low": float(low), "high": float(high)}


def survival(times: list[int], updated: list[bool]) -> JSONObject:
    """The estimator of Kaplan and Meier."""
    curve = SurvfuncRight([float(time) for time in times], [int(one) for one in updated])
    steps = [[int(time), float(share)] for time, share in zip(curve.surv_times, curve.surv_prob)]
    return {"times": times, "updated": updated, "steps": steps}


def vectors() -> Iterator[JSONObject]:
    """Edge cases first, then random ones."""
    dice = random.Random(18)
    yield from (proportion(*counts) for counts in _COUNTS)
    for _ in range(40):
        total = dice.randint(1, 10 ** dice.randint(1, 6))
        yield proportion(dice.randint(0, total), total)
    yield from (difference(*pair) for pair in _PAIRS)
    for _ in range(40):
        totals = [dice.randint(1, 10 ** dice.randint(1, 5)) for _ in range(2)]
        one, other = ((dice.randint(0, total), total) for total in totals)
        yield difference(one, other)
    yield survival([5], [True])
    yield survival([5, 5, 5], [True, False, True])
    yield survival([1, 2, 3, 4], [False, True, False, True])
    for _ in range(20):
        count = dice.randint(2, 60)
        times = [dice.randint(1, 40) for _ in range(count)]
        yield survival(times, [dice.random() < 0.6 for _ in times[:-1]] + [True])


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    for vector in vectors():
        print(json.dumps(vector))
