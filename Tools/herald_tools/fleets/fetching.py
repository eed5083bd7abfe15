"""Fetches of an installation: what the server answers, or that it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from herald_tools.fleets.lifecycle import Life

from .log_lines import event
from .releases import DAY
from .vocabulary import FAILURES, STORE, URLS, weighted


class Fetching:
    """Asks the address of the installation's format, and lets it decide on what came."""

    def __init__(self, life: Life) -> None:
        self.life = life
        self.format = life.person.format
        self._asks = f'"url":"{URLS[self.format]}'
        self._store = f',"storeUrl":"{STORE}"' if self.format in ("itunes", "ssvc") else ""
        self._last: float | None = None

    def on_return(self) -> None:
        """A return fetches once a day."""
        if self._last is None or self.life.at - self._last > DAY:
            self.fetch("schedule")

    def fetch(self, trigger: str) -> None:
        life = self.life
        begin = f'"trigger":"{trigger}",{self._asks}"'
        user = f',"user":"{life.person.user}"' if trigger == "login" else ""
        life.at += life.dice.expovariate(1 / 300)
        if life.dice.random() < 0.06:
            reason, status = weighted(life.dice, FAILURES)
            number = f',"status":{status}' if status else ""
            times = life.write("fetch.failed", f'{begin},"reason":"{reason}"{number}{user}')
        else:
            self._last = life.at
            times = life.write("fetch.succeeded", begin + self._answer() + user)
        life.decide(event(trigger, times))

    def _answer(self) -> str:
        """What the address holds now: as it was (mostly told by a 304), or new."""
        life, memory = self.life, self.life.memory
        publication = life.world.channels[self.format].newest(life.at)
        known = f',"format":"{self.format}"{self._store}'
        if publication.digest == memory.digest and life.dice.random() < 0.93:
            return f'{known},"status":304'
        if publication.digest != memory.digest or memory.policy is None:
            policy = life.world.choosing.policy(self.format, publication.place)
            if policy is not None:
                memory.receive(policy, (self.format, publication.place))
        memory.digest = publication.digest
        document = ""
        if life.world.brings_documents and publication.digest not in memory.brought:
            memory.brought.add(publication.digest)
            document = f',"document":{publication.written}'
        return (
            f'{known},"status":200,"etag":"\\"{publication.digest[7:15]}\\"","digest":"{publication.digest}"{document}'
        )
