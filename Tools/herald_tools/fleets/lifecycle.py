"""The lifecycle of an installation: sessions, what is fetched, what is shown, what is pressed, when it updates."""

import random
from types import SimpleNamespace

from herald_tools.fleets.fetching import Fetching
from herald_tools.fleets.installation import Installation
from herald_tools.fleets.log_lines import TimedLine, event, quoted
from herald_tools.fleets.releases import DAY
from herald_tools.fleets.users import Person
from herald_tools.fleets.vocabulary import OPERATIONS, STORE, weighted
from herald_tools.fleets.world import Push, World

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
_BUTTONS = {
    "optional": [(5, "later"), (2, "skip")],
    "message": [(8, "dismiss"), (2, "open")],
    "exit": [(1, "exit")],
    "force": [(1, "update")],
}


class Lifecycle(Installation):
    """An installation that is used, shown prompts, and updated."""

    def __init__(self, dice: random.Random, world: World, person: Person, source: str, name: str) -> None:
        super().__init__(dice, world, person, source, name)
        self.store = world.stores[person.system]
        self.place = -1  # of the installed release
        self.is_alive = False
        self.wants_update = False
        self.is_signed_in = False
        self.fetching = Fetching(self)

    def live(self, since: float, until: float) -> list[TimedLine]:
        self.at = since
        self.place = max(self.store.newest(since)[0] - (self.person.versions_behind if since == 0 else 0), 0)
        pushes = [push for push in self.world.pushes if push[0] > since]
        self.at += self.dice.uniform(1, 900) * SECOND if since else self.dice.expovariate(1 / 1.5) * DAY
        while self.at < until:
            pushes = self._push(pushes)
            self._session()
            self.at += 2 * MINUTE + self.dice.expovariate(self.person.sessions_a_day) * DAY
        return self.log.lines

    def _push(self, pushes: list[Push]) -> list[Push]:
        """A push arrives while nobody looks, if the device is reached at all."""
        while pushes and pushes[0][0] < self.at:
            _, target, kind = pushes[0]
            pushes = pushes[1:]
            if len(self.log.lines) and self.dice.random() < 0.5:
                self.log.write(self.at, "push.received", f'"kind":"{kind}","url":"{STORE}","targetVersion":"{target}"')
                self.at += 3 * SECOND
                self.memory.pass_time(self.log.clock.read(self.at)[0])
                if kind == "forceUpdate" and self.store.releases[self.place].version != target:
                    self.memory.latch = {"targetVersion": target}
        return pushes

    def _session(self) -> None:
        dice = self.dice
        if self._updates() or not self.is_alive or dice.random() < 0.35:
            self._launch()
        else:
            is_busy = dice.random() < 0.06
            times = self.write("app.foregrounded", '"busy":true' if is_busy else "")
            if not self._shown(event("foreground", times, is_busy)):
                return
            if self.fetching.is_due:
                self._fetch("schedule")
        for _ in range(int(dice.expovariate(1.1))):
            if not self._act():
                return
        self._leave()

    def _updates(self) -> bool:
        """Installs a newer release, by choice or by the store; false where the app stays as it is."""
        newest, _ = self.store.newest(self.at)
        if self.wants_update:
            self.wants_update = False
            place = newest
        elif self.person.store_delay is None:
            return False
        else:
            place = self.store.newest(self.at - self.person.store_delay)[0]
        if place <= self.place:
            return False
        self.place = place
        return True

    def _launch(self) -> None:
        release = self.store.releases[self.place]
        if self.memory.version_name() != release.version:
            properties = self.person.properties(release)
        else:
            properties = self.memory.properties
        self.memory.launch(properties)
        self.is_alive = True
        user = f',"user":"{self.person.user}"' if self.is_signed_in else ""
        self.write("app.launched", f'"properties":{self.memory.written}{user}')
        self._fetch("launch")
        if not self.is_signed_in and self.person.user and self.dice.random() < 0.4:
            self.is_signed_in = True
            self.at += 20 * SECOND
            self._fetch("login")

    def _act(self) -> bool:
        """Something in a session; false where it ended with it."""
        dice = self.dice
        self.at += dice.expovariate(1 / 40) * SECOND
        what = dice.random()
        if what < 0.7:
            operation = weighted(dice, OPERATIONS)
            return self._shown(event("operation", self.write("operation.attempted", f'"operation":"{operation}"')))
        if what < 0.9:
            self._fetch("heartbeat")
        elif what < 0.97:
            self._fetch("schedule")
        else:
            self._fetch("manual")
        return self.is_alive

    def _leave(self) -> None:
        if not self.is_alive:
            return
        if self.dice.random() < 0.75:
            self.write("app.backgrounded", after=5 * SECOND)
        self.is_alive = self.dice.random() < 0.55

    def _fetch(self, trigger: str) -> None:
        self._shown(self.fetching.fetch(trigger))

    def _shown(self, asked: SimpleNamespace) -> bool:
        """Shows what is to be shown, and what follows from it; false where the session ended with it."""
        shown = self.world.prompt_choice.show(self.memory, asked)
        if self.person.is_careless and self.memory.counts["launches"]:
            chance = self.dice.random()
            if chance < 0.07:
                shown = None
            elif chance < 0.085 and shown is None:
                shown = "update:4", "optional", "*"
        if shown is None:
            return True
        rule, kind, language = shown
        prompt = f"{self.name}-p{len(self.log.lines)}"
        spoken = f',"language":{quoted(language)}' if language else ""
        times = self.write("prompt.shown", f'"prompt":"{prompt}","rule":{quoted(rule)},"kind":"{kind}"{spoken}', 150)
        self.memory.show(prompt, rule, times[0])
        return self._answers(prompt, kind)

    def _answers(self, prompt: str, kind: str) -> bool:
        dice = self.dice
        if dice.random() < 0.07:  # swept away with the app, the prompt unanswered
            self.is_alive = dice.random() < 0.3
            return False
        agrees = kind != "message" and dice.random() < (1 if kind == "force" else self.person.willingness)
        button = "update" if agrees else weighted(dice, _BUTTONS[kind])
        self.at += dice.lognormvariate(1.6, 1.0) * SECOND
        self.write("button.chosen", f'"prompt":"{prompt}","button":"{button}"')
        self.memory.press(button)
        if dice.random() < 0.004:  # tapped twice
            self.write("button.chosen", f'"prompt":"{prompt}","button":"{button}"')
        if button == "exit":
            self.is_alive = False
            return False
        if button == "update":
            return self._goes_to_store(kind)
        return True

    def _goes_to_store(self, kind: str) -> bool:
        """Comes back updated, or as before: the store was too slow, or the mind changed."""
        self.wants_update = self.dice.random() < 0.35 + 0.5 * self.person.willingness
        if self.dice.random() < 0.8:
            self.write("app.backgrounded")
        self.at += self.dice.expovariate(1 / 5) * MINUTE
        if self.wants_update and self.dice.random() < 0.8 and self._updates():
            self._launch()
        elif kind == "force" and self.dice.random() < 0.6:
            self._shown(event("foreground", self.write("app.foregrounded")))
        return False
