"""JSON values with one place changed, to find where a schema and a reader disagree."""

import copy
import random
from collections.abc import Iterator
from typing import Any

# Values of every kind, and of the forms that keys have.
VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    2,
    -1,
    0.5,
    100,
    101,
    304,
    9007199254740991,
    9007199254740992,
    "",
    " ",
    "x",
    "0",
    " 50 ",
    "0.5",
    "101",
    "-1",
    "TRUE",
    "false",
    "Yes",
    "no",
    "Y",
    "2.10",
    " 2 . 1 - rc.1+b",
    "v2",
    "2..7",
    "1.0-01",
    "2026-03-02",
    " 2026-02-29",
    "2024-02-29T23:59:59.123 +01",
    "2026-03-02 24:00",
    "2026-03-02T08:00:00Z",
    "2026-03-02T08:00:60.5-00:00",
    "2026-03-02T08:00:00",
    "https://example.com/a b",
    "http://",
    "https://user@:80/x",
    "htp://example.com",
    " market:x ",
    "itms-apps:",
    "sha256:" + "0a" * 32,
    "sha256:" + "0A" * 32,
    "application/json; charset=utf-8",
    "successed",
    [],
    {},
    [{}],
    ["x"],
    {"x": "y"},
]


def mutants(value: Any, names: list[str], count: int, random: random.Random) -> Iterator[Any]:
    """Copies of a value, each with a member of an object replaced, removed or added.

    `names` are the keys that may be added.
    """
    objects = list(_objects(value, ()))
    for _ in range(count):
        changed = copy.deepcopy(value)
        target = changed
        for step in random.choice(objects):
            target = target[step]
        keys = list(target)
        if keys and random.random() < 0.2:
            del target[random.choice(keys)]
        elif keys and random.random() < 0.5:
            target[random.choice(keys)] = copy.deepcopy(random.choice(VALUES))
        else:
            target[random.choice(names)] = copy.deepcopy(random.choice(VALUES))
        yield changed


def _objects(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        yield path
        for key, inner in value.items():
            yield from _objects(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _objects(inner, (*path, index))


def names(schema: Any) -> list[str]:
    """Every key that a schema names."""
    found: set[str] = set()
    if isinstance(schema, dict):
        found |= set(schema.get("properties", {}))
        for inner in schema.values():
            found |= set(names(inner))
    elif isinstance(schema, list):
        for inner in schema:
            found |= set(names(inner))
    return sorted(found)
