"""Differences in which a program says *not decided* of what is known here: not wrong, and not all that is promised."""

_SIGN = " (left open)"


def left_open(text: str) -> str:
    """A difference that is marked so."""
    return text + _SIGN


def is_left_open(difference: str) -> bool:
    return difference.endswith(_SIGN)


def open_if(verdict: str, text: str) -> str:
    """A difference, marked where the verdict is not decided."""
    return left_open(text) if verdict == "notDecided" else text
