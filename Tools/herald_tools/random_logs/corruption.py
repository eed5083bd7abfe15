"""Logs made wrong: lines of every kind that section 1 of the contract refuses, and some that it does not."""

import json
import re
from collections.abc import Callable
from typing import Any

from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

_TIMES = [
    "2026-03-02",
    "2026-03-02 08:00:00Z",
    "2026-02-30T08:00:00Z",
    "2026-03-02T24:00:00Z",
    "2026-03-02T08:60:00Z",
    "2026-03-02T08:00:61Z",
    "2026-03-02T08:00:00",
    "2026-03-02T08:00Z",
    "2026-03-02T08:00:00.Z",
    "2026-03-02T08:00:00+24:00",
    "2026-03-02T08:00:00+0300",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01",
    "9999-12-31T23:59:60Z",
    "0001-01-01T00:00:00-00:01",
    "9999-12-31T23:59:59.999Z",
    "\u0662026-03-02T08:00:00Z",
    "",
    " 2026-03-02T08:00:00Z",
    "2026-03-02T08:00:00Z\n",
    "2026-03-02T08:00:00,5Z",
    1772438400,
    None,
    "10000-01-01T00:00:00Z",
]
_ATTRIBUTES: dict[str, list[Any]] = {
    "specversion": ["1.1", "0.3", 1.0, None, "", True],
    "id": ["", None, 5, True, []],
    "source": ["", None, 5, {}],
    "type": ["", None, 5, "app.unheard"],
    "time": _TIMES,
    "revision": [0, -1, 1.5, "1", None, 1, 2, 3, 7, 1000, True, 9007199254740992],
    "dataversion": ["1", 1.5, True, None, 1, 2, []],
    "datacontenttype": ["text/plain", 5, None],
    "data": [[], "x", 5, None, True, {}],
}
_VALUES: dict[str, list[Any]] = {
    "properties": [None, [], "x", {"a": 5}, {"a": None}, {"a": True}, {"a": []}],
    "user": [5, None, True, []],
    "busy": ["true", 1, None, []],
    "trigger": ["foreground", "Launch", "", None, 5],
    "url": [None, 5, ""],
    "format": [None, 5, "nosuch"],
    "status": [201, "200", None, 200.5, 304, 200],
    "etag": [5, None],
    "storeUrl": [5, None, "x"],
    "digest": [None, 5, "sha256:" + "0" * 64, "sha256:" + "A" * 64, "sha1:00", ""],
    "document": [None, 5, "{}", ""],
    "reason": [None, 5, "odd"],
    "prompt": [None, 5],
    "rule": [None, 5],
    "kind": [None, 5, "Force", "soft"],
    "language": [5, None],
    "button": [None, 5, "shake"],
    "targetVersion": [5, None],
    "operation": [None, 5],
}
_ODD: list[Any] = [5, "x", True, [], {}, 0.5, -1, None]
_TEXTS = [
    b"\xff\xfe",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xc0\xaf",
    b'{"a":1',
    b"{}",
    b"[]",
    b"null",
    b"5",
    b'"x"',
    b"x",
    b"{'a':1}",
    b'{"id":"a","id":"b"}',
    b'{"id":"\\ud800"}',
    b"{} {}",
    b"//",
    b"\xc2\xa0",
    b"\x0b",
    b"",
    b" ",
    b"{,}",
    b"\x00",
]
_INSERTIONS = [
    b'"x":NaN,',
    b'"x":01,',
    b'"x":"\\ud83d",',
    b'"x":"\\ude00\\ud83d",',
    b'"id":"again",',
    b'"\\u0069d":"again",',
    b'"x":1e999,',
    b'"x":"\x01",',
    b'"x":"\xff",',
    b'"x":[1,],',
    b'"x":tru,',
    b'"x":"\\q",',
    b"/**/",
    b'"x":{"a":1,"a":1},',
    b'"x":"\\u0000",',
    b'"x":"\x7f",',
    b'"x":+1,',
    b'"x":1.,',
    b'"x":"\xf4\x90\x80\x80",',
]


