"""Python packages for a program here: a virtual environment of its own, created when it is first needed.

A file in `Tools/requirements` lists a program's packages, versions pinned. The environment is kept in
`$XDG_CACHE_HOME/herald` (`~/.cache/herald`), one for each content of such a file and each Python.
`HERALD_PYTHON` names a Python that has the packages already: then nothing is installed.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

_OLDEST = (3, 10)
_ENTERED = "HERALD_TOOL_ENTERED"


class Unavailable(Exception):
    """Something that a program needs is missing: a code, what, where, why, and what to do about it."""

    def __init__(self, code: str, what: str, place: object, why: object, fix: str) -> None:
        super().__init__(what)
        self.code, self.what, self.place, self.why, self.fix = code, what, place, why, fix

    def report(self) -> None:
        """Prints the four parts to standard error."""
        lines = f"error[{self.code}]: {self.what}\n  at  {self.place}\n  why {self.why}\n  fix {self.fix}"
        print(lines, file=sys.stderr)


def fail(code: str, what: str, place: object, why: object, fix: str) -> NoReturn:
    """Prints what is wrong in four parts, and ends the program."""
    Unavailable(code, what, place, why, fix).report()
    sys.exit(1)


def require_python() -> None:
    """Raises `Unavailable` where this Python is too old for the programs here."""
    if sys.version_info < _OLDEST:
        raise Unavailable(
            "oldPython",
            f"This is Python {sys.version.split()[0]}.",
            sys.executable,
            f"the program needs Python {'.'.join(map(str, _OLDEST))} or later",
            "put a newer `python3` first in PATH",
        )


def enter(requirements: Path) -> None:
    """Continues in the environment of a file of requirements: starts the program again there, unless it runs there."""
    if os.environ.pop(_ENTERED, None) == str(requirements):
        return
    python = python_with(requirements)
    os.environ[_ENTERED] = str(requirements)  # so that the restarted program knows that it has arrived
    sys.stdout.flush()
    os.execv(python, [str(python), *sys.orig_argv[1:]])


def python_with(requirements: Path) -> Path:
    """The path of a Python that has the packages; installs them where they are missing. Raises `Unavailable`."""
    named = os.environ.get("HERALD_PYTHON")
    if named:
        return _found(named)
    wanted = requirements.read_text()
    folder = _folder(requirements.stem, wanted)
    python, mark = folder / "bin" / "python", folder / "installed"
    if mark.exists() and python.exists():
        return python
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with open(f"{folder}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be creating the same one
            if not mark.exists():
                _create(folder, python, requirements, wanted)
                mark.write_text(wanted)
    except OSError as error:
        raise Unavailable(
            "noFolder",
            "The folder for Python packages cannot be written.",
            folder,
            error.strerror or error,
            "set XDG_CACHE_HOME to a folder that can be",
        ) from error
    return python


def is_installed(requirements: Path) -> bool:
    """True if `python_with` would install nothing."""
    if os.environ.get("HERALD_PYTHON"):
        return True
    folder = _folder(requirements.stem, requirements.read_text())
    return (folder / "installed").exists() and (folder / "bin" / "python").exists()


def _found(named: str) -> Path:
    python = shutil.which(named)
    if python is None:
        raise Unavailable(
            "noPython",
            f"`{named}` is not a program.",
            "the variable HERALD_PYTHON",
            "it names the Python that has the tool's packages",
            "correct it, or unset it: then the tool installs them",
        )
    return Path(python)


def _folder(name: str, wanted: str) -> Path:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    version = ".".join(map(str, sys.version_info[:3]))
    key = hashlib.sha256(f"{version} {sys.base_prefix} {wanted}".encode()).hexdigest()[:12]
    return cache / "herald" / f"{name}-{key}"


def _create(folder: Path, python: Path, requirements: Path, wanted: str) -> None:
    packages = ", ".join(line for line in wanted.split("\n") if line and not line.startswith("#"))
    print(f"Installing {packages} into {folder}, once", file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    _step(
        [sys.executable, "-m", "venv", str(folder)],
        folder,
        "noVenv",
        "Python's module `venv` does not work.",
        "install it (Debian and Ubuntu: `apt-get install python3-venv`), or set HERALD_PYTHON to a Python that has "
        f"{packages}",
    )
    _step(
        [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "-r", str(requirements)],
        folder,
        "noPackages",
        f"{packages} cannot be installed.",
        "connect to a package index (`PIP_INDEX_URL` names another), or set HERALD_PYTHON to a Python that has them",
    )


def _step(command: list[str], folder: Path, code: str, what: str, fix: str) -> None:
    """Runs a command; where it fails, removes the folder and raises `Unavailable` with the command's last line."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        said = [line.strip() for line in done.stdout.split("\n") if line.strip()] or [f"status {done.returncode}"]
        raise Unavailable(code, what, folder, said[-1], fix)
