"""Row 7e: one decision by ten rules that use every key of a rule, on installations that saw all of them."""

import hashlib
import json
from collections.abc import Iterator
from statistics import median

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.builds import herald_bench
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.report import Row, duration
from herald_tools.bench.harness.timing import answer, in_turns
from herald_tools.bench.rows.decisions import devices
from herald_tools.envelope import event, line

RULES = 10
CAPS = [{"cap": 9, "periodInHours": 24}, {"cap": 30, "periodInHours": 720}]


def rule(number: int) -> dict:
    """A rule that every installation reaches the last tests of. All but the last one wait for their period.

    Every second one has a deadline. The others take part in the holdout, which a deadline ends.
    """
    deadline = {
        "at": "2026-12-01T18:00:00Z",
        "graceInHours": 72,
        "afterFirstShownInHours": 5000,
        "deferrals": 50,
        "reminders": [{"withinHours": 72, "displayPeriodInHours": 6}],
    }
    return {
        "id": number,
        "filters": {"appPackageName": "com.example.shop", "deviceOsVersion": "!7"},
        "triggers": ["launch", "foreground", "operation:pay"],
        "inSegments": ["shoppers"],
        "notInSegments": ["testers"],
        "targetVersion": "9.1",
        "updateTypes": ["major", "minor", "patch"],
        "forceUpdateTypes": ["prerelease"],
        "releasedAt": "2026-01-01",
        "releasedForDays": 3,
        "rollout": 100,
        "phasedRollout": {"startAt": "2026-01-02", "steps": [1, 10, 50, 100]},
        "displayAfterDate": "2026-01-01",
        "displayBeforeDate": "2027-01-01",
        "maxDisplayCount": 100,
        "displayPeriodInHours": 0 if number == RULES else 1000,
        "frequencyCaps": CAPS,
        "groups": ["news"],
        **({"deadline": deadline} if number % 2 else {}),
        "variants": [{"id": "a", "weight": 1}, {"id": "b", "weight": 1, "descriptions": {"*": {"message": "Now."}}}],
        "descriptions": {"*": {"message": "A new version."}},
        "targetWebsiteUrl": "https://example.com/app",
    }


POLICY = {
    "packageName": "com.example.shop",
    "segments": {"shoppers": {"appVersionName": ">=1.0"}, "testers": {"deviceModel": "test*"}},
    "groups": {"news": {"frequencyCaps": CAPS}},
    "frequencyCaps": [{"cap": 32, "periodInHours": 24}],
    "holdout": {"id": "h", "percent": 0},
    "quietHours": {"from": "23:00", "to": "06:00"},
    "updates": [rule(number) for number in range(1, RULES + 1)],
}


def log_of(devices: dict) -> str:
    """Each installation saw each rule once, and asks a day later."""
    document = json.dumps(POLICY)
    fetch = {"trigger": "launch", "url": "https://policy.example.com/p.json", "format": "herald", "status": 200}
    fetch["digest"] = "sha256:" + hashlib.sha256(document.encode()).hexdigest()
    lines = []
    for number, (source, properties) in enumerate(devices.items()):
        new = {"document": document} if number == 0 else {}
        events = [("app.launched", 1, {"properties": properties}), ("fetch.succeeded", 1, {**fetch, **new})]
        for shown in range(1, RULES + 1):
            prompt = f"p-{shown}"
            events.append(("prompt.shown", 1, {"prompt": prompt, "rule": f"update:{shown}", "kind": "optional"}))
            events.append(("button.chosen", 1, {"prompt": prompt, "button": "later"}))
        events.append(("app.foregrounded", 2, {}))
        for revision, (type, day, data) in enumerate(events, 1):
            time = f"2026-03-0{day}T08:00:{revision:02}Z"
            lines.append(line(event(f"e-{revision}", source, type, time, revision=revision, data=data)))
    return "\n".join(lines) + "\n"


def rows(bench: Bench) -> Iterator[Row]:
    log = scratch("attention.jsonl")
    log.write_text(log_of(devices(bench.seed)))
    command = [herald_bench(), "decide", log, 200]
    shown = answer(command)["shown"]
    if set(shown.values()) != {f"update:{RULES}"}:
        raise ValueError(f"the ten rules decide otherwise: {sorted(set(shown.values()))}")
    (seconds,) = in_turns(bench.repetitions, lambda: answer(command)["nanoseconds"] / 1e9)
    ours = median(seconds)
    yield Row(
        "7e", "one decision by ten rules that use everything (µs)", duration(ours), "", ours * 1e6, "≤ 2 µs", 2, True
    )
