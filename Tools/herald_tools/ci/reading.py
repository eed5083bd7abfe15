"""Runs programs, and notes what is not as expected."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from herald_tools.paths import ROOT


class Reading:
    """A folder for files, and the failures so far."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.folder = program, folder
        self.failures: list[str] = []

    def expect(self, holds: bool, failure: str) -> None:
        if not holds:
            self.failures.append(failure)

    def run(
        self,
        *command: str | Path,
        status: int = 0,
        folder: Path = ROOT,
        variables: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Runs a program, and notes another exit status than the expected one."""
        kept = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("GITHUB_")}
        words = [str(word) for word in command]
        run = subprocess.run(words, capture_output=True, text=True, cwd=folder, env={**kept, **(variables or {})})
        shown = " ".join(words)[:200]
        self.expect(
            run.returncode == status,
            f"`{shown}` ends with {run.returncode}, not {status}:\n{run.stdout[-2000:]}{run.stderr[-2000:]}",
        )
        return run

    def herald(self, *arguments: str | Path, status: int = 0) -> subprocess.CompletedProcess[str]:
        return self.run(self.program, *arguments, status=status)

    def module(
        self, name: str, *arguments: str | Path, status: int = 0, folder: Path = ROOT
    ) -> subprocess.CompletedProcess[str]:
        """Runs a module of the packages, with `herald` in its path."""
        tools = f"{Path(sys.executable).parent}{os.pathsep}{self.program.parent}{os.pathsep}{os.environ['PATH']}"
        return self.run(sys.executable, "-m", name, *arguments, status=status, folder=folder, variables={"PATH": tools})
