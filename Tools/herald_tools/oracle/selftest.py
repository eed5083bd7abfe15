"""Runs published cases through the contract's parts: `selftest.py FOLDER` with the cases' .jsonl files."""

import json
import sys
from pathlib import Path
from typing import Any

from herald_tools.contract import filters, language, times, urls, versions
from herald_tools.contract.decide import Decision, decide
from herald_tools.contract.events import Event
from herald_tools.contract.formats import herald, ssvc
from herald_tools.contract.json_reader import read_json
from herald_tools.contract.numbers import Number
from herald_tools.contract.reduce import State
from herald_tools.contract.text import trim
from herald_tools.json_types import Documents, JSONObject, Properties

Case = Any  # what the case says and what the contract says, or SKIPPED


def main() -> int:
    folder = Path(sys.argv[1])
    disagreements = total = 0
    for name, check in CHECKS.items():
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            found = check(case, line)
            if found is SKIPPED:
                continue
            total += 1
            if found[0] != found[1]:
                disagreements += 1
                print(f"{name} {case['id']}: case {found[0]!r}, contract {found[1]!r}")
    print(f"{total} cases, {disagreements} disagreements")
    return 1 if disagreements else 0


SKIPPED = object()


def check_filter(case: JSONObject, line: str) -> Case:
    if case["recommended"] is None:
        return SKIPPED
    rule = case["rule"]
    return case["recommended"], True if rule is None else filters.matches(rule, case["value"])


def check_version(case: JSONObject, line: str) -> Case:
    if case["order"] is None:
        return SKIPPED
    first, second = versions.read_version(case["a"]), versions.read_version(case["b"])
    if first is None or second is None:
        return case["order"], "error"
    return case["order"], "=><"[first.compare(second)]


def check_date(case: JSONObject, line: str) -> Case:
    """A zone can only be honoured where the case is in UTC or carries an offset."""
    bound = times.read_bound(trim(case["text"]))
    if bound and not bound.is_instant and case["deviceTimeZone"] != "UTC":
        return SKIPPED
    return case["recommended"], bound and times.write_time(bound.value)


def check_language(case: JSONObject, line: str) -> Case:
    entry = read_json(line)
    found = language.choose_language(herald.languages_of(entry), case["deviceLanguage"])
    return (case["recommended"] or {}).get("key"), found


def check_url(case: JSONObject, line: str) -> Case:
    return case["recommended"], urls.read_url(case["raw"])


def check_id(case: JSONObject, line: str) -> Case:
    entry = read_json(line)
    same = herald.id_of(entry["a"]) == herald.id_of(entry["b"])
    return case["recommended"], "same" if same else "different"


def check_ssvc(case: JSONObject, line: str) -> Case:
    if case["kind"] == "bundle-version-number":
        return case["versionNumber"], ssvc.bundle_number(case["bundleVersion"]) or 0
    if case["kind"] != "response":
        return SKIPPED
    version = case["current"]["bundleVersion"]
    device = Device({"appVersionName": version, "appVersionCode": version})
    device.fetch("ssvc", case["response"], _STORE)
    wanted = case["recommended"]
    if device.state.refused:
        return wanted["outcome"], "failure"
    offered = device.offers()
    is_required = "update:ssvc-minimum" in offered
    # The source's `updateAvailable` holds wherever an update is required.
    return (
        (wanted["outcome"], wanted["updateAvailable"], wanted["updateRequired"]),
        ("success", is_required or "update:ssvc-latest" in offered, is_required),
    )


def check_sunstripe(case: JSONObject, line: str) -> Case:
    if "response" not in case:
        return SKIPPED
    device = Device({"appVersionName": "1.0"})
    return case["recommended"]["kind"], device.fetch("sunstripe", case["response"], _STORE)


