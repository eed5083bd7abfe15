"""Which of the declared keys and fields random logs have."""

import contextlib
from collections.abc import Iterator

from herald_tools.contract.json_reader import JSONError, read_json
from herald_tools.json_types import JSONObject
from herald_tools.oracle.generate import generate
from herald_tools.random_logs import made
from herald_tools.random_logs.additions import is_at, objects_in
from herald_tools.random_logs.declared import Declarations, Key

_EVENTS, _STREAMS = 80, 3
_LEVELS = 64

Place = tuple[str, str, str]  # the format, or `events`, or `houseRules`; object; key


def wanted(declared: Declarations) -> set[Place]:
    keys = {name: of_format for name, of_format in declared.formats.items() if name not in made.ALIASES}
    named = {**keys, "events": declared.event_keys, "houseRules": declared.house_rules}
    return {(name, key.object, key.name) for name, found in named.items() for key in found if not key.is_any_name}


def places(seed: int, declared: Declarations) -> set[Place]:
    """The keys and fields that the log of a seed has, as far as they are declared."""
    found: set[Place] = set()
    for line in generate(seed, _EVENTS, _STREAMS, declared=declared).split(b"\n"):
        with contextlib.suppress(JSONError):
            event = read_json(line.decode("utf-8", "ignore"))
            if isinstance(event, dict):
                found |= set(_of_event(event, declared))
    return found


def _of_event(event: JSONObject, declared: Declarations) -> Iterator[Place]:
    data = event.get("data")
    data = data if isinstance(data, dict) else {}
    for key in declared.event_keys:
        if key.name in (event if key.object == "event" else data if key.object == event.get("type") else ()):
            yield "events", key.object, key.name
    name, text, house = data.get("format"), data.get("document"), data.get("houseRules")
    if isinstance(house, dict):
        yield from (("houseRules", key.object, key.name) for key in declared.house_rules if key.name in house)
    if isinstance(text, str) and isinstance(name, str) and name in declared.formats:
        yield from _of_document(made.ALIASES.get(name, name), text, declared.formats[name])


def _of_document(name: str, text: str, keys: tuple[Key, ...]) -> Iterator[Place]:
    try:
        root = read_json(text.removeprefix("\ufeff"), commas=True, depth=_LEVELS)
    except JSONError:
        if text.startswith("<") or "<rss" in text:  # with a prefix of its own in place of `sparkle`
            yield from ((name, key.object, key.name) for key in keys if key.name.removeprefix("sparkle:") in text)
        return
    for place, holder in objects_in(root, ()):
        yield from ((name, key.object, key.name) for key in keys if is_at(key, place) and key.name in holder)
