"""Measuring two things next to each other: in turns, and their medians compared."""

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from herald_tools.bench.harness.builds import measure
from herald_tools.bench.harness.report import Row, duration


@dataclass
class Cost:
    wall: float
    cpu: float
    kilobytes: int


def costs(command: list, runs: int = 1) -> list[Cost]:
    """The cost of whole runs of a command; its output is thrown away."""
    measured = [str(part) for part in (measure(), runs, *command)]
    output = subprocess.run(measured, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [Cost(**json.loads(line)) for line in output.splitlines()]


def answer(command: list) -> dict:
    """The last line that a command prints, as JSON."""
    output = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(output.splitlines()[-1])


def in_turns(repetitions: int, *actions: Callable[[], Any]) -> list[list]:
    """Runs each action once a round, so that what disturbs the machine disturbs all; a first round isn't counted."""
    for action in actions:
        action()
    results: list[list[Any]] = [[] for _ in actions]
    for _ in range(repetitions):
        for result, action in zip(results, actions):
            result.append(action())
    return results


def compared(
    number: str,
    what: str,
    herald: list[float],
    peer: list[float],
    goal: str,
    bound: float,
    *,
    inverse: bool = False,
    at_most: bool = True,
    unit: str = "",
) -> Row:
    """The ratio of the medians: Herald's to the peer's, or the other way round where `inverse`."""
    pairs = [(theirs / ours if inverse else ours / theirs) for ours, theirs in zip(herald, peer)]
    ratio = median(peer) / median(herald) if inverse else median(herald) / median(peer)
    return Row(
        number,
        what,
        duration(median(herald)) + unit,
        duration(median(peer)) + unit,
        ratio,
        goal,
        bound,
        at_most,
        tuple(pairs),
        is_wall=unit == " wall",
    )
