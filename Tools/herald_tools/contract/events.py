"""Events: the ten types and the shape of their data (section 2)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from herald_tools.contract.numbers import Number, integer
from herald_tools.contract.times import Moment
from herald_tools.contract.trust import read_trust
from herald_tools.json_types import JSONObject

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
TRIGGERS = ("launch", "login", "schedule", "heartbeat", "manual")
KINDS = ("exit", "force", "optional", "message")


Check = Callable[[Any], bool]


class BadData(Exception):
    """A key that is missing, of the wrong type, or a word outside a closed list."""


@dataclass
class Event:
    line: int
    source: str
    id: str
    type: str
    time: Moment
    revision: int
    data: JSONObject  # without the keys that are null, except `user`; of an unknown type not read
    is_known: bool


def text(value: Any) -> bool:
    return isinstance(value, str)


def boolean(value: Any) -> bool:
    return isinstance(value, bool)


def whole(value: Any) -> bool:
    return isinstance(value, Number) and integer(value) is not None


def word_of(*words: str) -> Check:
    return lambda value: value in words and isinstance(value, str)


def status(value: Any) -> bool:
    return whole(value) and integer(value) in (200, 304)


def text_or_null(value: Any) -> bool:
    return value is None or isinstance(value, str)


def texts(value: Any) -> bool:
    return isinstance(value, dict) and all(v is None or isinstance(v, str) for v in value.values())


_FETCH = {"trigger": word_of(*TRIGGERS), "url": text}
_SUCCESS = {**_FETCH, "format": text, "status": status}
_BODY_KEYS = ("digest", "document")

# type -> (required keys, optional keys), each with the test of its value
SHAPES: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "app.launched": ({"properties": texts}, {"user": text}),
    "app.foregrounded": ({}, {"busy": boolean}),
    "app.backgrounded": ({}, {}),
    "user.changed": ({}, {}),
    "fetch.succeeded": (_SUCCESS, {"etag": text, "lastModified": text, "storeUrl": text, "user": text}),
    "fetch.failed": ({**_FETCH, "reason": text}, {"status": whole, "user": text}),
    "prompt.shown": ({"prompt": text, "rule": text, "kind": word_of(*KINDS)}, {"language": text}),
    "button.chosen": ({"prompt": text, "button": text}, {}),
    "push.received": ({"kind": text}, {"url": text, "targetVersion": text, "user": text}),
    "operation.attempted": ({"operation": text}, {}),
}


_DRAWS = 10_000


def read_draws(value: Any) -> dict[str, int] | None:
    """Integers 0…9999 by name; None for anything else."""
    if not isinstance(value, dict):
        return None
    draws: dict[str, int] = {}
    for name, number in value.items():
        if number is None:
            continue
        drawn = integer(number) if isinstance(number, Number) else None
        if drawn is None or not 0 <= drawn < _DRAWS:
            return None
        draws[name] = drawn
    return draws


def read_data(event_type: str, raw: JSONObject) -> JSONObject:
    """The data of a known type, checked; keys that are null are left out."""
    required, optional = SHAPES[event_type]
    data = {key: value for key, value in raw.items() if value is not None}
    for key, fits in required.items():
        if key not in data:
            raise BadData(f"`{key}` is missing")
        if not fits(data[key]):
            raise BadData(f"`{key}` is not what it must be")
    for key, fits in optional.items():
        if key in data and not fits(data[key]):
            raise BadData(f"`{key}` is not what it must be")
    if event_type == "app.launched":
        data["properties"] = {k: v for k, v in data["properties"].items() if v is not None}
        data["draws"] = read_draws(data.get("draws"))
        data["trust"] = read_trust(data.get("trust"))
    if event_type == "prompt.shown" and not text(data.get("variant")):
        data.pop("variant", None)
    if event_type == "user.changed" and not ("user" in raw and text_or_null(raw["user"])):
        raise BadData("`user` is missing, or no text and not null")
    if event_type.startswith(("fetch.", "user.")) and "user" in raw:
        data["user"] = raw["user"]
    if event_type == "fetch.succeeded":
        _read_body(data)
    return data


def _read_body(data: JSONObject) -> None:
    """A 200 has a digest; in a 304 neither digest nor document is read."""
    if integer(data["status"]) == 304:
        for key in _BODY_KEYS:
            data.pop(key, None)
        return
    if not text(data.get("digest")) or not _DIGEST.fullmatch(data["digest"]):
        raise BadData("`digest` is missing or no sha256")
    if "document" in data and not text(data["document"]):
        raise BadData("`document` is not a text")
