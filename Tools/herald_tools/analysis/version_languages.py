"""The versions below, equal to and above another, as regular expressions of z3.

Written from the contract's text alone: no number is read here, so that `contract/versions.py` is judged too.
"""

from __future__ import annotations

from collections.abc import Sequence

import z3

_STRINGS = z3.ReSort(z3.StringSort())
ANY = z3.Full(_STRINGS)
NOTHING = z3.Empty(_STRINGS)
_DIGIT = z3.Range("0", "9")
_DIGITS = z3.Plus(_DIGIT)
_ZEROS = z3.Star(z3.Re("0"))
_REST = z3.Star(z3.Concat(z3.Re("."), _DIGITS))
_LETTER = z3.Union(z3.Range("a", "z"), z3.Re("-"))
_WORD_LETTER = z3.Union(_LETTER, _DIGIT)
_IDENTIFIER = z3.Union(
    z3.Re("0"),
    z3.Concat(z3.Range("1", "9"), z3.Star(_DIGIT)),
    z3.Concat(z3.Star(_DIGIT), _LETTER, z3.Star(_WORD_LETTER)),
)


def _dotted(part: z3.ReRef) -> z3.ReRef:
    return z3.Concat(part, z3.Star(z3.Concat(z3.Re("."), part)))


_PRE_RELEASE = z3.Concat(z3.Re("-"), _dotted(_IDENTIFIER))
_BUILD = z3.Concat(z3.Re("+"), _dotted(z3.Plus(_WORD_LETTER)))
_NUMBER = z3.Concat(z3.Re("("), _dotted(_DIGITS), z3.Re(")"))
_IGNORED = z3.Concat(z3.Option(_BUILD), z3.Option(_NUMBER))
_TAIL = z3.Concat(z3.Option(_PRE_RELEASE), _IGNORED)
VERSIONS = z3.Concat(z3.Option(z3.Union(z3.Re("+"), z3.Re("-"))), _dotted(_DIGITS), _TAIL)


def below(numbers: Sequence[str]) -> z3.ReRef:
    """The versions below one that has no pre-release."""
    wanted = _without_zeros(numbers)
    found = [z3.Concat(_negative(), _REST)]
    for place in range(len(wanted)):
        before = _equal_numbers(wanted[:place])
        found.append(z3.Concat(before, _component(place, _less(wanted[place]), wanted[place] != "0"), _REST))
        # Numbers that are missing are 0, and the last one wanted is not.
        if place > 0:
            found.append(before)
    exactly = z3.Concat(_equal_numbers(wanted), _trailing_zeros(), _PRE_RELEASE, _IGNORED)
    return z3.Union(z3.Concat(union(found), _TAIL), exactly)


def equal(numbers: Sequence[str]) -> z3.ReRef:
    return z3.Concat(_equal_numbers(_without_zeros(numbers)), _trailing_zeros(), _IGNORED)


def above(numbers: Sequence[str]) -> z3.ReRef:
    wanted = _without_zeros(numbers)
    found = []
    for place in range(len(wanted)):
        found.append(z3.Concat(_equal_numbers(wanted[:place]), _component(place, _more(wanted[place]), False), _REST))
    positive = z3.Concat(_ZEROS, z3.Range("1", "9"), z3.Star(_DIGIT))
    found.append(z3.Concat(_equal_numbers(wanted), _trailing_zeros(), z3.Re("."), positive, _REST))
    return z3.Concat(union(found), _TAIL)


def union(languages: Sequence[z3.ReRef]) -> z3.ReRef:
    if not languages:
        return NOTHING
    return languages[0] if len(languages) == 1 else z3.Union(*languages)


def _without_zeros(numbers: Sequence[str]) -> list[str]:
    """The numbers as they are compared; 0 alone stays."""
    found = [number.lstrip("0") or "0" for number in numbers]
    while len(found) > 1 and found[-1] == "0":
        found.pop()
    return found


def _negative() -> z3.ReRef:
    return z3.Concat(z3.Re("-"), _ZEROS, z3.Range("1", "9"), z3.Star(_DIGIT))


def _component(place: int, number: z3.ReRef, may_be_minus_zero: bool) -> z3.ReRef:
    """One number, the first with its sign and the others behind a point."""
    if place > 0:
        return z3.Concat(z3.Re("."), number)
    signed = z3.Concat(z3.Option(z3.Re("+")), number)
    return z3.Union(signed, z3.Concat(z3.Re("-"), z3.Plus(z3.Re("0")))) if may_be_minus_zero else signed


def _equal_numbers(wanted: Sequence[str]) -> z3.ReRef:
    parts = []
    for place, number in enumerate(wanted):
        same = z3.Plus(z3.Re("0")) if number == "0" else z3.Concat(_ZEROS, z3.Re(number))
        parts.append(_component(place, same, number == "0"))
    return z3.Re("") if not parts else parts[0] if len(parts) == 1 else z3.Concat(*parts)


def _trailing_zeros() -> z3.ReRef:
    return z3.Star(z3.Concat(z3.Re("."), z3.Plus(z3.Re("0"))))


def _less(number: str) -> z3.ReRef:
    """The numbers below one, digit by digit."""
    if number == "0":
        return NOTHING
    found = [_zero_or_shorter(len(number) - 1)]
    for place, digit in enumerate(number):
        lowest = "1" if place == 0 else "0"
        if digit > lowest:
            found.append(_with_digit(number[:place], z3.Range(lowest, chr(ord(digit) - 1)), len(number) - place - 1))
    return z3.Concat(_ZEROS, union(found))


def _zero_or_shorter(length: int) -> z3.ReRef:
    shorter = [_with_digit("", z3.Range("1", "9"), count) for count in range(length)]
    return union([z3.Re("0"), *shorter])


def _more(number: str) -> z3.ReRef:
    longer = z3.Concat(z3.Range("1", "9"), *[_DIGIT] * len(number), z3.Star(_DIGIT))
    if number == "0":
        return z3.Concat(_ZEROS, z3.Range("1", "9"), z3.Star(_DIGIT))
    found = [longer]
    for place, digit in enumerate(number):
        if digit < "9":
            found.append(_with_digit(number[:place], z3.Range(chr(ord(digit) + 1), "9"), len(number) - place - 1))
    return z3.Concat(_ZEROS, union(found))


def _with_digit(before: str, digit: z3.ReRef, after: int) -> z3.ReRef:
    parts = [*([z3.Re(before)] if before else []), digit, *[_DIGIT] * after]
    return parts[0] if len(parts) == 1 else z3.Concat(*parts)
