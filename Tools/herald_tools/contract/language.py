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
        if wanted == "*" and (sibling := _sibling(keys, device or "")) is not None:
            return sibling
        equal = [key for key in keys if "-".join(_subtags(key)) == wanted]
        if spelling in equal:
            return spelling
        if equal:
            return min(equal, key=utf16_order)
    return None


def _sibling(keys: list[str], device: str) -> str | None:
    """A key of the same language for another region; for Chinese of the same script."""
    own = _subtags(device)
    same = [key for key in keys if _subtags(key)[0] == own[0] != ""]
    if own[0] == "zh":
        script = _chinese_script(own)
        written = [key for key in same if _chinese_script(_subtags(key)) == (script or "hans")]
        same = written if written or script else same
    return min(same, key=lambda key: (utf16_order("-".join(_subtags(key))), utf16_order(key)), default=None)


def _chinese_script(subtags: list[str]) -> str | None:
    """The script that a Chinese tag names, or that its region means."""
    if len(subtags) < 2:
        return None
    if _SCRIPT.fullmatch(subtags[1]):
        return subtags[1]
    if _REGION.fullmatch(subtags[1]):
        return "hant" if subtags[1] in _TRADITIONAL else "hans"
    return None


def _subtags(text: str) -> list[str]:
    """The parts of a tag as they are compared, the primary one the current code."""
    primary, *others = normalize(text).replace("_", "-").split("-")
    return [_REPLACED.get(primary, primary), *others]


def primary_subtag(tag: str) -> str:
    """The language alone, as it is compared; empty for an empty tag."""
    return _subtags(tag)[0]


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
