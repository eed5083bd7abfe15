"""Runs a program in a terminal, as a person would: it asks, and is answered."""

import os
import pty
from collections.abc import Sequence
from pathlib import Path


def run_in_terminal(command: Sequence[str], folder: Path, answers: Sequence[str]) -> list[str]:
    """The lines on the screen, with what was typed: the next answer wherever the program waits behind `? `."""
    left = list(answers)
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvp(command[0], list(command))
    screen = b""
    while part := _read(terminal):
        screen += part
        if screen.endswith(b"? ") and left:
            os.write(terminal, left.pop(0).encode() + b"\n")
    os.waitpid(child, 0)
    os.close(terminal)
    return screen.decode().replace("\r\n", "\n").splitlines()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # Linux says so where the program has ended
        return b""
