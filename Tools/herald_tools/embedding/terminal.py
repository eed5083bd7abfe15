"""Runs a program in a terminal, as a person would: it asks, and is answered."""

import os
from collections.abc import Sequence
from pathlib import Path

from herald_tools import terminals


def run_in_terminal(command: Sequence[str], folder: Path, answers: Sequence[str]) -> list[str]:
    """The lines on the screen, with what was typed: the next answer wherever the program waits behind `? `."""
    left = list(answers)
    process, file = terminals.begin(command, folder, {})
    until, screen = terminals.deadline(), b""
    try:
        while part := terminals.read(file, until):
            screen += part
            if screen.endswith(b"? ") and left:
                os.write(file, left.pop(0).encode() + b"\n")
        terminals.end(process, file, until)
    except TimeoutError as error:
        terminals.kill(process)
        raise TimeoutError(f"{' '.join(command)}: {error}; it has said {screen!r}") from error
    return screen.decode().replace("\r\n", "\n").splitlines()
