"""RFC 8785: canonical JSON, with ECMAScript's way to write numbers."""

import math
from typing import Any

from herald_tools.contract.numbers import Number

_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


class NotCanonical(Exception):
    """A number that no IEEE 754 double holds."""


def utf16_order(text: str) -> bytes:
    """The sorting key of RFC 8785: UTF-16 code units."""
    return text.encode("utf-16-be")


def canonical_json(value: Any) -> str:
    if isinstance(value, dict):
        names = sorted(value, key=utf16_order)
        members = (f"{canonical_string(n)}:{canonical_json(value[n])}" for n in names)
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical_json, value)) + "]"
    if isinstance(value, str):
        return canonical_string(value)
    if isinstance(value, Number):
        return canonical_number(value.text)
    return {True: "true", False: "false", None: "null"}[value]


def canonical_string(text: str) -> str:
    return '"' + "".join(map(_scalar, text)) + '"'


def _scalar(scalar: str) -> str:
    if scalar in _SHORT:
        return _SHORT[scalar]
    return f"\\u{ord(scalar):04x}" if scalar < " " else scalar


def canonical_number(text: str) -> str:
    """As ECMAScript's Number.prototype.toString writes it."""
    number = float(text)
    if math.isinf(number):
        raise NotCanonical(text)
    if number == 0:
        return "0"
    digits, point = _shortest(abs(number))
    return ("-" if number < 0 else "") + _layout(digits, point)


def _shortest(number: float) -> tuple[str, int]:
    """The shortest digits that read back as this number, and where the point stands."""
    mantissa, _, exponent = repr(number).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    point = len(whole) + int(exponent or 0)
    stripped = digits.lstrip("0")
    return stripped.rstrip("0"), point - (len(digits) - len(stripped))


def _layout(digits: str, point: int) -> str:
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    exponent = point - 1
    mantissa = digits[0] + ("." + digits[1:] if count > 1 else "")
    return f"{mantissa}e{'+' if exponent >= 0 else '-'}{abs(exponent)}"
