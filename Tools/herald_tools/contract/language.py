"""Which language's text a device sees (section 5)."""

import re
from collections.abc import Iterator

from herald_tools.contract.canonical import utf16_order
from herald_tools.contract.text import normalize

_REPLACED = {"iw": "he", "in": "id", "ji": "yi", "no": "nb"}
_SCRIPT = re.compile(r"[a-z]{4}")
_REGION = re.compile(r"[a-z]{2}|[0-9]{3}")
_TRADITIONAL = ("tw", "hk", "mo")


def choose_language(keys: list[str], device: str | None) -> str | None:
    """The first of `keys` (those that have a text) for a device's tag; None where none fits."""
    for wanted, spelling in _candidates(device or ""):
        equal = [key for key in keys if "-".join(_subtags(key)) == wanted]
        if spelling in equal:
            return spelling
        if equal:
            return min(equal, key=utf16_order)
    return None


def _subtags(text: str) -> list[str]:
    """The parts of a tag as they are compared, the primary one the current code."""
    primary, *others = normalize(text).replace("_", "-").split("-")
    return [_REPLACED.get(primary, primary), *others]


def _candidates(device: str) -> Iterator[tuple[str, str | None]]:
    """Each tag to try, with the way the device itself spells it; None where it spells it in no way."""
    subtags = _subtags(device)
    written = re.split(r"(?=[-_])", device)
    if subtags != [""]:
        yield from _truncated(subtags, written)
        yield from _other_scripts(subtags, written)
        if subtags[0]:
            yield subtags[0], written[0]
    yield "*", device
    yield "", device


def _truncated(subtags: list[str], written: list[str]) -> Iterator[tuple[str, str]]:
    """The tag, and shorter ones of more than one subtag; a single letter goes with what it introduces."""
    for count in range(len(subtags), 1, -1):
        if count == len(subtags) or len(subtags[count - 1]) != 1:
            yield "-".join(subtags[:count]), "".join(written[:count])


def _other_scripts(subtags: list[str], written: list[str]) -> Iterator[tuple[str, str | None]]:
    """Primary subtag and region of a tag with a script; for Chinese without one, the script of the region."""
    if len(subtags) > 2 and _SCRIPT.fullmatch(subtags[1]) and _REGION.fullmatch(subtags[2]):
        yield f"{subtags[0]}-{subtags[2]}", written[0] + written[2]
    if len(subtags) > 1 and subtags[0] == "zh" and _REGION.fullmatch(subtags[1]):
        yield "zh-hant" if subtags[1] in _TRADITIONAL else "zh-hans", None
