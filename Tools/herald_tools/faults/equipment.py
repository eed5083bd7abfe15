"""The programs that cases are run with, and what a campaign counts."""

import subprocess
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Figures:
    """What the cases of a campaign did."""

    counts: Counter[str] = field(default_factory=Counter)


class Service:
    """`herald-damage serve`: one process that does what a program would be started for again and again."""

    def __init__(self, damage: Path) -> None:
        self._process = subprocess.Popen([damage, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def do(self, command: str, ledger: Path, log: Path) -> str:
        """What failed; nothing where all went well."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{command}\t{ledger}\t{log}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        return "" if answer == "ok" else answer or "the service has ended"


@dataclass(frozen=True)
class Tools:
    """What cases are run with. `losses`: how many power losses a recorded command gets."""

    herald: Path
    shim: Path
    seed: str = "1"
    losses: int = 8
    damage: Path | None = None
    service: Service | None = None
    figures: Figures = field(default_factory=Figures)
