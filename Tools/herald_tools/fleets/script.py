"""The log of an installation whose events are chosen one by one."""

import hashlib
import json
from typing import Any

from herald_tools.fleets.clock import RightClock, epoch_of
from herald_tools.fleets.log_lines import StreamLog
from herald_tools.fleets.vocabulary import PACKAGE, URLS
from herald_tools.json_types import JSONObject

MINUTE = 60_000


class Script:
    """Writes each event `step` milliseconds after the one before. Both that and the time `at` may be set between."""

    def __init__(self, source: str, first_day: str = "2026-03-01", zone: int = 60) -> None:
        self.source = source
        self.at, self.step = 0, MINUTE  # `at`: milliseconds since the first day began in its zone
        self.log = StreamLog(source, "e", RightClock(epoch_of(first_day) - zone * MINUTE, zone), True)

    @property
    def lines(self) -> list[str]:
        """The lines so far, each with its newline."""
        return [line for _, line in self.log.lines]

    @property
    def text(self) -> str:
        """The whole log so far."""
        return "".join(self.lines)

    def add(self, type: str, data: JSONObject | None = None) -> None:
        self.at += self.step
        self.log.write(self.at, _written(type)[1:-1], _written(data or {})[1:-1])

    def launch(self, version: str, **more: str) -> None:
        properties = {"appPackageName": PACKAGE, "appVersionName": version, "deviceLanguage": "en", **more}
        self.add("app.launched", {"properties": properties})

    def fetch(self, document: str | None) -> None:
        """A document was brought, or None: the one before is still there."""
        answer: JSONObject = {"status": 304}
        if document is not None:
            digest = "sha256:" + hashlib.sha256(document.encode()).hexdigest()
            answer = {"status": 200, "digest": digest, "document": document}
        self.add("fetch.succeeded", {"trigger": "launch", "url": URLS["herald"], "format": "herald", **answer})

    def prompt(self, rule: str, kind: str, button: str | None = None, **more: str) -> None:
        """A prompt is shown, and one of its buttons pressed if there is one."""
        name = f"p-{len(self.log.lines)}"
        self.add("prompt.shown", {"prompt": name, "rule": rule, "kind": kind, **more})
        if button:
            self.add("button.chosen", {"prompt": name, "button": button})


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def rule(id: str | int, **more: Any) -> JSONObject:
    return {"id": id, "targetWebsiteUrl": "https://example.com/", "descriptions": {"en": {"message": "Update"}}, **more}


def policy(*rules: JSONObject, **more: Any) -> str:
    return json.dumps({"packageName": PACKAGE, **more, "updates": rules}, indent=2, ensure_ascii=False)
