"""Fetches of an installation: what the server answers, or that it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from herald_tools.fleets.lifecycle import Lifecycle

from herald_tools.fleets.log_lines import event
from herald_tools.fleets.releases import DAY
from herald_tools.fleets.vocabulary import FAILURES, STORE, URLS, weighted


class Fetching:
    """Asks the address of the installation's format, and lets it decide on what came."""

    def __init__(self, lifecycle: Lifecycle) -> None:
        self.lifecycle = lifecycle
        self.format = lifecycle.person.format
        self._asks = f'"url":"{URLS[self.format]}'
        self._store = f',"storeUrl":"{STORE}"' if self.format in ("itunes", "ssvc") else ""
        self._last: float | None = None

    def on_return(self) -> None:
        """A return fetches once a day."""
        if self._last is None or self.lifecycle.at - self._last > DAY:
            self.fetch("schedule")

    def fetch(self, trigger: str) -> None:
        lifecycle = self.lifecycle
        begin = f'"trigger":"{trigger}",{self._asks}"'
        user = f',"user":"{lifecycle.person.user}"' if trigger == "login" else ""
        lifecycle.at += lifecycle.dice.expovariate(1 / 300)
        if lifecycle.dice.random() < 0.06:
            reason, status = weighted(lifecycle.dice, FAILURES)
            number = f',"status":{status}' if status else ""
            times = lifecycle.write("fetch.failed", f'{begin},"reason":"{reason}"{number}{user}')
        else:
            self._last = lifecycle.at
            times = lifecycle.write("fetch.succeeded", begin + self._answer() + user)
        lifecycle.decide(event(trigger, times))

    def _answer(self) -> str:
        """What the address holds now: as it was (mostly a 304), or new."""
        lifecycle, memory = self.lifecycle, self.lifecycle.memory
        publication = lifecycle.fleet.channels[self.format].newest(lifecycle.at)
        known = f',"format":"{self.format}"{self._store}'
        if publication.digest == memory.digest and lifecycle.dice.random() < 0.93:
            return f'{known},"status":304'
        if publication.digest != memory.digest or memory.policy is None:
            policy = lifecycle.fleet.prompt_choice.policy(self.format, publication.place)
            if policy is not None:
                memory.receive(policy, (self.format, publication.place))
        memory.digest = publication.digest
        document = ""
        if lifecycle.fleet.brings_documents and publication.digest not in memory.brought:
            memory.brought.add(publication.digest)
            document = f',"document":{publication.written}'
        return (
            f'{known},"status":200,"etag":"\\"{publication.digest[7:15]}\\"","digest":"{publication.digest}"{document}'
        )
