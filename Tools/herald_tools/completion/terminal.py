"""A shell at a terminal of its own, in which a line is typed and completed."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from herald_tools import terminals

_MARK = "Q"  # which stands in no line that is completed, and in no sequence that moves the cursor


class Terminal:
    """An interactive shell. `prompt` is what it prints where it waits for a line."""

    def __init__(self, command: list[str], folder: Path, variables: Mapping[str, str], prompt: str) -> None:
        self.prompt, self.buffer = prompt, ""
        self.process, self.file = terminals.begin(command, folder, {"TERM": "dumb", **variables})
        self.read_until(prompt)

    def read_until(self, end: str) -> str:
        """What comes up to a text, and with it."""
        until = terminals.deadline()
        while end not in self.buffer:
            try:
                part = terminals.read(self.file, until)
            except TimeoutError as error:
                raise TimeoutError(f"the shell does not say {end!r}, but {self.buffer!r}") from error
            if not part:
                raise EOFError(f"the shell ended without {end!r}, with {self.buffer!r}")
            self.buffer += part.decode(errors="replace")
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
        terminals.end(self.process, self.file, terminals.deadline())
