"""A fold in Python: the table `prompts` as an analyst makes it where SQL ends; verdicts need decisions."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime

from herald_tools.json_types import JSONObject, Properties, Row


class Installation:
    def __init__(self) -> None:
        self.properties: Properties = {}
        self.visible: Row | None = None
        self.launched_as: str | None = None
        self.digest: str | None = None
        self.shown: dict[str, tuple[int, datetime | None]] = {}  # rule -> (how often, when last)
        self.waiting: list[Row] = []  # rows since the change of version before

    def launch(self, time: datetime, data: JSONObject) -> list[Row]:
        if self.visible:
            self.visible["outcome"] = "ended"
            self.visible = None
        self.properties = data["properties"]
        version, before = self.properties.get("appVersionName"), self.launched_as
        self.launched_as = version
        if before is None or before == version:
            return []
        for row in self.waiting:
            days = (time - row["shown_at"]).total_seconds() / 86_400
            row.update(app_version_next=version, updated_at=time, updated=True, days_to_update=days)
        done, self.waiting = self.waiting, []
        return done

    def show(self, event: JSONObject, time: datetime, data: JSONObject) -> None:
        if self.visible:
            self.visible["outcome"] = "replaced"
        count, last = self.shown.get(data["rule"], (0, None))
        self.shown[data["rule"]] = count + 1, time
        properties = self.properties
        self.visible = {
            "source": event["source"],
            "prompt": data["prompt"],
            "revision": event["revision"],
            "shown_at": time,
            "rule": data["rule"],
            "kind": data["kind"],
            "language": data.get("language"),
            "digest": self.digest,
            "number": count + 1,
            "hours_since_last": last and (time - last).total_seconds() / 3600,
            "outcome": "open",
            "answer": None,
            "answered_at": None,
            "answer_seconds": None,
            "accepted": None,
            "app_version": properties.get("appVersionName"),
            "app_version_next": None,
            "updated_at": None,
            "updated": False,
            "days_to_update": None,
            "os_name": properties.get("deviceOsName"),
            "os_version": properties.get("deviceOsVersion"),
            "device_language": properties.get("deviceLanguage"),
        }
        self.waiting.append(self.visible)

    def answer(self, time: datetime, data: JSONObject) -> None:
        row = self.visible
        if row and row["prompt"] == data["prompt"]:
            self.visible = None
            row.update(
                outcome="answered",
                answer=data["button"],
                answered_at=time,
                answer_seconds=(time - row["shown_at"]).total_seconds(),
                accepted=data["button"] in ("update", "open"),
            )


def rows(log: Iterable[str]) -> Iterator[Row]:
    installations: dict[str, Installation] = {}
    for line in log:
        event = json.loads(line)
        installation = installations.setdefault(event["source"], Installation())
        time, data = datetime.fromisoformat(event["time"]), event.get("data", {})
        match event["type"]:
            case "app.launched":
                yield from installation.launch(time, data)
            case "fetch.succeeded" if data["status"] == 200:
                installation.digest = data["digest"]
            case "prompt.shown":
                installation.show(event, time, data)
            case "button.chosen":
                installation.answer(time, data)
    for installation in installations.values():
        yield from installation.waiting


def main() -> None:
    log, target = sys.argv[1:]
    with open(log, encoding="utf-8") as lines, open(target, "w", newline="", encoding="utf-8") as file:
        writer = None
        for row in rows(lines):
            if writer is None:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
            writer.writerow(row)
