"""Row 7: one decision by ten rules with filters, against engines that are used for the same."""

import hashlib
import json
import random
from collections.abc import Iterator
from statistics import median

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.builds import herald_bench, python
from herald_tools.bench.harness.fleet import scratch
from herald_tools.bench.harness.paths import BENCH
from herald_tools.bench.harness.report import Missing, Row, Skipped, duration, say
from herald_tools.bench.harness.timing import answer, compared, in_turns
from herald_tools.envelope import event, line
from herald_tools.paths import command

POLICY = BENCH / "data" / "decision" / "policy.json"
ENGINES = {"unleash": "Unleash (yggdrasil-engine)", "cedar": "Cedar (cedarpy)", "rego": "Rego (regopy)"}
MODELS = [
    ("SM-S911B", "android", "14"),
    ("SM-A125F", "android", "12"),
    ("Pixel 8", "android", "15"),
    ("Redmi Note 8", "android", "10"),
    ("MI 6", "android", "8.1"),
    ("M2101K6G", "android", "13"),
    ("SM-T500", "android", "11"),
    ("SM-T970", "android", "13"),
    ("iPhone14,5", "ios", "18.3.1"),
    ("iPhone12,1", "ios", "17.6"),
    ("iPhone9,1", "ios", "15.8"),
    ("iPad13,4", "ios", "17.5"),
    ("iPad7,11", "ios", "16.3"),
]
VERSIONS = ["1.8", "1.9.2", "2.0", "2.4", "2.9.1", "3.0", "3.1", "3.2", "3.3", "3.4"]
LANGUAGES = ["tr-TR", "de-DE", "en-US", "en-GB", "fr-FR", "es-ES", "az-AZ", "pt-BR"]


def devices(seed: int) -> dict:
    """A thousand installations and what they say of themselves."""
    dice = random.Random(seed)
    result = {}
    for number in range(1000):
        model, system, version = dice.choice(MODELS)
        result[f"/installations/{number:04}"] = {
            "appPackageName": "com.example.shop",
            "appVersionName": dice.choice(VERSIONS),
            "deviceOsName": system,
            "deviceOsVersion": version,
            "deviceModel": model,
            "deviceIsTablet": "true" if model[:4] in ("SM-T", "iPad") else "false",
            "deviceLanguage": dice.choice(LANGUAGES),
        }
    return result


def log_of(devices: dict) -> str:
    """Each installation's launch and the fetch after it, at which is decided."""
    document = POLICY.read_text()
    digest = "sha256:" + hashlib.sha256(document.encode()).hexdigest()
    fetch = {
        "trigger": "launch",
        "url": "https://policy.example.com/p.json",
        "format": "herald",
        "status": 200,
        "digest": digest,
    }
    lines = []
    for number, (source, properties) in enumerate(devices.items()):
        new = {"document": document} if number == 0 else {}
        events = [("app.launched", {"properties": properties}), ("fetch.succeeded", {**fetch, **new})]
        for revision, (type, data) in enumerate(events, 1):
            time = f"2026-03-02T08:00:0{revision}Z"
            lines.append(line(event(f"e-{revision}", source, type, time, revision=revision, data=data)))
    return "\n".join(lines) + "\n"


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    contexts = devices(bench.seed)
    log, file = scratch("decisions.jsonl"), scratch("decisions.json")
    log.write_text(log_of(contexts))
    file.write_text(json.dumps(contexts))
    commands = {"herald": [herald_bench(), "decide", log, 200]}
    missing = None
    try:
        commands |= {name: [*command("bench/peers/decide", python()), name, POLICY, file] for name in ENGINES}
    except Missing as error:
        missing = str(error)
    for name in ENGINES.keys() & commands.keys():
        check_agreement(name, answer(commands["herald"])["shown"], answer(commands[name])["shown"])
    actions = [lambda parts=parts: answer(parts)["nanoseconds"] / 1e9 for parts in commands.values()]
    seconds = dict(zip(commands, in_turns(bench.repetitions, *actions)))
    ours = median(seconds["herald"])
    yield Row("7", "one decision by ten rules (µs)", duration(ours), "", ours * 1e6, "≤ 1 µs", 1, True)
    for name, title in ENGINES.items():
        if missing:
            yield Skipped("7", title, missing)
        else:
            yield compared(
                "7",
                f"… against {title}",
                seconds["herald"],
                seconds[name],
                "≥ 100 × faster",
                100,
                inverse=True,
                at_most=False,
            )


def check_agreement(name: str, ours: dict, theirs: dict) -> None:
    different = [source for source in ours if ours[source] != theirs[source]]
    if different:
        source = different[0]
        say(f"{name} decides otherwise for {len(different)} of {len(ours)}, such as {source}:")
        say(f"  Herald `{ours[source]}`, {name} `{theirs[source]}`")
