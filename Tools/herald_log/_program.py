"""The program: where it is, and one run of it."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Union

from herald_log._errors import HeraldError, read_error

LogPath = Union[str, "os.PathLike[str]"]


def program() -> Path:
    """The path of the program that was installed with this package; another `herald` in PATH is not meant."""
    for folder in _folders():
        path = folder / "herald"
        if path.is_file() and os.access(path, os.X_OK):
            return path
    raise HeraldError(
        "noProgram",
        "The program `herald` is not there.",
        str(Path(__file__).parent),
        "this package was installed without its programs, or they were moved",
        "install the distribution `herald-log` again",
    )


def _folders() -> Iterator[Path]:
    """The folders that an installer may have put programs into, the likeliest one first."""
    packages = Path(__file__).resolve().parent.parent
    if packages.parent.name.startswith("python") and packages.parent.parent.name.startswith("lib"):
        yield packages.parent.parent.parent / "bin"  # of an environment, of a user or of `--prefix`
    yield packages / "bin"  # of `--target`
    yield Path(sysconfig.get_path("scripts"))


def answer(
    command: str, *options: str, log: LogPath | None = None, agrees: Callable[[int, BinaryIO], bool] | None = None
) -> BinaryIO:
    """Runs a command on a log; returns what it printed, as a file that has no name and goes when it is not used.

    It may be longer than memory. `agrees` says of a status that is not 0, and of what was printed, that they answer.
    """
    arguments = [str(program()), command, *options, *([] if log is None else ["--", _name(log)])]
    output: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115 - the caller reads it
    try:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE)
        if done.returncode and not (agrees and agrees(done.returncode, output)):
            raise read_error(done.stderr.decode("utf-8", "replace"), done.returncode, command)
    except BaseException:
        output.close()
        raise
    output.seek(0)
    return output


def _name(log: LogPath) -> str:
    """The log's path. `-` alone would be standard input."""
    name = os.fspath(log)
    return "./-" if name == "-" else name
