"""A line's `data` as it was written."""

import json
import re

_READER = json.JSONDecoder(strict=False)
_BETWEEN = re.compile(r"[ \t\r\n]*[{,:]?[ \t\r\n]*")


def _next(line: str, at: int) -> int:
    """Where the next name or value begins."""
    between = _BETWEEN.match(line, at)
    return between.end() if between else at


def written_data(line: str) -> str | None:
    """The text of a valid line's value `data`; None where it is absent or null."""
    at = _next(line, 0)
    while line[at] != "}":
        name, at = _READER.raw_decode(line, at)
        begin = _next(line, at)
        _, at = _READER.raw_decode(line, begin)
        if name == "data":
            return None if line[begin:at] == "null" else line[begin:at]
        at = _next(line, at)
    return None