def check_table(case: JSONObject, line: str) -> Case:
    if case["kind"] == "table":
        device = Device({"appVersionName": case["version"]})
        found = device.fetch("table", json.dumps({"versions": case["table"]}))
        wanted = case["expected"]
        if "downloadUrl" in wanted:
            return (wanted["kind"], wanted["downloadUrl"]), (found, device.destination())
        return (wanted["kind"], wanted.get("review", False)), (found, device.reason() == "underReview")
    if case["kind"] == "login-response":
        wanted = case["recommended"]
        return wanted["state"], Device({"appVersionName": "1.0"}).fetch("login", json.dumps(case["body"]))
    if case["kind"] == "monotonic":
        device = Device({"appVersionName": "1.0"})
        for version in (case["previousLatest"], case["newLatest"]):
            device.fetch("table", json.dumps({"versions": [{"version": version}]}))
        return case["accepted"], device.state.refused is None
    return SKIPPED


def check_segments(case: JSONObject, line: str) -> Case:
    device = Device({"appVersionName": case["current"]})
    found = device.fetch("segments", json.dumps({"version": case["latest"]}), _STORE)
    return {"unknown": "none"}.get(case["kind"], case["kind"]), "none" if found == "failure" else found


def check_itunes(case: JSONObject, line: str) -> Case:
    """An answer that the source calls unknown is refused, or shows nothing."""
    if case["kind"] == "version":
        body = json.dumps({"results": [{"version": case["store"], "trackId": 1}]})
        found = Device({"appVersionName": case["current"]}).fetch("itunes", body)
        return bool(case["recommended"]), found == "optional"
    if case["kind"] == "lookup":
        device = Device({"appPackageName": "com.example.app", "appVersionName": case["current"]})
        found = device.fetch("itunes", case["body"])
        return case["recommended"]["available"], None if found == "failure" else found == "optional"
    if case["id"] == "it-url-03":
        device = Device({"appVersionName": "1.0"})
        device.fetch("itunes", '{"results":[{"version":"2.0","trackId":123}]}')
        return case["recommended"], device.destination()
    return SKIPPED


class Device:
    """An app that was launched, and then fetches."""

    def __init__(self, properties: Properties) -> None:
        self.state = State("/i/1")
        self.event = self._apply("app.launched", {"properties": properties}, {})

    def _apply(self, event_type: str, data: JSONObject, documents: Documents) -> Event:
        revision = self.state.revision + 1
        event = Event(revision, self.state.source, f"e-{revision}", event_type, _NOW, revision, data, True)
        self.state.apply(event, documents)
        return event

    def fetch(self, format_name: str, body: str, store_url: str | None = None) -> str:
        """The kind of what is shown, `none`, or `failure` where the document is refused."""
        data = {
            "trigger": "launch",
            "url": "https://example.com/policy",
            "format": format_name,
            "status": Number("200"),
            "digest": "of the body",
        }
        self.event = self._apply(
            "fetch.succeeded", data if store_url is None else {**data, "storeUrl": store_url}, {"of the body": body}
        )
        if self.state.refused:
            return "failure"
        show = self.decision().show
        return show["kind"] if show else "none"

    def decision(self) -> Decision:
        """The decision after the last event, which was a fetch."""
        found = decide(self.state, self.event)
        assert found
        return found

    def offers(self) -> list[str]:
        """The rules that the installed version passes."""
        rules = self.state.policy.rules_on(self.state.properties) if self.state.policy else []
        return [rule.id for rule in rules if rule.is_offered(self.state.properties)]

    def destination(self) -> str | None:
        show = self.decision().show
        return show["destination"] if show else None

    def reason(self) -> str:
        return self.decision().reason


_NOW = times.Moment(1_772_438_400_000, 1_772_438_400_000)  # 2026-03-02T08:00:00Z
_STORE = "https://store.example.com/app"

CHECKS = {
    "filters": check_filter,
    "versions": check_version,
    "dates": check_date,
    "language": check_language,
    "urls": check_url,
    "ids": check_id,
    "ssvc": check_ssvc,
    "sunstripe": check_sunstripe,
    "table": check_table,
    "segments": check_segments,
    "itunes": check_itunes,
}