def corrupted(dice: Dice, log: bytes, more: frozenset[str] = frozenset()) -> bytes:
    """The log with one or two lines made wrong, or nearly so.

    - more: fields that no table here lists, one of which gets an odd value in some logs.
    """
    lines = log.split(b"\n")
    if more and dice.chance(0.3):
        _odd_field(dice, lines, more)
    for _ in range(dice.pick([1, 1, 1, 1, 1, 2])):
        _corrupt(dice, lines, dice.randrange(len(lines)))
    return b"\n".join(lines)


def _corrupt(dice: Dice, lines: list[bytes], at: int) -> None:
    change = dice.weighted(
        (4, _attribute),
        (6, _value),
        (1, _text),
        (2, _insertion),
        (1, _removed),
        (1, _swapped),
        (2, _other_content),
        (1, _cut),
        (1, _bytes),
        (1, _unquoted),
        (1, _missing),
    )
    change(dice, lines, at)


def _edit(lines: list[bytes], at: int, change: Callable[[JSONObject], None]) -> None:
    """Changes a line's content, where it can be read."""
    try:
        content = json.loads(lines[at])
    except ValueError:
        return
    if isinstance(content, dict):
        change(content)
        lines[at] = json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _attribute(dice: Dice, lines: list[bytes], at: int) -> None:
    name = dice.pick(list(_ATTRIBUTES))
    _edit(lines, at, lambda content: content.update({name: dice.pick(_ATTRIBUTES[name])}))


def _value(dice: Dice, lines: list[bytes], at: int) -> None:
    def change(content: JSONObject) -> None:
        data = content.get("data")
        keys = [key for key in data if key in _VALUES] if isinstance(data, dict) else []
        key = dice.pick(keys) if keys and dice.chance(0.8) else dice.pick(list(_VALUES))
        if isinstance(data, dict):
            data[key] = dice.pick(_VALUES[key])

    _edit(lines, at, change)


def _odd_field(dice: Dice, lines: list[bytes], names: frozenset[str]) -> None:
    def change(content: JSONObject) -> None:
        data = content.get("data")
        for holder in (content, data if isinstance(data, dict) else {}):
            holder.update({name: dice.pick(_ODD) for name in sorted(names & holder.keys())})

    having = [at for at, line in enumerate(lines) if any(f'"{name}"'.encode() in line for name in names)]
    if having:
        _edit(lines, dice.pick(having), change)


def _missing(dice: Dice, lines: list[bytes], at: int) -> None:
    def change(content: JSONObject) -> None:
        holder = content["data"] if dice.chance(0.7) and isinstance(content.get("data"), dict) else content
        if holder:
            del holder[dice.pick(list(holder))]

    _edit(lines, at, change)


def _other_content(dice: Dice, lines: list[bytes], at: int) -> None:
    """The same source and id again, with content that is other, or only looks so."""
    copy = [lines[at]]
    _edit(copy, 0, lambda content: content.update(dice.pick([{"extra": 1}, {"revision": 3}, {"type": "x"}, {}])))
    lines.insert(dice.randint(at, len(lines) - 1) + 1, copy[0])


def _text(dice: Dice, lines: list[bytes], at: int) -> None:
    lines.insert(at, dice.pick(_TEXTS))


def _insertion(dice: Dice, lines: list[bytes], at: int) -> None:
    lines[at] = lines[at].replace(b"{", b"{" + dice.pick(_INSERTIONS), 1)


def _removed(dice: Dice, lines: list[bytes], at: int) -> None:
    del lines[at]
    lines.extend([b""] if not lines else [])


def _swapped(dice: Dice, lines: list[bytes], at: int) -> None:
    other = dice.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _cut(dice: Dice, lines: list[bytes], at: int) -> None:
    lines[at] = lines[at][: dice.randint(0, len(lines[at]))]


def _bytes(dice: Dice, lines: list[bytes], at: int) -> None:
    where = dice.randint(0, len(lines[at]))
    lines[at] = lines[at][:where] + bytes([dice.randrange(256)]) + lines[at][where + 1 :]


def _unquoted(dice: Dice, lines: list[bytes], at: int) -> None:
    """Numbers and texts change places."""
    lines[at] = re.sub(rb'"revision":\s*([0-9]+)', rb'"revision":"\1"', lines[at], count=1)
