"""Parts of random answers of update servers: versions, addresses, keys by chance."""

from collections.abc import Callable, Sequence
from typing import Any

from herald_tools.contract.versions import read_version
from herald_tools.json_types import JSONObject
from herald_tools.random_logs import vocabulary
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.json_writer import Raw
from herald_tools.random_logs.scene import Scene

HIGH = ["10.5", "10.5", "10.5.0", "11", "20.1", "10.5-rc.1"]
_WRONG_VERSIONS = [*vocabulary.WRONG_TYPES, "", " ", "abc", "v2", "2..7", None, Raw("2.0")]
TEXTS = ["hello", "caf\u00e9", " \u00fc ", "", " ", "\u3000", 7, None, [], {}, True]


def version(dice: Dice, scene: Scene) -> Any:
    """A version, often near the device's, now and then none at all."""
    if dice.chance(0.03):
        return dice.pick(_WRONG_VERSIONS)
    return dice.weighted(
        (4, _near(dice, scene)),
        (2, dice.pick(HIGH)),
        (2, dice.pick(vocabulary.VERSIONS)),
        (0.4, dice.pick(vocabulary.ODD_VERSIONS)),
    )


def _near(dice: Dice, scene: Scene) -> str:
    """The device's own version, or another with a difference in its first three numbers."""
    written = scene.properties.get("appVersionName") or "1.0"
    mine = read_version(written)
    if mine is None or dice.chance(0.25):
        return dice.weighted((4, written), (1, f" {written}"), (1, f"{written}.0"), (1, f"{written}+b"))
    numbers = (mine.numbers + [0, 0])[:3]
    at = dice.pick([0, 1, 1, 2])
    step = dice.pick([1, 1, 1, 2, -1])
    numbers[at] += step
    if at == 0 and step < 0:
        numbers[1] += 1  # lower, though its second number is higher
    kept = numbers[: dice.randint(at + 1, 3)]
    return ".".join(map(str, kept)) + dice.weighted((12, ""), (1, "-beta.2"), (1, ".0"), (1, "+5"))


def address(dice: Dice) -> Any:
    return dice.weighted(
        (8, dice.pick(vocabulary.GOOD_URLS)),
        (1, dice.pick(vocabulary.BAD_URLS)),
        (0.5, dice.pick(vocabulary.BLANKS)),
        (0.5, dice.pick(vocabulary.WRONG_TYPES)),
        (0.3, None),
    )


def some(dice: Dice, root: JSONObject, **choices: tuple[float, Callable[[], Any]]) -> JSONObject:
    """Adds keys, each by its (probability, value maker)."""
    for key, (probability, make) in choices.items():
        if dice.chance(probability):
            root[key] = make()
    return root


def either(dice: Dice, usual: Sequence[Any], odd: Sequence[Any], share: float = 0.06) -> Any:
    return dice.pick(odd if dice.chance(share) else usual)
