"""A shell at a terminal of its own, in which a line is typed and completed."""

import os
import pty
import re
import select
import time
from collections.abc import Mapping
from pathlib import Path


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
        until = time.monotonic() + 30
        while end not in self.buffer:
            if time.monotonic() > until:
                raise TimeoutError(f"the shell does not say {end!r}, but {self.buffer!r}")
            self.take(0.1)
        text, _, self.buffer = self.buffer.partition(end)
        return text + end

    def take(self, patience: float) -> bool:
        """Takes what comes within some seconds into the buffer; returns whether something came."""
        if not select.select([self.file], [], [], patience)[0]:
            return False
        self.buffer += os.read(self.file, 1 << 16).decode(errors="replace")
        return True

    def command(self, line: str) -> None:
        """Runs a command, and waits until the shell asks for the next one."""
        os.write(self.file, f"{line}; printf '<<%s>>' ready\n".encode())
        self.read_until("<<ready>>")
        self.read_until(self.prompt)

    def complete(self, line: str) -> str:
        """Types a line and a tab; returns the words of the line that the shell then has."""
        os.write(self.file, line.encode() + b"\t")
        while self.take(1.5):
            pass
        # The beginning of the line becomes a command that prints the rest as words.
        os.write(self.file, b"\x01words \n")
        found = re.findall(r"<<(.*?)>>", self.read_until("<<end>>"))
        self.read_until(self.prompt)
        return " ".join(found[:-1])

    def close(self) -> None:
        os.close(self.file)
        os.waitpid(self.process, 0)
