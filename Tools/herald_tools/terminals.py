"""A program at a terminal of its own: what it writes, and its end, without waiting for ever."""

import os
import pty
import select
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from herald_tools.patience import PATIENCE


def begin(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> tuple[int, int]:
    """Starts a program with some variables more; its process, and the file of its terminal."""
    process, file = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe(command[0], list(command), {**os.environ, **variables})
    return process, file


def deadline() -> float:
    """The time by which a program must have done what is waited for from now on."""
    return time.monotonic() + PATIENCE


def read(file: int, until: float) -> bytes:
    """What comes next, nothing where the program has ended. Raises `TimeoutError` where nothing comes in time."""
    if not select.select([file], [], [], max(0, until - time.monotonic()))[0]:
        raise TimeoutError("the program says nothing more, and does not end")
    try:
        return os.read(file, 1 << 16)
    except OSError:  # Linux says so where the program has ended
        return b""


def end(process: int, file: int, until: float) -> None:
    """Closes the terminal and waits for the program. Raises `TimeoutError` where it does not end in time."""
    os.close(file)
    while not os.waitpid(process, os.WNOHANG)[0]:
        if time.monotonic() > until:
            raise TimeoutError("the program has closed its terminal, and does not end")
        time.sleep(0.01)


def kill(process: int) -> None:
    """Ends a program that does not end of itself."""
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
