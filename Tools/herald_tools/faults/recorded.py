"""The calls that `Tools/faults/shim.c` recorded."""

import struct
from dataclasses import dataclass

_HEAD = struct.Struct("<IIQqII")


@dataclass(frozen=True)
class Call:
    """A call. Its letter says what it did.

    `C` created a file (data: its path), `O` opened one, `W` wrote data at an offset, `S` synced a file or folder, `T`
    truncated to an offset, `R` renamed (data: both paths), `U` unlinked a path, `A` wrote data to standard output,
    `r` read, `m` mapped.
    """

    number: int
    letter: str
    inode: int
    offset: int
    failed: bool
    data: bytes

    @property
    def size(self) -> int:
        """The bytes of its record."""
        return _HEAD.size + len(self.data)

    @property
    def paths(self) -> list[str]:
        return [part.decode() for part in self.data.split(b"\0") if part]


def read_calls(log: bytes) -> list[Call]:
    calls = []
    place = 0
    while place + _HEAD.size <= len(log):
        number, letter, inode, offset, length, failed = _HEAD.unpack_from(log, place)
        place += _HEAD.size
        calls.append(Call(number, chr(letter), inode, offset, bool(failed), log[place : place + length]))
        place += length
    return calls
