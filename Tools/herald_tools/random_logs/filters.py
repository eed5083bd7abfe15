"""Random filters, often about the value that a device really has."""

from collections.abc import Mapping, Sequence
from typing import Any

from herald_tools.json_types import JSONObject
from herald_tools.random_logs import vocabulary
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.json_writer import Raw

_OPERATORS = ["<", "<=", ">", ">=", "<>"]
_SHAPES = [
    "",
    " ",
    ",",
    ",,",
    "!",
    "!,!",
    "''",
    "!''",
    "*",
    "**",
    "?*",
    "*?",
    "!*",
    "!!a",
    "><5",
    "<<5",
    "=5",
    "<",
    "<>",
    "<=2.7*",
    ">*",
    "''*",
    "\u3000,!",
    "<>abc",
    "!<>2.0",
    "*\u0307*",
]
_VALUES = [
    Raw("2.10"),
    Raw("2.1"),
    Raw("2.0"),
    Raw("5"),
    Raw("1E5"),
    Raw("-5"),
    Raw("10"),
    Raw("1e400"),
    True,
    False,
    None,
    Raw("2.7"),
]
_WRONG = [[], {}, ["2.0"], {"a": "b"}]


def filters(dice: Dice, properties: Mapping[str, str | None]) -> JSONObject:
    if dice.chance(0.25):
        name = dice.pick(["city", "city", "deviceModel", "tier", "deviceLanguage"])
        return {name: dice.weighted((4, ""), (1, "!")) + _twin(dice, properties.get(name) or "")}
    names = list(vocabulary.PROPERTIES)
    chosen = [dice.pick(names) for _ in range(dice.weighted((6, 1), (2, 2), (1, 0)))]
    return {name: filter_value(dice, name, properties) for name in chosen}


def filter_value(dice: Dice, name: str, properties: Mapping[str, str | None]) -> Any:
    if dice.chance(0.02):
        return dice.pick(_WRONG)
    if dice.chance(0.12):
        return dice.pick(_VALUES)
    return filter_text(dice, properties.get(name) or "", vocabulary.PROPERTIES[name])


def filter_text(dice: Dice, actual: str, candidates: Sequence[str]) -> str:
    if dice.chance(0.12):
        return dice.pick(_SHAPES)
    count = dice.weighted((6, 1), (3, 2), (1, 4))
    return dice.pick([",", ", ", ",,"]).join(_part(dice, actual, candidates) for _ in range(count))


def _part(dice: Dice, actual: str, candidates: Sequence[str]) -> str:
    word = _twin(dice, actual) if dice.chance(0.6) else dice.pick(candidates)
    part = dice.weighted(
        (4, word),
        (3, dice.pick(_OPERATORS) + dice.pick(vocabulary.VERSIONS)),
        (2, _wildcard(dice, word)),
        (1, word.swapcase()),
        (1, dice.pick(_OPERATORS) + word),
        (1, f"{dice.pick(_OPERATORS)} {dice.pick(vocabulary.ODD_VERSIONS)}"),
        (1, dice.pick(_SHAPES)),
    )
    return dice.weighted((5, ""), (2, "!"), (0.2, "! "), (0.2, "!!")) + part


def _twin(dice: Dice, actual: str) -> str:
    """The value itself, or one that looks like it."""
    group = next((twins for twins in vocabulary.TWINS if actual in twins), [actual])
    return dice.pick(group) if dice.chance(0.6) else actual


def _wildcard(dice: Dice, word: str) -> str:
    at = dice.randint(0, len(word))
    end = dice.randint(at, len(word))
    hidden = "*" if dice.chance(0.7) else "?" * (end - at) + "*"
    return word[:at] + hidden + word[end:]
