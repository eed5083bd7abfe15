"""A seeded source of choices."""

import random


class Dice(random.Random):
    def chance(self, probability):
        return self.random() < probability

    def pick(self, choices):
        return choices[self.randrange(len(choices))]

    def weighted(self, *choices):
        """One of (weight, value) pairs' values."""
        return self.choices([v for _, v in choices], [w for w, _ in choices])[0]
