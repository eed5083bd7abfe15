"""Runs the program over logs, and reads what noticed each mutant."""

import shutil
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from herald_tools.mutants.build import BUILD, PROGRAM
from herald_tools.mutants.expected import Log

LAW, CRASH, SURVIVED = "law", "crash", "survived"
_CONSTANT = "constant"
# No place of the core: its change changes nothing.
NOTHING = 0


@dataclass(frozen=True)
class Verdict:
    """What noticed a mutant, and where."""

    killer: str
    detail: str
    reached: tuple[int, ...]


@dataclass
class Judged:
    """The verdicts by place, and the folder with what follows from each log as nothing is changed."""

    verdicts: dict[int, Verdict]
    outcomes: Path
    # Laws that the unchanged engine breaks.
    broken: list[str]


def judge(logs: list[Log], places: Iterable[int], jobs: int) -> Judged:
    """What notices each place's mutant; the places go to several processes."""
    listed = BUILD / "logs.txt"
    listed.write_text("".join(f"{log.ways}\t{log.path}\n" for log in logs))
    folders = [BUILD / f"outcomes-{job}" for job in range(jobs)]
    shares = [list(places)[job::jobs] for job in range(jobs)]
    with ThreadPoolExecutor(jobs) as threads:
        parts = list(threads.map(lambda pair: _run(logs, listed, *pair), zip(folders, shares)))
        judged = Judged({}, folders[0], parts[0].broken)
        for part in parts:
            judged.verdicts |= part.verdicts
        constants = [place for place, verdict in judged.verdicts.items() if verdict.killer == _CONSTANT]
        for place, verdict in zip(constants, threads.map(lambda place: _run_alone(logs, listed, place), constants)):
            judged.verdicts[place] = replace(verdict, reached=judged.verdicts[place].reached)
    return judged


def _run(logs: list[Log], listed: Path, outcomes: Path, places: list[int]) -> Judged:
    shutil.rmtree(outcomes, ignore_errors=True)
    outcomes.mkdir()
    said = _said([str(listed), str(outcomes)], "".join(f"{place}\n" for place in places))
    judged, reached = Judged({}, outcomes, []), {}
    for line in said:
        place, words = int(line[0]), line[1:]
        if words[0] == "reached":
            reached[place] = tuple(map(int, words[1:]))
        elif place in reached:
            judged.verdicts[place] = _verdict(logs, words, reached[place])
        else:
            judged.broken.append(f"{logs[int(words[1])].name}: {words[2]}")
    return judged


def _run_alone(logs: list[Log], listed: Path, place: int) -> Verdict:
    """The verdict on a place that is changed before any constant is computed."""
    [line] = _said([str(listed), str(BUILD / "outcomes-0"), str(place)], "")
    return _verdict(logs, line[1:], ())


def _said(arguments: list[str], given: str) -> list[list[str]]:
    done = subprocess.run([str(PROGRAM), *arguments], input=given, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{PROGRAM.name} ended with status {done.returncode}: {done.stderr[-2000:]}")
    return [line.split("\t") for line in done.stdout.splitlines()]


def _verdict(logs: list[Log], words: list[str], reached: tuple[int, ...]) -> Verdict:
    match words:
        case ["log", log]:
            return Verdict(logs[int(log)].judge, logs[int(log)].name, reached)
        case ["law", log, law]:
            return Verdict(LAW, f"{law} ({logs[int(log)].name})", reached)
        case ["signal", log, number]:
            return Verdict(CRASH, f"signal {number} ({logs[int(log) % len(logs)].name})", reached)
        case ["constant"]:
            return Verdict(_CONSTANT, "", reached)
        case _:
            return Verdict(SURVIVED, "", reached)
