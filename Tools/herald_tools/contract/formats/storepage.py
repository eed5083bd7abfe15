"""The format `storepage`: the App Store's web page."""

import html
import re
from collections.abc import Iterator
from typing import Any

from herald_tools.contract.formats.document import Fetch, destination, is_newer_release, update
from herald_tools.contract.json_reader import JSONError, read_json
from herald_tools.contract.policy import Policy, Refused
from herald_tools.contract.text import WHITE, is_blank
from herald_tools.contract.versions import read_version
from herald_tools.json_types import JSONObject

_LEVELS = 64
_INSIDE_TAG = r"(?:\"[^\"]*\"|'[^']*'|[^>\"'])*"
_MARKUP = re.compile(
    rf"<!--.*?(?:-->|\Z)|<(script|style)\b({_INSIDE_TAG})>(.*?)(?:</\1\s*>|\Z)|<[!?/a-z]{_INSIDE_TAG}>",
    re.IGNORECASE | re.DOTALL,
)
_LINKED_DATA = re.compile(r"(?:^|\s)type\s*=\s*([\"']?)\s*application/ld\+json\s*\1(?![^\s])", re.IGNORECASE)
_VERSION_TEXT = re.compile(rf"(?<!\w)Version[{''.join(sorted(WHITE))}]+([0-9]+(?:\.[0-9]+)*)(?!\w|\.[0-9])")

_WORDS = ["Version", "バージョン", "版本", "버전", "Versión", "Versione", "Versão", "Версия", "Sürüm", "الإصدار"]
_WHITE = f"[{''.join(sorted(WHITE))}]"
_LABEL = re.compile(rf"{_WHITE}*(?:{'|'.join(_WORDS)})(?:{_WHITE}+|{_WHITE}*:{_WHITE}*)([0-9]+(?:\.[0-9]+)*){_WHITE}*")
_BEFORE_PATH = re.compile(r"([^/?#:]+:)?(//[^/?#]*)?")
_APP = re.compile(r"id([0-9]{6,})")
_EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
_INSIDE_WORDS = {
    "a",
    "abbr",
    "b",
    "bdi",
    "bdo",
    "code",
    "em",
    "font",
    "i",
    "mark",
    "s",
    "script",
    "small",
    "span",
    "strong",
    "style",
    "sub",
    "sup",
    "time",
    "u",
    "wbr",
}


def read_storepage(body: str, fetch: Fetch) -> Policy:
    text = _linked_version(body) or _labelled_version(body)
    if text is None and _names_app(body, fetch):
        text = _written_version(body)
    if text is None:
        raise Refused("noVersion")
    version = read_version(text)
    if version is None:
        raise Refused("invalidVersion")
    return Policy(
        family="storepage",
        rank=version,
        rules=update(
            "storepage",
            "optional",
            destination(fetch, fetch.url),
            is_offered=lambda properties: is_newer_release(version, properties),
            published=text,
        ),
    )


def _names_app(page: str, fetch: Fetch) -> bool:
    """Whether the app's number in the store, as an address of the fetch has it, stands in the page."""
    numbers = [_app_number(url) for url in (fetch.url, fetch.store_url) if url]
    return any(number and re.search(rf"(?<![0-9]){number}(?![0-9])", page) for number in numbers)


def _app_number(url: str) -> str | None:
    """The digits of the first segment `id<digits>` of an address's path."""
    path = re.split(r"[?#]", _BEFORE_PATH.sub("", url, count=1))[0]
    return next((match[1] for segment in path.split("/") if (match := _APP.fullmatch(segment))), None)


def _linked_version(page: str) -> str | None:
    """The first `softwareVersion` with a text, of a `SoftwareApplication` in the page's JSON-LD."""
    for block in _MARKUP.finditer(page):
        if block[1] and block[1].lower() == "script" and _LINKED_DATA.search(block[2]):
            for node in _nodes(_read(block[3])):
                text = _software_version(node)
                if text is not None:
                    return text
    return None


def _read(text: str) -> Any:
    """The block's value; None where it cannot be read."""
    try:
        return read_json(text, commas=True, depth=_LEVELS)
    except JSONError:
        return None


def _nodes(value: Any) -> Iterator[JSONObject]:
    """Every object, the outer ones before those inside."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _nodes(part)


def _software_version(node: JSONObject) -> str | None:
    types = node.get("@type")
    text = node.get("softwareVersion")
    if "SoftwareApplication" not in (types if isinstance(types, list) else [types]) or not isinstance(text, str):
        return None
    return None if is_blank(text) else text


def _labelled_version(page: str) -> str | None:
    """The number of the first element whose whole text is a word for *version* and a number."""
    text, opened = "", list[tuple[str, int]]()
    at = 0
    for markup in _MARKUP.finditer(page):
        text += html.unescape(page[at : markup.start()])
        at = markup.end()
        tag = re.match(r"<(/?)([a-z][a-z0-9]*)", markup[0], re.IGNORECASE)
        if not tag or markup[1]:
            continue
        text += _as_text(markup)
        name = tag[2].lower()
        if not tag[1]:
            if name not in _EMPTY:
                opened.append((name, len(text)))
        elif any(name == other for other, _ in opened):
            while True:
                inner, start = opened.pop()
                if inner == name:
                    break
            label = _LABEL.fullmatch(text[start:].replace("\0", " "))
            if label:
                return label[1]
    return None


def _written_version(page: str) -> str | None:
    """The first `Version <number>` in what a reader of the page sees."""
    match = _VERSION_TEXT.search(html.unescape(_MARKUP.sub(_as_text, page)))
    return match[1] if match else None


def _as_text(markup: re.Match[str]) -> str:
    """What stands in the text for a piece of markup: nothing, a line's end, or the end of a block."""
    name = re.match(r"</?([a-z][a-z0-9]*)", markup[0], re.IGNORECASE)
    if not name or name[1].lower() in _INSIDE_WORDS:
        return ""
    return "\n" if name[1].lower() == "br" else "\0"
