"""The type that the bench and all of its rows share."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from herald_tools.bench.harness.fleet import Fleet


@dataclass(frozen=True)
class Bench:
    """The program that is measured, the logs that it reads, their size, and how often a row is measured."""

    herald: Path
    fleet: Fleet
    events: int
    installations: int
    seed: int
    repetitions: int

    def can(self, command: str, flag: str) -> bool:
        """Asks `herald` whether a command knows a flag."""
        result = subprocess.run([str(self.herald), command, "--help"], stdout=subprocess.PIPE, text=True)
        return flag in result.stdout
