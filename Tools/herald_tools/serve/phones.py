"""Phones that send what they have, and go on where a server was away."""

import hashlib
import http.client
import time
from dataclasses import dataclass
from itertools import groupby

from herald_tools.json_types import JSONObject
from herald_tools.patience import PATIENCE
from herald_tools.serve.examples import Proxy
from herald_tools.serve.running import LINES, Answer, Failed

_BATCH = 20
# What a proxy answers for a server that is not there, and a server that cannot take anything now.
_LATER = (429, 502, 503, 504)


@dataclass
class Phone:
    """An installation with its events."""

    source: str
    lines: list[str]
    # How many are stored, as the last answer says.
    stored: int = 0
    # How many requests found nobody.
    refusals: int = 0
    token: str = ""

    def send(self, proxy: Proxy, key: str) -> None:
        """Sends all events, some at a time; again where nobody answers."""
        until = time.monotonic() + PATIENCE
        while self.stored < len(self.lines):
            if time.monotonic() > until:
                raise Failed(f"{self.source} waits at {self.stored} of {len(self.lines)} events")
            try:
                answer = self._send_some(proxy, key)
            except (OSError, http.client.HTTPException):
                answer = None
            if answer is not None and answer.status == 200:
                self._keep(answer.stream())
            elif answer is None or answer.status in _LATER:
                self.refusals += 1
                time.sleep(0.1)
            else:
                raise Failed(f"{self.source} at {self.stored}: {answer.status} {answer.body!r}")

    def _send_some(self, proxy: Proxy, key: str) -> Answer:
        headers = {
            "Authorization": f"Bearer {key}",
            "Content-Type": LINES,
            "Herald-Source": hashlib.sha256(self.source.encode()).hexdigest()[:32],
        }
        if self.token:
            headers["Herald-Stream"] = self.token
        lines = self.lines[self.stored : self.stored + _BATCH]
        body = "".join(f"{line}\n" for line in lines).encode()
        return proxy.request("POST", "/v1/events", body, headers=headers)

    def _keep(self, stream: JSONObject) -> None:
        self.stored = int(stream["head"])
        self.token = str(stream.get("token", self.token))


def phones(lines: list[tuple[str, str]]) -> list[Phone]:
    """A phone for each installation of a log that has one after the other: pairs of its name and a line."""
    return [Phone(source, [line for _, line in pairs]) for source, pairs in groupby(lines, key=lambda pair: pair[0])]
