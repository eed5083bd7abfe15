"""Row 22: the page of a phone under a policy with thousands of rules takes what is shown, not rules times decisions."""

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.report import Row, duration
from herald_tools.bench.harness.timing import costs, in_turns
from herald_tools.envelope import event, line

RULES, DECISIONS = 9_000, 300
SECONDS, MEGABYTES = 3, 5


def document(rules: int) -> str:
    """A policy of small messages: each for another model, the last one for everybody."""
    messages = [
        {"id": number, "filters": {"deviceModel": f"model-{number}"}, "descriptions": {"en": {"message": "New."}}}
        for number in range(1, rules)
    ]
    messages.append({"id": rules, "maxDisplayCount": 1_000, "descriptions": {"en": {"message": "For all."}}})
    return json.dumps({"packageName": "com.example.shop", "messages": messages}, separators=(",", ":"))


def log_of(rules: int, decisions: int) -> str:
    """One phone that is launched every day, fetches, and sees the last message every sixth day."""
    text = document(rules)
    launch = {
        "appPackageName": "com.example.shop",
        "deviceOsName": "android",
        "deviceModel": "pixel",
        "deviceLanguage": "en",
    }
    fetch = {"trigger": "launch", "url": "https://policy.example.com/p.json", "format": "herald"}
    brings = {"status": 200, "digest": "sha256:" + hashlib.sha256(text.encode()).hexdigest(), "document": text}
    start = datetime(2026, 1, 1, 8, tzinfo=timezone.utc)
    lines: list[str] = []

    def add(type: str, day: int, data: dict) -> None:
        revision = len(lines) + 1
        time = (start + timedelta(days=day, seconds=revision)).strftime("%Y-%m-%dT%H:%M:%SZ")
        lines.append(line(event(f"e-{revision}", "/i/1", type, time, revision=revision, data=data)))

    for day in range(decisions):
        add("app.launched", day, {"properties": {**launch, "appVersionName": f"1.{day // 50}"}})
        add("fetch.succeeded", day, {**fetch, **(brings if day == 0 else {"status": 304})})
        if day % 6 == 0:
            add("prompt.shown", day, {"prompt": f"p-{day}", "rule": f"message:{rules}", "kind": "message"})
            add("button.chosen", day, {"prompt": f"p-{day}", "button": "dismiss"})
    return "\n".join(lines) + "\n"


def rows(bench: Bench) -> Iterator[Row]:
    log, page = scratch("rules.jsonl"), scratch("rules.html")
    log.write_text(log_of(RULES, DECISIONS))

    def report() -> float:
        Path(page).unlink(missing_ok=True)
        return costs([bench.herald, "report", log, "-o", page])[0].cpu

    (seconds,) = in_turns(bench.repetitions, report)
    ours = sorted(seconds)[len(seconds) // 2]
    size = Path(page).stat().st_size / 1e6
    what = f"page of {RULES:,} rules and {DECISIONS} decisions"
    yield Row("22", f"{what} (s)", duration(ours) + " CPU", "", ours, f"≤ {SECONDS} s", SECONDS, True)
    yield Row("22b", f"{what} (MB)", f"{size:.1f} MB", "", size, f"≤ {MEGABYTES} MB", MEGABYTES, True)
