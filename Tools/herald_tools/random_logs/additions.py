"""Adds to random events and documents what the product declares and no maker here knows.

So a new key or field of a known kind stands in random logs without a line of Python, and they differ until the second
implementation reads it.
"""

import copy
import re
from collections.abc import Iterator
from typing import Any

from herald_tools.json_types import JSONObject
from herald_tools.random_logs import made
from herald_tools.random_logs.declared import Declarations, Key
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.kinds import Make, count, maker_of, odd

Path = tuple[str, ...]

_LIST_OF = re.compile(r"a list of (?:at least ([0-9]+) |at most ([0-9]+) |([0-9]+) to ([0-9]+) )?.+")
_INDEX = re.compile(r"\[[0-9]*\]")
# Places whose objects have the keys of another place.
_SAME = {
    "messages": "updates",
    **dict.fromkeys(("ios", "android2", "android", "macos2", "macos"), "ios2"),
}
# The formats whose documents are texts, and the tag before which an element is added; None where nothing can be.
ELEMENTS: dict[str, str | None] = {"appcast": "</item>", "storepage": None}


class Additions:
    """What to add to one log; nothing where there are no declarations."""

    def __init__(self, declared: Declarations | None, seed: object) -> None:
        self.dice = Dice(f"{seed} additions")
        self.documents: dict[str, list[tuple[Key, Make]]] = {}
        self.fields: list[tuple[Key, Make]] = []
        self.house_rules: list[tuple[Key, Make]] = []
        self.types: list[str] = []
        if declared is not None:
            self.types = [name for name in declared.types if name not in made.FIELDS]
            self.fields = _made(fields_to_make(declared), declared.event_keys)
            self.documents = {
                name: _made(keys_to_make(declared, name), keys) for name, keys in declared.formats.items()
            }
            parts = declared.formats.get("herald", ())
            self.house_rules = _made(house_rules_to_make(declared), (*declared.house_rules, *parts)) + [
                (key, make) for key, make in self.documents.get("herald", []) if key.object not in ("policy", "update")
            ]

    def other_type(self) -> str | None:
        """Now and then a type of event that no maker knows."""
        return self.dice.pick(self.types) if self.types and self.dice.chance(0.1) else None

    def needs_data(self, event_type: str) -> bool:
        return any(key.object == event_type and key.is_required for key, _ in self.fields)

    def strict_fields(self) -> frozenset[str]:
        """The names of fields added here with which a value of another kind makes a line unreadable."""
        return frozenset(key.name for key, _ in self.fields if key.is_refused_otherwise)

    def add_to_event(self, event: JSONObject) -> None:
        """Adds attributes, and to its data fields and house rules; what is read strictly stays readable."""
        self._add_fields(event, "event")
        if isinstance(event.get("data"), dict):
            data = event["data"] = dict(event["data"])
            self._add_fields(data, event["type"])
            if isinstance(data.get("houseRules"), dict):
                self._add(data["houseRules"], ("houseRules",), self.house_rules)

    def with_keys(self, format_name: str, root: Any) -> Any:
        """A copy of a document with more keys in its objects, each in its place."""
        keys = self.documents.get(format_name, [])
        if not keys:
            return root
        root = copy.deepcopy(root)
        self._add(root, (), keys)
        return root

    def with_elements(self, format_name: str, text: str) -> str:
        """A document that is no JSON, with more elements."""
        tag = ELEMENTS.get(format_name)
        for key, make in self.documents.get(format_name, []):
            if tag is None or tag not in text or not self._is_made(key):
                continue
            name = key.name.replace("sparkle:", "s:" if "xmlns:s=" in text else "sparkle:")
            value = "".join(scalar for scalar in str(make(self.dice)) if scalar not in "<&")
            text = text.replace(tag, f"<{name}>{value}</{name}>{tag}", 1)
        return text

    def _add_fields(self, holder: JSONObject, name: str) -> None:
        for key, make in self.fields:
            if key.object == name and self._is_made(key):
                is_odd = not key.is_refused_otherwise and self.dice.chance(0.2)
                holder[key.name] = odd(self.dice) if is_odd else make(self.dice)

    def _add(self, root: Any, path: Path, keys: list[tuple[Key, Make]]) -> None:
        for place, holder in list(objects_in(root, path)):
            for key, make in keys:
                if is_at(key, place) and self._is_made(key):
                    holder[key.name] = odd(self.dice) if self.dice.chance(0.1) else make(self.dice)

    def _is_made(self, key: Key) -> bool:
        must_be = 1.0 if key.is_refused_otherwise else 0.97
        return self.dice.chance(must_be if key.is_required else 0.4)


def fields_to_make(declared: Declarations) -> list[Key]:
    """The fields and attributes without a maker of their own."""
    return [key for key in declared.event_keys if (key.object, key.name) not in made.fields()]


def keys_to_make(declared: Declarations, format_name: str) -> list[Key]:
    """A format's keys without a maker of their own."""
    known = made.keys(format_name)
    found = [key for key in declared.formats[format_name] if (key.object, key.name) not in known]
    return [key for key in found if not key.is_any_name]


def house_rules_to_make(declared: Declarations) -> list[Key]:
    return [key for key in declared.house_rules if (key.object, key.name) not in made.house_rules()]


def maker_for(key: Key, others: tuple[Key, ...]) -> Make | None:
    """Makes values of a key: by its kind, or where that is an object of its own, of the keys of that object.

    - others: all keys of the same document.
    """
    make = maker_of(key.value)
    if make is not None:
        return make
    place = (*_place(key.path), key.name)
    parts = [other for other in others if other.path and _place(other.path) == place[-len(_place(other.path)) :]]
    makers = [(part, maker_for(part, others)) for part in parts if not part.is_any_name]
    known = [(part, make) for part, make in makers if make is not None]
    if not known or len(known) < len(makers):
        return None

    def whole(dice: Dice) -> JSONObject:
        return {part.name: make(dice) for part, make in known if part.is_required or dice.chance(0.6)}

    if match := _LIST_OF.fullmatch(key.value):
        bounds = count(match[1] or match[3], match[2] or match[4])
        return lambda dice: [whole(dice) for _ in range(dice.randint(*bounds))]
    return whole


def is_at(key: Key, place: Path) -> bool:
    """Whether an object in a place has a key, which the root and every part of a document have by their own paths."""
    own = _place(key.path)
    if not own:
        return not place
    ending = place[-len(own) :]
    return len(ending) == len(own) and all(part == name or part.isupper() for part, name in zip(own, ending))


def _place(path: str) -> Path:
    """The names on the way to an object; a list's elements are where the list is."""
    names = [_INDEX.sub("", name) for name in path.split(".") if name]
    return tuple(_SAME.get(name, name) for name in names)


def objects_in(value: Any, path: Path) -> Iterator[tuple[Path, JSONObject]]:
    """Every object in a value, each with its place."""
    if isinstance(value, dict):
        yield path, value
        for name, inner in value.items():
            yield from objects_in(inner, (*path, _SAME.get(str(name), str(name))))
    elif isinstance(value, list):
        for inner in value:
            yield from objects_in(inner, path)


def _made(keys: list[Key], others: tuple[Key, ...]) -> list[tuple[Key, Make]]:
    makers = ((key, maker_for(key, others)) for key in keys)
    return [(key, make) for key, make in makers if make is not None]
