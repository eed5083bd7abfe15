"""Several tables in one stream: pieces of whole rows, each after a line with its table and length."""

import itertools
import json
import re
from collections.abc import Iterator
from typing import BinaryIO


def read_pieces(stream: BinaryIO) -> Iterator[tuple[str, str, bytes]]:
    """The table, its folder or nothing, and the bytes of each piece. A `ValueError` says what is not a piece."""
    for place in itertools.count(1):
        line = stream.readline(_LONGEST)
        if not line:
            return
        table, folder, size = _head(line, place)
        text = stream.read(size)
        if len(text) < size:
            raise ValueError(f"piece {place} ends after {len(text)} of {size} bytes")
        yield table, folder, text


_LONGEST = 200  # bytes of a line before a piece
_LARGEST = 1 << 31  # bytes of a piece


# Such as `events/received=2026-03-02`: nothing else is joined to the path of the output.
_FOLDER = re.compile(r"[a-z]+/[a-z_]+=(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|none|other)", re.ASCII)


def _head(line: bytes, place: int) -> tuple[str, str, int]:
    try:
        head = json.loads(line)
        table, folder, size = head["table"], head.get("folder", ""), head["bytes"]
    except (ValueError, LookupError, TypeError, AttributeError):
        table = folder = size = None
    is_placed = isinstance(folder, str) and (not folder or _FOLDER.fullmatch(folder) is not None)
    if not isinstance(table, str) or not is_placed or type(size) is not int or not 0 <= size <= _LARGEST:
        raise ValueError(f"this does not begin piece {place}: " + line[:60].decode("utf-8", "replace").rstrip())
    return table, folder, size
