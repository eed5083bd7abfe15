"""Python packages for a tool here: a virtual environment of its own, made when it is first needed.

A tool names its packages in a file of requirements, versions pinned, and calls `enter` before it imports them. The
environment is kept in `$XDG_CACHE_HOME/herald` (`~/.cache/herald`), one for each content of such a file and each Python.
`HERALD_PYTHON` names a Python that has the packages already: then nothing is made.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

_OLDEST = (3, 10)
_ENTERED = "HERALD_TOOL_ENTERED"


def enter(requirements):
    """Goes on in the environment of a file of requirements: runs the program again there, unless this is it."""
    if sys.version_info < _OLDEST:
        fail("oldPython", f"This is Python {sys.version.split()[0]}.", sys.executable,
             f"the tool needs Python {'.'.join(map(str, _OLDEST))} or later",
             "run it with a newer one: `python3.12 " + " ".join(sys.argv[:1]) + " …`")
    if os.environ.pop(_ENTERED, None) != str(requirements):
        python = python_with(requirements)
        os.environ[_ENTERED] = str(requirements)  # so that the same program knows that it has arrived
        os.execv(python, [str(python), *sys.argv])


def python_with(requirements):
    """The path of a Python that has the packages."""
    named = os.environ.get("HERALD_PYTHON")
    if named:
        return _found(named)
    wanted = Path(requirements).read_text()
    folder = _folder(Path(requirements).resolve().parent.name, wanted)
    python, mark = folder / "bin" / "python", folder / "installed"
    if mark.exists() and python.exists():
        return python
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with open(f"{folder}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be making the same one
            if not mark.exists():
                _make(folder, python, requirements, wanted)
                mark.write_text(wanted)
    except OSError as error:
        fail("noFolder", "The folder for Python packages cannot be written.", folder, error.strerror or error,
             "set XDG_CACHE_HOME to a folder that can be")
    return python


def fail(code, what, place, why, fix):
    """Says what is missing in four parts, and ends."""
    print(f"error[{code}]: {what}\n  at  {place}\n  why {why}\n  fix {fix}", file=sys.stderr)
    sys.exit(1)


def _found(named):
    python = shutil.which(named)
    if python is None:
        fail("noPython", f"`{named}` is no program.", "the variable HERALD_PYTHON",
             "it names the Python that has the tool's packages", "correct it, or unset it: then the tool installs them")
    return python


def _folder(name, wanted):
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    version = ".".join(map(str, sys.version_info[:3]))
    return cache / "herald" / f"{name}-{hashlib.sha256(f'{version} {sys.base_prefix} {wanted}'.encode()).hexdigest()[:12]}"


def _make(folder, python, requirements, wanted):
    packages = ", ".join(line for line in wanted.split("\n") if line and not line.startswith("#"))
    print(f"Installing {packages} into {folder}, once", file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    _step([sys.executable, "-m", "venv", str(folder)], "noVenv", "Python's module `venv` does not work.", folder,
          "install it (Debian and Ubuntu: `apt-get install python3-venv`), or set HERALD_PYTHON to a Python that has "
          f"{packages}")
    _step([str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "-r", str(requirements)],
          "noPackages", f"{packages} cannot be installed.", folder,
          "connect to a package index (`PIP_INDEX_URL` names another), or set HERALD_PYTHON to a Python that has them")


def _step(command, code, what, place, fix):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        shutil.rmtree(place, ignore_errors=True)
        said = [line.strip() for line in done.stdout.split("\n") if line.strip()] or [f"status {done.returncode}"]
        fail(code, what, place, said[-1], fix)
