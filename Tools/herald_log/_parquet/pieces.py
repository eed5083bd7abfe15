"""Several tables in one stream: pieces of whole rows, each after a line with its table and length."""

import itertools
import json
from collections.abc import Iterator
from typing import BinaryIO


def read_pieces(stream: BinaryIO) -> Iterator[tuple[str, bytes]]:
    """The table and the text of each piece. A `ValueError` says what is not a piece."""
    for place in itertools.count(1):
        line = stream.readline(_LONGEST)
        if not line:
            return
        table, size = _head(line, place)
        text = stream.read(size)
        if len(text) < size:
            raise ValueError(f"piece {place} ends after {len(text)} of {size} bytes")
        yield table, text


_LONGEST = 200  # bytes of a line before a piece
_LARGEST = 1 << 31  # bytes of a piece


def _head(line: bytes, place: int) -> tuple[str, int]:
    try:
        head = json.loads(line)
        table, size = head["table"], head["bytes"]
    except (ValueError, LookupError, TypeError):
        table = size = None
    if not isinstance(table, str) or type(size) is not int or not 0 <= size <= _LARGEST:
        raise ValueError(f"this does not begin piece {place}: " + line[:60].decode("utf-8", "replace").rstrip())
    return table, size
