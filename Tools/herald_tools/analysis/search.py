"""Devices and lives to which a document shows a rule, and the rules that stand before it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from herald_tools.analysis.app import App
from herald_tools.analysis.document import Document
from herald_tools.analysis.fresh import Aims, Point, Seen, any_point, ask, points
from herald_tools.analysis.lives import Life
from herald_tools.analysis.world import World
from herald_tools.random_logs.dice import Dice


class Search:
    """What was found of a document by asking fresh devices and by living random lives."""

    def __init__(self, document: Document, world: World, most: int, lives: int, dice: Dice) -> None:
        self.document, self.world, self.most, self.lives, self.dice = document, world, most, lives, dice
        self.aims = Aims([document], world)
        asked, self.is_all = points(world, most, dice, self.aims)
        self.seen = [ask(document, point) for point in asked]
        self.passing: dict[str, list[Seen]] = {rule: [] for rule in document.ids}
        self.shown: dict[str, Seen] = {}
        for seen in self.seen:
            for rule in seen.passing:
                self.passing[rule].append(seen)
            if seen.rule is not None:
                self.shown.setdefault(seen.rule, seen)
        self._found: dict[str, App | None] = {}

    def witness(self, rule: str) -> App | None:
        """An app that has just been shown a rule; None where none was found."""
        if rule not in self._found:
            self._found[rule] = self._look_for(rule)
        return self._found[rule]

    def _look_for(self, rule: str) -> App | None:
        if rule in self.shown:
            return asked_app(self.document, self.shown[rule].point)
        return self._live_for(rule, self.document, self._not_lastingly_covered(rule, self.document.ids))

    def _not_lastingly_covered(self, rule: str, others: Iterable[str]) -> list[Point]:
        before = set(self.before(rule)) & set(others)
        return [seen.point for seen in self.passing[rule] if not before & seen.lasting]

    def before(self, rule: str) -> list[str]:
        return self.document.ids[: self.document.place(rule)]

    def _live_for(self, rule: str, document: Document, starts: list[Point]) -> App | None:
        """A life that is shown a rule, most of them begun where its tests pass."""
        for _ in range(self.lives):
            start = self.dice.pick(starts) if starts and self.dice.chance(0.9) else any_point(self.world, self.dice)
            life = Life([document], self.world, self.dice, start)
            for decisions in life.walk():
                if (decisions[0].show or {}).get("rule") == rule:
                    return life.apps[0]
        return None

    # What stands before a rule.

    def is_contradiction(self, rule: str) -> bool | None:
        """False where its tests pass somewhere, true where they can nowhere, None where not all was tried."""
        return False if self.passing[rule] else True if self.is_all else None

    def escape(self, rule: str, covers: list[str]) -> App | None:
        """An app that is shown a rule where only some of the rules before it exist."""
        kept = {*covers, rule}
        rules = [one for one in self.document.policy.rules if one.id in kept]
        fewer = replace(self.document, policy=replace(self.document.policy, rules=rules))
        free = next((seen for seen in self.passing[rule] if not set(covers) & set(seen.passing)), None)
        if free:
            return asked_app(fewer, free.point)
        starts = self._not_lastingly_covered(rule, covers)
        return self._live_for(rule, fewer, starts) if starts else None

    def fewest_lasting(self, rule: str) -> list[str] | None:
        """The fewest rules, first in the document's order, that always stand before a rule; None if unknown."""
        if not self.is_all or not self.passing[rule]:
            return None
        needed = {seen.lasting & set(self.before(rule)) for seen in self.passing[rule]}
        before = self.before(rule)
        for size in range(1, len(before) + 1):
            for chosen in combinations(before, size):
                if all(set(chosen) & some for some in needed):
                    return list(chosen)
        return None


def asked_app(document: Document, point: Point) -> App:
    """An app that has just asked at a point."""
    app = point.live(document)
    app.ask(point.trigger, point.now)
    return app
