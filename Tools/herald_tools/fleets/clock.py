"""A device's clock: what it shows at a true time, and in which zone."""

import random
from datetime import date

from herald_tools.fleets.releases import DAY
from herald_tools.fleets.vocabulary import TRAVELS_TO

_FAR = (2_147_483_640_000, 946_684_800_000, 0, 4_102_444_800_000)  # 2038, 2000, 1970, 2100
_UNIX = date(1970, 1, 1).toordinal()


def epoch_of(day: str) -> int:
    """Milliseconds from 1970 to the beginning of a day (YYYY-MM-DD), UTC."""
    return (date.fromisoformat(day).toordinal() - _UNIX) * DAY


class RightClock:
    """A clock that is right, in one zone. `epoch`: milliseconds since 1970 at the true time 0."""

    def __init__(self, epoch: int, zone: int) -> None:
        self.epoch, self.zone = epoch, zone

    def read(self, at: float) -> tuple[int, int]:
        return self.epoch + int(at), self.zone


class Clock:
    """Most are right to some seconds; some drift, were set wrong for a while, or start far away."""

    def __init__(self, dice: random.Random, epoch: int, days: float, zone: int) -> None:
        self.epoch = epoch
        self.home = zone
        self._offset = int(dice.gauss(0, 2000))
        self._drift = dice.uniform(-60_000, 60_000) / DAY if dice.random() < 0.04 else 0.0
        self._wrong = self._span(dice, days, 12) if dice.random() < 0.07 else None
        self._step = int(dice.choice([-1, -1, 1]) * dice.choice([0.04, 1, 2, 7, 30, 365]) * DAY)
        self._far = dice.choice(_FAR) if dice.random() < 0.15 else None
        self._travel = self._span(dice, days, 20) if dice.random() < 0.08 else None
        self._abroad = dice.choice(TRAVELS_TO)

    @staticmethod
    def _span(dice: random.Random, days: float, longest: float) -> tuple[float, float]:
        begin = dice.uniform(0, days) * DAY
        return begin, begin + dice.uniform(0.2, longest) * DAY

    def read(self, at: float) -> tuple[int, int]:
        """Milliseconds since 1970 as the device has them, and the minutes of its zone."""
        zone = self._abroad if self._travel and self._travel[0] <= at < self._travel[1] else self.home
        if self._wrong and self._wrong[0] <= at < self._wrong[1]:
            if self._far is not None:
                return self._far + int(at - self._wrong[0]), zone
            return self.epoch + int(at) + self._step, zone
        return self.epoch + int(at + self._drift * at) + self._offset, zone
