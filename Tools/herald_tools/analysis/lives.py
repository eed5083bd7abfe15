"""Random histories of obedient apps, under one document or the same under two."""

from __future__ import annotations

from collections.abc import Iterator

from herald_tools.analysis.document import Document
from herald_tools.analysis.fresh import Point
from herald_tools.analysis.world import World
from herald_tools.contract.decide import Decision
from herald_tools.contract.manners import HOUR
from herald_tools.contract.times import DAY, Moment, is_in_years
from herald_tools.random_logs.dice import Dice

_QUESTIONS = 10
_LAUNCHES = 3


class Life:
    """Apps that live the same until they part: one for each document."""

    def __init__(self, documents: list[Document], world: World, dice: Dice, start: Point, stays: bool = False) -> None:
        """A life that begins at a point.

        - stays: the device keeps its properties.
        """
        self.apps = [start.live(document) for document in documents]
        self.world, self.dice, self.start, self.stays = world, dice, start, stays
        self.trigger = start.trigger
        self.launches = 0
        self.waits = _waits(documents)

    def walk(self) -> Iterator[list[Decision]]:
        """What each app decides, question by question, before any of it is shown."""
        is_patient = self.dice.chance(0.5)
        for number in range(_QUESTIONS):
            now = self.start.now if number == 0 else self._next(is_patient)
            if not is_in_years(now.instant + DAY):
                return
            decisions = [app.ask(self.trigger, now) for app in self.apps]
            yield decisions
            if len({_prompt(decision) for decision in decisions}) > 1 or not self._answer(decisions):
                return

    def _next(self, is_patient: bool) -> Moment:
        now, dice = self.apps[0].now, self.dice
        offset = now.wall - now.instant
        later = now.instant
        if (is_patient and dice.chance(0.6)) or (not is_patient and dice.chance(0.15)):
            later += dice.pick(self.waits)
        elif dice.chance(0.1):
            ahead = [moment for moment in self.world.moments if moment.instant > now.instant]
            if ahead:
                moment = dice.pick(ahead)
                later, offset = moment.instant, moment.wall - moment.instant
        now = Moment(later, later + offset)
        if not self.stays and self.launches < _LAUNCHES and dice.chance(0.15):
            self.launches += 1
            device = self.world.device(dice) if dice.chance(0.5) else self.start.properties
            for app in self.apps:
                app.launch(device, now)
        if dice.chance(0.25):
            self.trigger = dice.pick(self.world.triggers) if dice.chance(0.7) else self.start.trigger
        return now

    def _answer(self, decisions: list[Decision]) -> bool:
        """Answers alike; false where the prompts have no button in common."""
        shows = [decision.show for decision in decisions]
        first = shows[0]
        if first is None:
            return True
        common = [button for button in first["buttons"] if all(button in (show or {})["buttons"] for show in shows)]
        if not common:
            return False
        button = self.dice.pick(common)
        for app, show in zip(self.apps, shows):
            if show:
                app.answer(show, button)
        return True


def _prompt(decision: Decision) -> tuple[str, str | None] | None:
    return None if decision.show is None else (decision.show["kind"], decision.show["destination"])


def _waits(documents: list[Document]) -> list[int]:
    """Times after which an answer can change, and others."""
    found = {0, 1, HOUR, DAY, 7 * DAY}
    for document in documents:
        caps = list(document.policy.attention.caps)
        caps += [cap for group in document.policy.attention.groups.values() for cap in group]
        for rule in document.policy.rules:
            deadline = rule.manners.deadline
            caps += rule.manners.caps
            found.add(rule.period)
            if deadline:
                found |= {value for value in (deadline.after_first_shown, deadline.grace) if value}
                found |= {period for _, period in deadline.reminders}
        found |= {cap.period for cap in caps}
    found |= {wait - 1 for wait in found if wait > 1}
    return sorted(wait for wait in found if wait < 400 * DAY)
