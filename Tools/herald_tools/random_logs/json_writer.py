"""JSON text in many dresses: spaces, escapes, order of names, a comma too many."""

from typing import Any

from herald_tools.random_logs.dice import Dice

_CONSTANTS = ((True, "true"), (False, "false"), (None, "null"))


class Raw(str):
    """JSON text that is written as it is, such as a number's."""


class Writer:
    """Writes JSON values. `breaks`: line breaks may stand between; `commas`: one too many may, too."""

    def __init__(self, dice: Dice, breaks: bool = False, commas: float = 0.0) -> None:
        self.dice = dice
        self.commas = commas
        self.spaces = dice.weighted(
            (6, [""]), (2, ["", " "]), (1, ["", " ", "\t"] + (["\n", "\r\n"] if breaks else []))
        )
        self.escapes = dice.weighted((6, 0.0), (1, 0.1))

    def write(self, value: Any) -> str:
        if isinstance(value, Raw):
            return str(value)
        if isinstance(value, str):
            return self.string(value)
        if isinstance(value, dict):
            members = [f"{self.string(k)}{self.gap()}:{self.gap()}{self.write(v)}" for k, v in value.items()]
            return self.bracketed("{", members, "}")
        if isinstance(value, list):
            return self.bracketed("[", [self.write(v) for v in value], "]")
        for constant, text in _CONSTANTS:
            if value is constant:
                return text
        return str(value)

    def bracketed(self, opening: str, members: list[str], closing: str) -> str:
        joined = f"{self.gap()},{self.gap()}".join(members)
        more = "," + self.gap() if members and self.dice.chance(self.commas) else ""
        return f"{opening}{self.gap()}{joined}{self.gap()}{more}{closing}"

    def gap(self) -> str:
        return self.dice.pick(self.spaces)

    def string(self, text: str) -> str:
        return '"' + "".join(self.scalar(s) for s in text) + '"'

    def scalar(self, scalar: str) -> str:
        if scalar in '"\\':
            return "\\" + scalar
        if scalar == "/" and self.dice.chance(self.escapes):
            return "\\/"
        if scalar < " " or self.dice.chance(self.escapes):
            units = scalar.encode("utf-16-be")
            pairs = (units[at : at + 2].hex() for at in range(0, len(units), 2))
            return "".join("\\u" + (p.upper() if self.dice.chance(0.5) else p) for p in pairs)
        return scalar


def reordered(dice: Dice, value: Any) -> Any:
    """The same JSON value with its names in another order."""
    if isinstance(value, dict):
        names = list(value)
        dice.shuffle(names)
        return {name: reordered(dice, value[name]) for name in names}
    if isinstance(value, list):
        return [reordered(dice, v) for v in value]
    return value
