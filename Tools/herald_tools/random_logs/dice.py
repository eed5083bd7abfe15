"""A seeded source of choices."""

import random
from collections.abc import Sequence
from typing import Any


class Dice(random.Random):
    def chance(self, probability: float) -> bool:
        return self.random() < probability

    def pick(self, choices: Sequence[Any]) -> Any:
        return choices[self.randrange(len(choices))]

    def weighted(self, *choices: tuple[float, Any]) -> Any:
        """One of (weight, value) pairs' values."""
        return self.choices([v for _, v in choices], [w for w, _ in choices])[0]
