"""The logs whose pages are looked at: one of hostile texts, a long one, a fleet."""

import hashlib
import json
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from herald_tools.effect.fleet import Options, invent
from herald_tools.envelope import event, line
from herald_tools.json_types import JSONObject

HOSTILE = (
    '</script><script>alert(1)</script><img src=x onerror=alert(2)>"\u0301 onmouseover=alert(3) '
    "\u202egnp.exe\u2028\u2029\u0000\u2066<!--]]>&amp;{{evil}}${1}"
)


class Log:
    """Lines of one installation."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines: list[str] = []
        # The minute of the next events; each event is a minute after the one before where it is not set.
        self.minute: int | None = None

    def add(self, type: str, data: JSONObject | None = None) -> None:
        revision = len(self.lines) + 1
        minute = revision if self.minute is None else self.minute
        time = (datetime(2026, 3, 1, tzinfo=timezone(timedelta(hours=1))) + timedelta(minutes=minute)).isoformat()
        self.lines.append(line(event(f"e-{revision}", self.source, type, time, revision=revision, data=data or {})))

    def pause(self) -> None:
        """The next event comes an hour and a half later."""
        self.minute = (self.minute or 0) + 90

    def launch(self, version: str, **more: str) -> None:
        properties = {"appPackageName": "com.example.app", "appVersionName": version, "deviceLanguage": "en", **more}
        self.add("app.launched", {"properties": properties})

    def fetch(self, document: str) -> None:
        digest = "sha256:" + hashlib.sha256(document.encode()).hexdigest()
        self.add(
            "fetch.succeeded",
            {
                "trigger": "launch",
                "url": "https://example.com/policy.json",
                "format": "herald",
                "status": 200,
                "digest": digest,
                "document": document,
            },
        )

    def prompt(self, rule: str, kind: str, button: str | None = None) -> None:
        name = f"p-{len(self.lines)}"
        self.add("prompt.shown", {"prompt": name, "rule": rule, "kind": kind})
        if button:
            self.add("button.chosen", {"prompt": name, "button": button})


def rule(id: str | int, **more: Any) -> JSONObject:
    return {"id": id, "targetWebsiteUrl": "https://example.com/", "descriptions": {"en": {"message": "Update"}}, **more}


def policy(*rules: JSONObject) -> str:
    return json.dumps({"packageName": "com.example.app", "updates": rules}, indent=2, ensure_ascii=False)


def write(path: Path, logs: Iterable[Log]) -> Path:
    path.write_text("".join(written + "\n" for log in logs for written in log.lines), encoding="utf-8")
    return path


def hostile(folder: Path) -> Path:
    """Every text that a log can have says what a page must not do."""
    log = Log(HOSTILE)
    log.launch("1.0", deviceModel="x" + HOSTILE, constructor=HOSTILE, __proto__="polluted")
    log.fetch(
        policy(
            rule(
                HOSTILE,
                targetVersion="2.0",
                skippable=True,
                filters={"deviceModel": HOSTILE + ",*"},
                descriptions={"en": {"title": HOSTILE, "message": HOSTILE}},
            )
        )
    )
    log.prompt("update:" + HOSTILE, "optional", HOSTILE)
    log.add("operation.attempted", {"operation": HOSTILE})
    log.add("push.received", {"kind": HOSTILE, "url": "javascript:alert(5)", "targetVersion": HOSTILE})
    log.add("other." + HOSTILE, {"x": HOSTILE})
    log.prompt("update:" + HOSTILE, "optional", "later")
    log.add("app.foregrounded")
    return write(folder / "hostile.jsonl", [log])


def long(folder: Path) -> Path:
    """Ten thousand events, most of them equal to the one before."""
    log = Log("/installations/long")
    log.launch("1.0")
    log.fetch(policy(rule(1, targetVersion="2.0", displayPeriodInHours=24), rule(2, filters={"deviceOsName": "ios"})))
    log.prompt("update:1", "optional", "later")
    while len(log.lines) < 10_000:
        log.add("app.foregrounded")
        log.add("app.backgrounded")
    return write(folder / "long.jsonl", [log])


def life(folder: Path, events: int) -> Path:
    """A device in use for weeks: launches, documents, prompts with answers, some not as decided, returns."""
    log = Log(f"/installations/life-of-{events}")
    log.minute = 0
    uses = 0
    while len(log.lines) < events:
        day = log.minute // 1440
        log.launch(f"1.{day // 30}", deviceModel="Pixel 8", deviceOsName="android")
        log.pause()
        log.fetch(
            policy(
                rule(1, targetVersion="9.0", displayPeriodInHours=20, filters={"deviceLanguage": "en*"}),
                rule(f"only-{day // 14}", targetVersion="9.0", filters={"deviceOsName": "ios"}),
            )
        )
        log.pause()
        if uses % 2:
            log.add("operation.attempted", {"operation": "pay"})
        else:
            log.prompt("update:1" if day % 7 else "update:only-0", "optional", "later")
        for _ in range(2):
            log.pause()
            log.add("app.backgrounded")
            log.pause()
            log.add("app.foregrounded")
        log.pause()
        uses += 1
    del log.lines[events:]
    return write(folder / f"life-{events}.jsonl", [log])


def fleet(folder: Path) -> Path:
    """Forty installations of five versions: some update, some do not, and some are locked out."""
    logs = []
    document = policy(
        rule(1, targetVersion="2.0", forceUpdate=True, filters={"appVersionName": "<1.2"}),
        rule(2, targetVersion="2.0", displayPeriodInHours=24),
    )
    for number in range(40):
        log = Log(f"/installations/{number:02}")
        version = f"1.{number % 5}"
        log.launch(version)
        log.fetch(document)
        forced = number % 5 < 2
        log.prompt(
            "update:1" if forced else "update:2", "force" if forced else "optional", "update" if number % 3 else "later"
        )
        for _ in range(number % 4):
            log.add("app.foregrounded")
            if forced:
                log.prompt("update:1", "force", "update")
        if number % 2:
            log.launch("2.0")
        logs.append(log)
    return write(folder / "fleet.jsonl", logs)


def experiment(folder: Path) -> Path:
    """A fleet with a holdout and two variants, one of them with a hostile name."""
    names = (HOSTILE, "plain")
    fleet = invent(Options(installations=150, percent=30, days=10, variants=names, accepted=dict.fromkeys(names, 0.2)))
    file = folder / "experiment.jsonl"
    file.write_text("".join(fleet.log(by_time=False)))
    return file
