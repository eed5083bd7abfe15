"""Which language's text a device sees."""

import re
from collections.abc import Iterator

from herald_tools.contract.canonical import utf16_order
from herald_tools.contract.text import normalize

_LAST_SUBTAG = re.compile(r"[-_][^-_]*\Z")


def choose_language(keys: list[str], device: str | None) -> str | None:
    """The first of `keys` (those that have a text) for a device's tag; None where none fits."""
    for wanted, spelling in _candidates(device or ""):
        equal = [key for key in keys if _tag(key) == wanted]
        if spelling in equal:
            return spelling
        if equal:
            return min(equal, key=utf16_order)
    return None


def _tag(text: str) -> str:
    return normalize(text).replace("_", "-")


def _candidates(device: str) -> Iterator[tuple[str, str]]:
    """Each tag to try, with the way the device itself spells it."""
    spelling, tag = device, _tag(device)
    while tag:
        yield tag, spelling
        shorter = _LAST_SUBTAG.sub("", spelling)
        if shorter == spelling:
            break
        spelling, tag = shorter, _tag(shorter)
    yield "*", device
    yield "", device
