"""A line's `data` as it was written."""

import json
import re

_READER = json.JSONDecoder(strict=False)
_BETWEEN = re.compile(r"[ \t\r\n]*[{,:]?[ \t\r\n]*")


def written_data(line):
    """The text of a valid line's value `data`; None where there is none, or it is null."""
    at = _BETWEEN.match(line, 0).end()
    while line[at] != "}":
        name, at = _READER.raw_decode(line, at)
        begin = _BETWEEN.match(line, at).end()
        _, at = _READER.raw_decode(line, begin)
        if name == "data":
            return None if line[begin:at] == "null" else line[begin:at]
        at = _BETWEEN.match(line, at).end()
    return None
