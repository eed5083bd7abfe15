"""Random dates of documents, near a moment."""

from herald_tools.contract.times import MINUTE, Moment, write_time
from herald_tools.random_logs.dice import Dice

_WITH_FRACTION = len("2026-03-02T08:00:00.000")


def date(dice: Dice, moment: Moment, gap: int) -> str:
    """A date near a moment: on the wall clock, or an instant in some zone."""
    if dice.chance(0.3):
        minutes = dice.pick([0, 0, 180, 345, -480, 840, -210])
        sign, size = "-" if minutes < 0 else "+", abs(minutes)
        hours, rest = f"{sign}{size // 60:02d}", f"{size % 60:02d}"
        offset = dice.pick([f"{hours}:{rest}", hours + rest, hours if rest == "00" else f"{hours}:{rest}"])
        text = write_time(moment.instant + gap + minutes * MINUTE)
        zone = offset if minutes or dice.chance(0.5) else "Z"
        blank = dice.weighted((5, ""), (1, " "))
        return _spaced(dice, _cut(dice, text, [16, 19, 23]) + blank + zone)
    return _spaced(dice, _cut(dice, write_time(moment.wall + gap), [10, 16, 19, 23]))


def _cut(dice: Dice, text: str, lengths: list[int]) -> str:
    text = text[: dice.pick(lengths)].replace("T", dice.pick(["T", " "]))
    if len(text) < _WITH_FRACTION or dice.chance(0.6):
        return text
    # Fewer digits, or finer ones, which are cut.
    return dice.pick([text[: dice.randint(21, 22)], text + "9" * dice.randint(1, 6)])


def _spaced(dice: Dice, text: str) -> str:
    return dice.weighted((8, text), (1, f" {text}\t"), (1, f"\u3000{text}\u00a0"))
