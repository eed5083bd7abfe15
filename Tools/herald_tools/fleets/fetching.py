"""Fetches of an installation: what the server answers, or that it does not."""

from types import SimpleNamespace

from herald_tools.fleets.installation import Installation
from herald_tools.fleets.log_lines import event
from herald_tools.fleets.releases import DAY
from herald_tools.fleets.vocabulary import FAILURES, STORE, URLS, weighted


class Fetching:
    """Asks the address of the installation's format, and remembers what came."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.format = installation.person.format
        self._asks = f'"url":"{URLS[self.format]}'
        self._store = f',"storeUrl":"{STORE}"' if self.format in ("itunes", "ssvc") else ""
        self._last: float | None = None

    @property
    def is_due(self) -> bool:
        """True where the last answer is older than a day."""
        return self._last is None or self.installation.at - self._last > DAY

    def fetch(self, trigger: str) -> SimpleNamespace:
        """Writes a fetch. Returns its event, which the installation decides on."""
        installation = self.installation
        begin = f'"trigger":"{trigger}",{self._asks}"'
        user = f',"user":"{installation.person.user}"' if trigger == "login" else ""
        installation.at += installation.dice.expovariate(1 / 300)
        if installation.dice.random() < 0.06:
            reason, status = weighted(installation.dice, FAILURES)
            number = f',"status":{status}' if status else ""
            times = installation.write("fetch.failed", f'{begin},"reason":"{reason}"{number}{user}')
        else:
            self._last = installation.at
            times = installation.write("fetch.succeeded", begin + self._answer() + user)
        return event(trigger, times)

    def _answer(self) -> str:
        """An answer of the address as it is now: unchanged (mostly a 304), or new."""
        installation, memory = self.installation, self.installation.memory
        publication = installation.world.channels[self.format].newest(installation.at)
        known = f',"format":"{self.format}"{self._store}'
        if publication.digest == memory.digest and installation.dice.random() < 0.93:
            return f'{known},"status":304'
        if publication.digest != memory.digest or memory.policy is None:
            policy = installation.world.prompt_choice.policy(self.format, publication.place)
            if policy is not None:
                memory.receive(policy, (self.format, publication.place), int(installation.at * 1000))
        memory.digest = publication.digest
        document = ""
        if installation.world.brings_documents and publication.digest not in memory.brought:
            memory.brought.add(publication.digest)
            document = f',"document":{publication.written}'
        return (
            f'{known},"status":200,"etag":"\\"{publication.digest[7:15]}\\"","digest":"{publication.digest}"{document}'
        )
