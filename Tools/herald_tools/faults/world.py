"""A folder for one case, and runs of the program in it, with system calls that break."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from herald_tools.faults.equipment import Tools
from herald_tools.faults.recorded import Call, read_calls
from herald_tools.paths import TOOLS
from herald_tools.patience import PATIENCE
from herald_tools.serve.running import Failed as Failed

SHIM = TOOLS / "faults/shim.c"
_FOUR_PARTS = re.compile(r"^error\[\w+\]: .+\n  at  .+\n(?:.*\n)*?  why .+\n  fix .+", re.MULTILINE)


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise Failed(what)


@dataclass(frozen=True)
class Break:
    """A system call that breaks: its number, from 1, and `kill`, `killed`, `short` or the number of an error."""

    call: int
    kind: str


@dataclass(frozen=True)
class Run:
    status: int
    output: bytes
    errors: str

    @property
    def lines(self) -> list[bytes]:
        return self.output.split(b"\n")[:-1]

    def expect_explained(self, what: str, statuses: tuple[int, ...] = (1, 2, 3)) -> None:
        """A run that did not succeed ends with a status of the contract, and says why in four parts."""
        expect(self.status in statuses, f"{what} ended with {self.status}: {self.errors[-600:]}")
        expect(bool(_FOUR_PARTS.search(self.errors)), f"{what} says no error in four parts: {self.errors[-600:]}")


class World:
    """A case's folder, and the programs that work in it."""

    def __init__(self, tools: Tools, folder: Path, number: int = 0) -> None:
        self.herald, self.shim, self.folder, self.number = tools.herald, tools.shim, folder, number
        self.losses, self.figures, self.service = tools.losses, tools.figures, tools.service
        self.damage, self.seed = tools.damage, tools.seed
        self.files = folder / "files"
        self.files.mkdir()

    def do(self, command: str, log: Path) -> str:
        """Appends or imports a log by the service, where there is one, else by the program. Returns what failed."""
        if self.service:
            return self.service.do(command, self.ledger, log)
        is_append = command == "append"
        words: list[str | Path] = ["append"] if is_append else ["import", log]
        run = self.run(*words, "--ledger", self.ledger, input=log.read_bytes() if is_append else b"")
        return "" if run.status == 0 else f"status {run.status}: {run.errors[-600:]}"

    def count(self, what: str, many: int = 1) -> None:
        self.figures.counts[what] += many

    @property
    def ledger(self) -> Path:
        return self.files / "l.sqlite"

    def run(self, *arguments: str | Path, input: bytes = b"", broken: Break | None = None) -> Run:
        """Runs the program, with one broken call if wanted."""
        variables = {} if broken is None else self._variables(broken)
        return self._run(arguments, input, variables)

    def run_limited(self, *arguments: str | Path, memory: int, input: bytes = b"") -> Run:
        """Runs the program with a limit on its address space, in bytes."""
        return self._run(arguments, input, {"LD_PRELOAD": str(self.shim), "FAULT_MEMORY": str(memory)})

    def start(self, *arguments: str | Path, clock: int | None = None) -> subprocess.Popen[bytes]:
        """Starts the program beside others, with pipes; with a seed for its clock, the clock jumps."""
        jumping = {} if clock is None else {"LD_PRELOAD": str(self.shim), "FAULT_CLOCK": str(clock)}
        pipe = subprocess.PIPE
        command = [str(self.herald), *map(str, arguments)]
        return subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=self.files, env=self._environment(jumping)
        )

    def record(self, *arguments: str | Path, input: bytes = b"") -> tuple[Run, list[Call]]:
        """Runs the program, and returns its calls too."""
        run = self._run(arguments, input, self._variables(Break(0, "")))
        return run, read_calls(self._log.read_bytes())

    @property
    def _log(self) -> Path:
        return self.folder / "calls"

    def _variables(self, broken: Break) -> dict[str, str]:
        return {
            "LD_PRELOAD": str(self.shim),
            "FAULT_FOLDER": str(self.files),
            "FAULT_LOG": str(self._log),
            "FAULT_CALL": str(broken.call),
            "FAULT_KIND": broken.kind,
        }

    def _run(self, arguments: tuple[str | Path, ...], input: bytes, variables: dict[str, str]) -> Run:
        command = [str(self.herald), *map(str, arguments)]
        try:
            done = subprocess.run(
                command,
                input=input,
                capture_output=True,
                cwd=self.files,
                env=self._environment(variables),
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise Failed(f"`{' '.join(command)}` goes on after {PATIENCE} s") from None
        return Run(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    def _environment(self, variables: dict[str, str]) -> dict[str, str]:
        # No pager, no colours, and no backtrace of a crash, which takes seconds.
        fixed = {"SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8", "TMPDIR": str(self.folder)}
        return {**os.environ, **fixed, **variables}

    def expect_ledger(self, lines: list[bytes]) -> None:
        """The ledger has exactly these lines, in any order, and its chain verifies."""
        found = self.exported() or []
        expect(sorted(found) == sorted(lines), f"the ledger has {len(found)} lines, not the {len(lines)} expected ones")
        audit = self.run("audit", self.ledger, "--format", "json")
        expect(audit.status in (0, 2), f"the audit ended with {audit.status}: {audit.errors[-300:]}")
        expect(b'"chain":"intact"' in audit.output, f"the chain is broken: {audit.output[-300:]!r}")

    def exported(self) -> list[bytes] | None:
        """The ledger's lines: an empty list without a file or without events.

        `None` where the next writer has to finish it first.
        """
        if not self.ledger.exists():
            return []
        run = self.run("export", self.ledger)
        if "error[unfinished]" in run.errors:
            return None  # A first import that a crash cut off.
        if "error[noEvents]" in run.errors:
            return []  # A crash before the tables were there.
        expect(run.status == 0, f"the export ended with {run.status}: {run.errors[-600:]}")
        return run.lines


def build_shim(folder: Path) -> Path:
    shim = folder / "shim.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, SHIM, "-ldl", "-lpthread"], check=True)
    return shim
