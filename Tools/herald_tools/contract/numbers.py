"""JSON numbers that keep their text as written, and exact arithmetic on them."""

import re
import sys
from fractions import Fraction

sys.set_int_max_str_digits(0)

NUMBER = re.compile(r"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
LARGEST = 2**53 - 1
_FAR = 400  # beyond 10^±400 only sign and size matter, so the exponent is clamped there


class Number:
    """A JSON number as it is written."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"Number({self.text})"

    def parts(self) -> tuple[int, str, int]:
        """(sign, digits without zeros at either end, power of ten): equal for equal numbers."""
        match = NUMBER.fullmatch(self.text)
        assert match  # a reader has taken it for a number
        sign, whole, fraction, exponent = match.groups()
        fraction = fraction or ""
        digits = (whole + fraction).lstrip("0")
        power = int(exponent or 0) - len(fraction)
        significant = digits.rstrip("0")
        if not significant:
            return 1, "", 0
        return -1 if sign else 1, significant, power + len(digits) - len(significant)

    def value(self) -> Fraction:
        """The exact value, or something as good where it is beyond all bounds."""
        sign, digits, power = self.parts()
        if not digits:
            return Fraction(0)
        size = len(digits) + power
        if size > _FAR:
            return Fraction(sign * 10**_FAR)
        if size < -_FAR:
            return Fraction(sign, 10**_FAR)
        return sign * int(digits) * Fraction(10) ** power


def integer(number: Number) -> int | None:
    """The integer, where the value is integral and within ±(2^53 − 1); else None."""
    value = number.value()
    if value.denominator != 1 or abs(value) > LARGEST:
        return None
    return value.numerator


def number_from_text(text: str) -> Number | None:
    """A number written as text, in JSON's form; else None."""
    return Number(text) if NUMBER.fullmatch(text) else None


def half_up(value: Fraction) -> int:
    """The nearest integer to a Fraction, a half upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
