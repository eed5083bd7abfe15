"""Reduce: what each event changes (section 3)."""

from typing import Any

from herald_tools.contract import urls
from herald_tools.contract.events import Event
from herald_tools.contract.formats import read_document
from herald_tools.contract.formats.document import Fetch
from herald_tools.contract.numbers import integer
from herald_tools.contract.policy import Policy, Refused
from herald_tools.contract.text import trim
from herald_tools.contract.versions import read_version
from herald_tools.json_types import Documents, JSONObject, Properties

COUNTS = ("launches", "returns", "operations", "strayButtons", "ignoredPushes", "clockSteps", "unknownEvents")


class Record:
    """What is remembered of one rule's showings."""

    def __init__(self) -> None:
        self.shown = 0
        self.last_shown: int | None = None
        self.last_button: str | None = None
        self.last_button_at: int | None = None
        self.skipped_version: str | None = None


class State:
    """The state of one stream after its events so far."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.revision = 0
        self.properties: Properties = {}
        self.user: str | None = None
        self.draws: dict[str, int] | None = None
        self.policy: Policy | None = None
        self.policy_origin: dict[str, str] = {}  # the digest and format that brought it
        self.refused: dict[str, str] | None = None
        self.last_check: int | None = None
        self.failures = 0
        self.latch: JSONObject | None = None
        self.visible: dict[str, str] | None = None
        self.records: dict[str, Record] = {}
        self.counts = dict.fromkeys(COUNTS, 0)
        self._highest: dict[str, Any] = {}  # family -> highest rank accepted
        self._last_time: int | None = None

    def apply(self, event: Event, documents: Documents) -> None:
        self.revision = event.revision
        if not event.is_known:
            self.counts["unknownEvents"] += 1
            return
        self._step_clock(event.time.instant)
        _CHANGES[event.type](self, event, documents)

    def _step_clock(self, now: int) -> None:
        if self._last_time is not None and now < self._last_time:
            self.counts["clockSteps"] += 1
            for record in self.records.values():
                record.last_shown = _not_after(now, record.last_shown)
                record.last_button_at = _not_after(now, record.last_button_at)
        self._last_time = now

    def version_name(self) -> str | None:
        return self.properties.get("appVersionName")

    def record(self, rule_id: str) -> Record:
        return self.records.setdefault(rule_id, Record())

    def launched(self, event: Event, documents: Documents) -> None:
        self.properties = event.data["properties"]
        self.user = event.data.get("user")
        self.draws = event.data["draws"]
        self.counts["launches"] += 1
        self.visible = None
        if self.latch and self._satisfies_latch(self.latch):
            self.latch = None

    def _satisfies_latch(self, latch: JSONObject) -> bool:
        reached = reaches(self.version_name(), latch["targetVersion"])
        return self.version_name() != latch["appVersionName"] if reached is None else reached

    def foregrounded(self, event: Event, documents: Documents) -> None:
        self.counts["returns"] += 1

    def backgrounded(self, event: Event, documents: Documents) -> None:
        pass

    def user_changed(self, event: Event, documents: Documents) -> None:
        self.user = event.data["user"]

    def checked(self, event: Event) -> None:
        self.last_check = event.time.instant
        if "user" in event.data:
            self.user = event.data["user"]

    def succeeded(self, event: Event, documents: Documents) -> None:
        self.checked(event)
        self.failures = 0
        if integer(event.data["status"]) == 200:
            self._receive(event.data, documents)

    def _receive(self, data: JSONObject, documents: Documents) -> None:
        digest, format_name = data["digest"], data["format"]
        try:
            house_rules = data.get("houseRules")
            fetch = Fetch(data["url"], data.get("storeUrl"), house_rules if isinstance(house_rules, dict) else None)
            policy = read_document(format_name, documents[digest], fetch)
            self.admit(policy)
        except Refused as refusal:
            self.refused = {"digest": digest, "reason": refusal.reason}
            return
        self.policy = policy
        self.policy_origin = {"digest": digest, "format": format_name}
        self.refused = None

    def admit(self, policy: Policy) -> None:
        """Neither is asked before the first launch, nor does that count for `rollback`."""
        if not self.counts["launches"]:
            return
        if is_other_package(policy, self.properties):
            raise Refused("otherPackage")
        if policy.rank is None:
            return
        highest = self._highest.get(policy.family)
        if highest is not None and policy.rank < highest:
            raise Refused("rollback")
        self._highest[policy.family] = policy.rank

    def failed(self, event: Event, documents: Documents) -> None:
        self.checked(event)
        self.failures += 1

    def shown(self, event: Event, documents: Documents) -> None:
        self.visible = {key: event.data[key] for key in ("prompt", "rule", "kind")}
        record = self.record(event.data["rule"])
        record.shown += 1
        record.last_shown = event.time.instant

    def chosen(self, event: Event, documents: Documents) -> None:
        if not self.visible or self.visible["prompt"] != event.data["prompt"]:
            self.counts["strayButtons"] += 1
            return
        rule_id = self.visible["rule"]
        self.visible = None
        record = self.record(rule_id)
        record.last_button = event.data["button"]
        record.last_button_at = event.time.instant
        if record.last_button == "skip":
            record.skipped_version = self._offered_version(rule_id)

    def _offered_version(self, rule_id: str) -> str | None:
        rule = self.policy.rule(rule_id, self.properties) if self.policy else None
        return (rule and rule.target()) or self.version_name()

    def pushed(self, event: Event, documents: Documents) -> None:
        url = urls.read_url(event.data.get("url", ""))
        target = event.data.get("targetVersion")
        is_for_us = event.data.get("user") in (None, self.user)
        is_done = reaches(self.version_name(), target)
        if event.data["kind"] != "forceUpdate" or url is None or not is_for_us or is_done:
            self.counts["ignoredPushes"] += 1
            return
        self.latch = {"event": event.id, "url": url, "targetVersion": target, "appVersionName": self.version_name()}

    def operated(self, event: Event, documents: Documents) -> None:
        self.counts["operations"] += 1


_CHANGES = {
    "app.launched": State.launched,
    "app.foregrounded": State.foregrounded,
    "app.backgrounded": State.backgrounded,
    "user.changed": State.user_changed,
    "fetch.succeeded": State.succeeded,
    "fetch.failed": State.failed,
    "prompt.shown": State.shown,
    "button.chosen": State.chosen,
    "push.received": State.pushed,
    "operation.attempted": State.operated,
}


def reaches(version_name: str | None, target: str | None) -> bool | None:
    """Whether the first is at least the second; None where one of them is not a version."""
    if version_name is None or target is None:
        return None
    mine, wanted = read_version(version_name), read_version(target)
    return None if mine is None or wanted is None else mine.compare(wanted) >= 0


def is_other_package(policy: Policy, properties: Properties) -> bool:
    """Whether a policy names a package, and another than the app's."""
    if policy.package_name is None:
        return False
    return trim(policy.package_name) != trim(properties.get("appPackageName") or "")


def _not_after(now: int, time: int | None) -> int | None:
    return None if time is None else min(time, now)
