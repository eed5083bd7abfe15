"""Judges right answers, which must pass, and spoiled ones, which must be noticed."""

from __future__ import annotations

import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from herald_tools.analysis.case import Answer, Effort, make_case
from herald_tools.analysis.judged import PARTS, Judged
from herald_tools.analysis.naive_program import naive_program
from herald_tools.analysis.spoiled import SPOILS, spoiled

# Documents of few classes, which have among them all that can be spoiled.
_SEEDS = (70, 71, 84, 131, 150, 153, 182, 205, 241, 251, 331)
_EFFORT = Effort(points=1000, lives=30)


def selftest() -> int:
    """0 where each right answer passes, and each way to spoil one was tried and always noticed."""
    tally, failed = Counter[str](), 0
    with ProcessPoolExecutor() as workers:
        for wrong, counts in workers.map(_examine, _SEEDS):
            tally += counts
            failed += len(wrong)
            for text in wrong:
                print(text, flush=True)
    for name in SPOILS:
        print(f"{tally[f'noticed {name}']:4} of {tally[name]:4} noticed: {name}")
        failed += not tally[name]
    print(f"{tally['documents']} documents, {failed} failures")
    return 1 if failed else 0


def _examine(seed: int) -> tuple[list[str], Counter[str]]:
    tally = Counter[str]()
    case = make_case(seed)
    program = naive_program(_EFFORT, str(seed))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        case.write(folder)
        judged = Judged(case, folder, _EFFORT, Counter[str](), str(seed))
        wrong: list[str] = []
        if not judged.search.is_all:
            return wrong, tally  # the program may miss what the judge finds
        tally["documents"] += 1
        for part, options in PARTS.items():
            answer = program(folder, options)
            wrong += [f"seed {seed}: a right answer: {text}" for text in judged.judge_part(part, answer)]
            wrong += _spoil(judged, part, answer, seed, tally)
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
