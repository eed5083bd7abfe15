"""A shell at a terminal of its own, in which a line is typed and completed."""

import os
import pty
import re
import select
import time
from collections.abc import Mapping
from pathlib import Path

from herald_tools.patience import PATIENCE

_MARK = "Q"  # which stands in no line that is completed, and in no sequence that moves the cursor


class Terminal:
    """An interactive shell. `prompt` is what it prints where it waits for a line."""

    def __init__(self, command: list[str], folder: Path, variables: Mapping[str, str], prompt: str) -> None:
        self.prompt, self.buffer = prompt, ""
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, {**os.environ, "TERM": "dumb", **variables})
        self.read_until(prompt)

    def read_until(self, end: str) -> str:
        """What comes up to a text, and with it."""
        until = time.monotonic() + PATIENCE
        while end not in self.buffer:
            if time.monotonic() > until:
                raise TimeoutError(f"the shell does not say {end!r}, but {self.buffer!r}")
            if select.select([self.file], [], [], 0.1)[0]:
                self.buffer += os.read(self.file, 1 << 16).decode(errors="replace")
        text, _, self.buffer = self.buffer.partition(end)
        return text + end

    def command(self, line: str) -> None:
        """Runs a command, and waits until the shell asks for the next one."""
        os.write(self.file, f"{line}; printf '<<%s>>' ready\n".encode())
        self.read_until("<<ready>>")
        self.read_until(self.prompt)

    def complete(self, line: str) -> str:
        """Types a line and a tab; returns the words of the line that the shell then has."""
        # A shell takes key after key, so the mark stands on the screen when the tab has done its work.
        os.write(self.file, line.encode() + b"\t" + _MARK.encode())
        self.read_until(_MARK)
        # The beginning of the line becomes a command that prints the rest, without the mark, as words.
        os.write(self.file, b"\x7f\x01words \n")
        found = re.findall(r"<<(.*?)>>", self.read_until("<<end>>"))
        self.read_until(self.prompt)
        return " ".join(found[:-1])

    def close(self) -> None:
        os.close(self.file)
        os.waitpid(self.process, 0)
