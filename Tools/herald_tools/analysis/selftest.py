"""Judges right answers, which must pass, and spoiled ones, which must be noticed."""

from __future__ import annotations

import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path

from herald_tools.analysis.case import Answer, Case, Effort, make_case
from herald_tools.analysis.judged import PARTS, Judged
from herald_tools.analysis.naive_program import naive_program
from herald_tools.analysis.narrowed import make_narrowed
from herald_tools.analysis.scope import EVERYTHING, USUAL
from herald_tools.analysis.spoiled import SPOILS, spoiled

# Documents of few classes, which have among them all that can be spoiled.
_SEEDS = (70, 71, 84, 131, 150, 153, 182, 205, 241, 251, 331)
_NARROWED_SEEDS = (11, 16, 20, 21, 26, 31, 41)
_EFFORT = Effort(points=1000, lives=30)
_UNSCOPED = "a question about some devices or moments is answered for all"


def selftest() -> int:
    """0 where each right answer passes, and each way to spoil one was tried and always noticed."""
    tally, failed = Counter[str](), 0
    with ProcessPoolExecutor() as workers:
        narrowed = workers.map(_examine_narrowed, _NARROWED_SEEDS)
        for wrong, counts in chain(workers.map(_examine, _SEEDS), narrowed):
            tally += counts
            failed += len(wrong)
            for text in wrong:
                print(text, flush=True)
    for name in [*SPOILS, _UNSCOPED]:
        print(f"{tally[f'noticed {name}']:4} of {tally[name]:4} noticed: {name}")
        failed += not tally[name]
    print(f"{tally['documents']} documents, {failed} failures")
    return 1 if failed else 0


def _examine(seed: int) -> tuple[list[str], Counter[str]]:
    return _judge(seed, make_case(seed))


def _examine_narrowed(seed: int) -> tuple[list[str], Counter[str]]:
    return _judge(seed, make_narrowed(seed))


def _judge(seed: int, case: Case) -> tuple[list[str], Counter[str]]:
    tally = Counter[str]()
    program = naive_program(_EFFORT, str(seed), case.scope, case.fleet)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        case.write(folder)
        judged = Judged(case, folder, _EFFORT, Counter[str](), str(seed))
        wrong: list[str] = []
        if judged.search.world.size > _EFFORT.points or not (judged.search.is_all or case.scope.assumed == USUAL):
            return wrong, tally  # the program may miss what the judge finds
        tally["documents"] += 1
        for part, options in PARTS.items():
            answer = program(folder, options)
            wrong += [f"seed {seed}: a right answer: {text}" for text in judged.judge_part(part, answer)]
            wrong += _spoil(judged, part, answer, seed, tally)
            if case.scope != EVERYTHING:
                wrong += _answer_for_all(judged, part, answer, seed, tally)
    return wrong, tally


def _spoil(judged: Judged, part: str, answer: Answer, seed: int, tally: Counter[str]) -> list[str]:
    unnoticed = []
    for name, (of, spoil) in SPOILS.items():
        other = spoiled(answer, spoil) if of == part else None
        if other is None:
            continue
        is_noticed = bool(judged.judge_part(part, other))
        tally[name] += 1
        tally[f"noticed {name}"] += is_noticed
        if not is_noticed:
            unnoticed.append(f"seed {seed}: not noticed: {name}")
    return unnoticed


def _answer_for_all(judged: Judged, part: str, right: Answer, seed: int, tally: Counter[str]) -> list[str]:
    """Judges an answer about all devices and moments where some alone are asked for, and the verdicts differ."""
    unscoped = naive_program(_EFFORT, str(seed), log=judged.case.fleet)(judged.folder, PARTS[part])
    if _verdicts(unscoped) == _verdicts(right):
        return []
    is_noticed = bool(judged.judge_part(part, unscoped))
    tally[_UNSCOPED] += 1
    tally[f"noticed {_UNSCOPED}"] += is_noticed
    return [] if is_noticed else [f"seed {seed}: not noticed: {_UNSCOPED} ({part})"]


def _verdicts(answer: Answer) -> list[object]:
    return [(line.get("verdict"), line.get("summary")) for line in answer.lines]
