"""Row 24: what holds for every device, of ten rules, of two documents, and of hostile ones."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from statistics import median

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.paths import BENCH
from herald_tools.bench.harness.report import Row, duration
from herald_tools.bench.harness.timing import costs, in_turns
from herald_tools.bench.rows import attention

#: Seconds for ten rules, for two documents, and for a document that multiplies whatever can be multiplied.
SOON, CHANGED, HOSTILE = 0.05, 0.5, 5.0


def rows(bench: Bench) -> Iterator[Row]:
    start = [bench.herald, "--version"]
    asked = [
        ("24", "analyze, ten rules with filters", SOON, _command(bench, "ten", _ten())),
        ("24b", "analyze, ten rules that use every key", SOON, _command(bench, "keys", attention.POLICY)),
        ("24c", "analyze --against, ten rules with filters", CHANGED, _against(bench, "ten", _ten())),
        ("24d", "analyze --against, ten rules that use every key", CHANGED, _against(bench, "keys", attention.POLICY)),
    ]
    for number, (name, document) in enumerate(hostile().items()):
        what = f"analyze, {name}"
        asked.append((f"24{chr(ord('e') + number)}", what, HOSTILE, _command(bench, f"hostile-{number}", document)))
    commands = [start, *(command for *_, command in asked)]
    started, *measured = in_turns(
        bench.repetitions, *[lambda command=command: costs(command)[0].cpu for command in commands]
    )
    for (label, what, most, _), seconds in zip(asked, measured):
        beyond = [max(0.0, ours - theirs) for ours, theirs in zip(seconds, started)]
        goal = duration(most)
        yield Row(
            label,
            f"{what}, beyond the start",
            duration(median(beyond)) + " CPU",
            goal,
            median(beyond) / most,
            f"≤ {goal}",
            1,
            True,
            tuple(time / most for time in beyond),
        )


def _command(bench: Bench, name: str, document: dict) -> list:
    return [bench.herald, "analyze", _written(name, document), "--format", "json"]


def _against(bench: Bench, name: str, document: dict) -> list:
    """The document with a rule that is for everybody now, and one whose text is another, against what it was."""
    other = deepcopy(document)
    rules = [*other.get("updates", []), *other.get("messages", [])]
    del rules[-1]["filters"]
    rules[0]["descriptions"] = {"*": {"message": "Read this."}}
    return [*_command(bench, f"{name}-after", other), "--against", _written(name, document)]


def _written(name: str, document: dict) -> Path:
    path = scratch(f"analyze-{name}.json")
    path.write_text(json.dumps(document))
    return path


def _ten() -> dict:
    return json.loads((BENCH / "data" / "decision" / "policy.json").read_text())


def hostile() -> dict[str, dict]:
    """Documents whose filters, versions or dates multiply, each under all limits of a document."""
    random = Random(1)

    def letters(count: int, of: str = "ab") -> str:
        return "".join(random.choice(of) for _ in range(count))

    def models(*texts: str, **keys: int) -> dict:
        return _document([{"filters": {"deviceModel": text}, **keys} for text in texts])

    stars = ["*" + "*".join(letters(12, "abcdef")) + "*" for _ in range(40)]
    gaps = ["*a" + "?" * 18 + "*" for _ in range(10)]
    windows = [
        {
            "displayAfterDate": f"2026-{1 + n % 12:02d}-01",
            "displayBeforeDate": f"2027-{1 + n % 12:02d}-15T00:00Z",
            "quietHours": {"from": f"{n % 24:02d}:00", "to": f"{(n + 9) % 24:02d}:30"},
        }
        for n in range(100)
    ]
    return {
        "eight pairs of wildcards": models(*(f"*{letters(6)}*,!*{letters(5)}?*" for _ in range(8))),
        "a filter of 300 wildcards": models(",".join(f"*{letters(8, 'abcdef')}*" for _ in range(300)), "*"),
        "forty filters of 13 asterisks": models(*stars),
        "ten filters of 18 question marks": models(*gaps),
        "a hundred bounds of versions": _document([{"filters": {"appVersionName": f"<1.{n}"}} for n in range(100)]),
        "a thousand models, each shown a rule twice": models(*(f"model-{n}*" for n in range(1000)), maxDisplayCount=2),
        "a hundred windows and quiet hours": _document(windows),
    }


def _document(rules: list[dict]) -> dict:
    common = {"descriptions": {"*": {"message": "New."}}, "targetWebsiteUrl": "https://example.com/app"}
    updates = [{"id": number, **common, **rule} for number, rule in enumerate(rules, 1)]
    return {"packageName": "com.example.shop", "updates": updates}
