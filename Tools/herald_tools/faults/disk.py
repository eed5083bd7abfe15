"""What a disk may hold after a power loss: what was synced, and of the rest anything."""

import random
from dataclasses import dataclass, field
from pathlib import Path

from herald_tools.faults.recorded import Call

_SECTOR = 512


@dataclass
class File:
    """Bytes that are on the medium, and changes that are not."""

    durable: bytearray = field(default_factory=bytearray)
    waiting: list[Call] = field(default_factory=list)

    def sync(self) -> None:
        for change in self.waiting:
            apply(change, self.durable)
        self.waiting.clear()


def apply(change: Call, content: bytearray, length: int | None = None) -> None:
    """Makes a write or a truncation, or the first bytes of a write."""
    size = change.offset if change.letter == "T" else change.offset + len(change.data[:length])
    if len(content) < size:
        content.extend(bytes(size - len(content)))
    if change.letter == "T":
        del content[change.offset :]
    else:
        content[change.offset : size] = change.data[:length]


class Disk:
    """Follows the calls of a program; every file is created by them, or was on the medium before."""

    def __init__(self, folder: Path) -> None:
        self._by_inode: dict[int, File] = {}
        self._names: dict[str, File] = {}  # as the medium has them
        self._changes: list[tuple[str, str, File | None]] = []  # letter, path and file, not on the medium yet
        self._folder = folder
        self._opened: dict[int, str] = {}  # folders, by inode
        for path in folder.rglob("*"):
            if not path.is_file():
                continue
            file = File(bytearray(path.read_bytes()))
            self._names[str(path)] = file
            self._by_inode[path.stat().st_ino] = file

    def follow(self, call: Call) -> None:
        if call.failed:
            return
        if call.letter == "C":
            file = self._by_inode[call.inode] = File()
            self._changes.append(("C", call.paths[0], file))
        elif call.letter in "WT" and call.inode in self._by_inode:
            self._by_inode[call.inode].waiting.append(call)
        elif call.letter == "S" and call.inode in self._by_inode:
            self._by_inode[call.inode].sync()
        elif call.letter == "S":
            self._sync_folder(self._opened.get(call.inode))
        elif call.letter == "O":
            self._opened[call.inode] = call.paths[0]
        elif call.letter == "U":
            self._changes.append(("U", call.paths[0], None))
        elif call.letter == "R":
            file_of = self._names_after(len(self._changes))
            self._changes.append(("U", call.paths[0], None))
            self._changes.append(("C", call.paths[1], file_of.get(call.paths[0])))

    def _sync_folder(self, path: str | None) -> None:
        """Brings the names in one folder onto the medium; in all of them where it is not known which one it is."""
        here = [change for change in self._changes if path is None or str(Path(change[1]).parent) == path.rstrip("/")]
        others = [change for change in self._changes if change not in here]
        self._changes = here
        self._names = self._names_after(len(here))
        self._changes = others

    def _names_after(self, changes: int) -> dict[str, File]:
        names = dict(self._names)
        for letter, path, file in self._changes[:changes]:
            if letter == "U":
                names.pop(path, None)
            elif file is not None:
                names[path] = file
        return names

    def lose_power(self, dice: random.Random, folder: Path) -> None:
        """Writes into a folder what may be left. A shared memory file is never left: no process has it mapped."""
        names = self._names_after(dice.choice([0, len(self._changes), dice.randint(0, len(self._changes))]))
        for path, file in names.items():
            if not path.endswith("-shm"):
                left = folder / Path(path).relative_to(self._folder)
                left.parent.mkdir(parents=True, exist_ok=True)
                left.write_bytes(self._left(file, dice))

    @staticmethod
    def _left(file: File, dice: random.Random) -> bytes:
        content = bytearray(file.durable)
        waiting = list(file.waiting)
        how = dice.choice(["none", "all", "first", "any", "disordered", "torn"])
        if how == "none":
            waiting = []
        elif how in ("first", "torn"):
            waiting = waiting[: dice.randint(0, len(waiting))]
        elif how in ("any", "disordered"):
            waiting = [change for change in waiting if dice.random() < 0.5]
            if how == "disordered":
                dice.shuffle(waiting)
        for change in waiting[:-1] if how == "torn" else waiting:
            apply(change, content)
        if how == "torn" and waiting:
            # A medium writes whole sectors.
            apply(waiting[-1], content, _SECTOR * dice.randint(0, len(waiting[-1].data) // _SECTOR))
        return bytes(content)
