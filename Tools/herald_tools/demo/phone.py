"""A phone of the demo: it does what a line of the story says, and shows what the contract asks for."""

import hashlib
import json

from herald_tools.contract.replay import replay
from herald_tools.contract.times import read_time
from herald_tools.contract.wire import read_log
from herald_tools.fleets.log_lines import written_time
from herald_tools.json_types import JSONObject

URL = "https://policy.example.com/shop.json"
ZONE = 60  # minutes: the shop is in Vienna, and it is March
SECOND = 1000


class Phone:
    """The events of one installation. Each comes some seconds after the one before, or at the time that is set."""

    def __init__(self, name: str, user: str | None, **properties: str) -> None:
        self.source, self.user, self.properties = f"/installations/{name}", user, properties
        self.events: list[JSONObject] = []
        self.documents: list[str] = []
        self.now = 0

    def at(self, day: int, clock: str) -> None:
        """It is that time of a day of March 2026."""
        time = read_time(f"2026-03-{day:02d}T{clock}+01:00")
        assert time
        self.now = time.instant

    def launch(self, version: str | None = None) -> None:
        if version:
            self.properties["appVersionName"] = version
        user: JSONObject = {"user": self.user} if self.user else {}
        self._add("app.launched", {"properties": {"appPackageName": "com.example.shop", **self.properties}, **user}, 2)

    def fetch(self, document: str | None = None, url: str = URL, answer: str | None = None) -> None:
        """The policy is fetched, None for one that did not change. A prompt that is due is shown, and answered."""
        data: JSONObject = {"trigger": "launch", "url": url, "format": "herald", "status": 200 if document else 304}
        if document:
            digest = f"sha256:{hashlib.sha256(document.encode()).hexdigest()}"
            data |= {"digest": digest, "document": document}
        self._add("fetch.succeeded", data, 1)
        self._show(answer)

    def leave(self, after: int = 20) -> None:
        """The user leaves the app after some seconds."""
        self.now += after * SECOND
        self._add("app.backgrounded", {}, 1)

    def come_back(self, after: int, answer: str | None = None) -> None:
        """The user comes back after some seconds. A prompt that is due is shown, and answered."""
        self.now += after * SECOND
        self._add("app.foregrounded", {}, 1)
        self._show(answer)

    def _show(self, answer: str | None) -> None:
        lines = "".join(json.dumps(event) + "\n" for event in self.events)
        decisions, _ = replay(*read_log(lines.encode(), False, False, print), None)
        decision = list(decisions)[-1]
        show = decision["show"]
        if decision["revision"] != len(self.events) or not isinstance(show, dict):
            return
        prompt = f"{self.source[-8:]}-p{len(self.events) + 1}"
        language: JSONObject = {"language": show["language"]} if show["language"] else {}
        self._add("prompt.shown", {"prompt": prompt, "rule": show["rule"], "kind": show["kind"], **language}, 5)
        if answer:
            self._add("button.chosen", {"prompt": prompt, "button": answer}, 1)

    def _add(self, type: str, data: JSONObject, seconds: int) -> None:
        """Adds an event; the next one comes that many seconds later."""
        revision = len(self.events) + 1
        self.events.append(
            {
                "specversion": "1.0",
                "id": f"{self.source[-8:]}-{revision:02d}",
                "source": self.source,
                "type": type,
                "time": written_time(self.now, ZONE),
                "revision": revision,
                **({"data": data} if data or type == "app.foregrounded" else {}),
            }
        )
        self.now += seconds * SECOND


def log(phones: list[Phone]) -> str:
    """The lines of some phones in the order of time. A document stands where it is met first."""
    events = sorted((event for phone in phones for event in phone.events), key=lambda event: str(event["time"]))
    known: set[object] = set()
    lines = []
    for event in events:
        data = event.get("data")
        if isinstance(data, dict) and "digest" in data:
            if data["digest"] in known:
                event = {**event, "data": {key: value for key, value in data.items() if key != "document"}}
            known.add(data["digest"])
        lines.append(json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n")
    return "".join(lines)
