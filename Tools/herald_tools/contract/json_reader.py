"""A strict JSON reader: names once, whole surrogate pairs, numbers kept as written."""

import re
import sys
from typing import Any, NoReturn

from herald_tools.contract.numbers import NUMBER, Number

sys.setrecursionlimit(1_000_000)

_BLANK = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = (("true", True), ("false", False), ("null", None))


class JSONError(Exception):
    """Text that is not the JSON asked for."""


def read_json(text: str, commas: bool = False, depth: int | None = None) -> Any:
    """The value of a whole text. `commas`: one too many before `]` or `}` is accepted.
    `depth`: the number of levels allowed, the root's being 1."""
    return _Reader(text, commas, depth).whole()


class _Reader:
    def __init__(self, text: str, commas: bool, depth: int | None) -> None:
        self.text = text
        self.at = 0
        self.commas = commas
        self.depth = depth

    def whole(self) -> Any:
        value = self.value(1)
        self.skip_blank()
        if self.at != len(self.text):
            self.fail("text after the value")
        return value

    def fail(self, why: str) -> NoReturn:
        raise JSONError(f"{why} at offset {self.at}")

    def skip_blank(self) -> None:
        blank = _BLANK.match(self.text, self.at)
        assert blank  # it also matches nothing
        self.at = blank.end()

    def peek(self) -> str:
        self.skip_blank()
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, wanted: str) -> None:
        if self.peek() != wanted:
            self.fail(f"expected {wanted}")
        self.at += 1

    def value(self, level: int) -> Any:
        first = self.peek()
        if first == "{":
            return self.object(level)
        if first == "[":
            return self.array(level)
        if first == '"':
            return self.string()
        for word, meaning in _WORDS:
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return meaning
        return self.number()

    def number(self) -> Number:
        match = NUMBER.match(self.text, self.at)
        if not match:
            self.fail("no value")
        self.at = match.end()
        return Number(match.group())

    def enter(self, level: int) -> None:
        if self.depth is not None and level > self.depth:
            self.fail("nested too deeply")
        self.at += 1

    def object(self, level: int) -> dict[str, Any]:
        self.enter(level)
        result: dict[str, Any] = {}
        while not self.ended("}", bool(result)):
            if self.peek() != '"':
                self.fail("expected a name")
            name = self.string()
            if name in result:
                self.fail(f"name {name!r} twice")
            self.take(":")
            result[name] = self.value(level + 1)
        return result

    def array(self, level: int) -> list[Any]:
        self.enter(level)
        result: list[Any] = []
        while not self.ended("]", bool(result)):
            result.append(self.value(level + 1))
        return result

    def ended(self, closing: str, has_members: bool) -> bool:
        """Takes the closing bracket, or the comma before the next member."""
        if self.peek() == closing:
            self.at += 1
            return True
        if has_members:
            self.take(",")
            if self.commas and self.peek() == closing:
                self.at += 1
                return True
        return False

    def string(self) -> str:
        self.at += 1
        pieces: list[str] = []
        while True:
            match = _PLAIN.match(self.text, self.at)
            assert match  # it also matches nothing
            pieces.append(match.group())
            self.at = match.end()
            if self.at >= len(self.text):
                self.fail("string not closed")
            mark = self.text[self.at]
            self.at += 1
            if mark == '"':
                return "".join(pieces)
            if mark != "\\":
                self.fail("control character in a string")
            pieces.append(self.escape())

    def escape(self) -> str:
        mark = self.text[self.at : self.at + 1]
        self.at += 1
        if mark in _ESCAPES:
            return _ESCAPES[mark]
        if mark != "u":
            self.fail("unknown escape")
        unit = self.unit()
        if 0xDC00 <= unit <= 0xDFFF:
            self.fail("half a surrogate pair")
        if not 0xD800 <= unit <= 0xDBFF:
            return chr(unit)
        if not self.text.startswith("\\u", self.at):
            self.fail("half a surrogate pair")
        self.at += 2
        low = self.unit()
        if not 0xDC00 <= low <= 0xDFFF:
            self.fail("half a surrogate pair")
        return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))

    def unit(self) -> int:
        match = _HEX.match(self.text, self.at)
        if not match:
            self.fail("four hex digits expected")
        self.at = match.end()
        return int(match.group(), 16)


def comparable(value: Any) -> object:
    """A form in which two JSON values are the same exactly where they are equal as JSON."""
    if isinstance(value, dict):
        return "object", tuple(sorted((name, comparable(v)) for name, v in value.items()))
    if isinstance(value, list):
        return "array", tuple(comparable(v) for v in value)
    if isinstance(value, Number):
        return "number", repr(value.parts())
    return type(value).__name__, repr(value)
