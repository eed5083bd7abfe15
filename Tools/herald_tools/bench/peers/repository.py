"""eventsourcing: aggregates of 100 events in its SQLite recorder, each got from its repository."""

import json
import os
import sys
import tempfile
from pathlib import Path
from time import process_time

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Installation(Aggregate):
    """About what Herald's state keeps of an installation."""

    @event("Launched")
    def __init__(self, properties: dict) -> None:
        self.properties = properties
        self.counts: dict = {}
        self.records: dict = {}

    @event("Happened")
    def happen(self, kind: str, rule: str, at: str) -> None:
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if kind == "prompt.shown":
            self.records[rule] = at


def save(app: Application, count: int, events: int) -> list:
    kinds = ["app.foregrounded", "fetch.succeeded", "prompt.shown", "button.chosen", "operation.attempted"]
    ids = []
    for _ in range(count):
        one = Installation(properties={"appVersionName": "3.1", "deviceOsName": "android", "deviceModel": "Pixel 8"})
        for number in range(events - 1):
            one.happen(kind=kinds[number % 5], rule="update:4", at="2026-03-02T08:00:00.000Z")
        app.save(one)
        ids.append(one.id)
    return ids


def main() -> None:
    count = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": str(Path(folder) / "events.sqlite"),
        }
        app = Application()
        ids = save(app, int(count), 100)
        app.repository.get(ids[0])
        start = process_time()
        for id in ids:
            app.repository.get(id)
        seconds = process_time() - start
        app.close()
    print(json.dumps({"seconds": seconds, "installations": len(ids)}))
