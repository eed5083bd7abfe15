"""A device's clock in a random log: it goes on, stands, is set back, and changes its zone."""

from herald_tools.contract.times import DAY, MINUTE, Moment, write_time
from herald_tools.random_logs import vocabulary
from herald_tools.random_logs.dice import Dice

_START = 1_772_438_400_000  # 2026-03-02T08:00:00Z
_HOUR = 60 * MINUTE
_STEPS = [
    0,
    1,
    4,
    5,
    13,
    14,
    900,
    1000,
    1000,
    MINUTE,
    MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    _HOUR,
    _HOUR,
    _HOUR,
    114 * MINUTE,
    3 * _HOUR,
    DAY,
]


class DeviceClock:
    """The time of each next event, and how it is written."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.offset = dice.pick(vocabulary.OFFSETS)
        self._now = _START + dice.randrange(0, 12) * _HOUR
        self.moment = Moment(0, 0)  # of the next event

    def next_moment(self) -> Moment:
        """The clock goes on, stands or is set back; the zone may change."""
        dice = self.dice
        if dice.chance(0.05):
            self._now -= dice.pick([1, 1000, MINUTE, _HOUR, 5 * _HOUR, DAY])
        else:
            self._now += dice.pick(_STEPS)
        if dice.chance(0.05):
            self.offset = dice.pick(vocabulary.OFFSETS)
        if dice.chance(0.05):
            self._now -= self._now % MINUTE
        self.moment = Moment(self._now, self._now + _shift(self.offset))
        return self.moment

    def time_text(self) -> str:
        """The moment as RFC 3339: 0 to 9 digits, sometimes as the leap second before it."""
        dice, wall = self.dice, self.moment.wall
        text = write_time(wall)[:-1]
        if wall % MINUTE < 1000 and dice.chance(0.2):
            text = write_time(wall - 1000)[:17] + "60" + text[19:]
        if text.endswith(".000") and dice.chance(0.3):
            text = text[:19]
        elif text.endswith("0") and dice.chance(0.2):
            text = text.rstrip("0") + "0"
        elif dice.chance(0.2):
            text += "".join(dice.pick("0123456789") for _ in range(dice.randint(1, 6)))
        return text.replace("T", dice.weighted((9, "T"), (1, "t"))) + self.offset


def _shift(offset: str) -> int:
    if offset in ("Z", "z"):
        return 0
    minutes = int(offset[1:3]) * 60 + int(offset[4:])
    return (-minutes if offset[0] == "-" else minutes) * MINUTE
