"""Reduce: what each event changes (section 3)."""

from dataclasses import replace
from typing import Any

from herald_tools.contract import urls
from herald_tools.contract.events import Event
from herald_tools.contract.formats import check_form, read_document
from herald_tools.contract.formats.document import Fetch
from herald_tools.contract.numbers import integer
from herald_tools.contract.policy import Policy, Refused
from herald_tools.contract.ranks import Accepted, ranks, signed_only
from herald_tools.contract.records import Record, not_after
from herald_tools.contract.text import trim
from herald_tools.contract.times import MINUTE, Moment
from herald_tools.contract.trust import (
    Assumed,
    Promises,
    Trust,
    believe,
    check_current,
    check_fit,
    read_file,
    read_promises,
)
from herald_tools.contract.versions import read_version
from herald_tools.json_types import Documents, JSONObject, Properties

COUNTS = ("launches", "returns", "operations", "strayButtons", "ignoredPushes", "clockSteps", "unknownEvents")


class State:
    """The state of one stream after its events so far."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.revision = 0
        self.properties: Properties = {}
        self.user: str | None = None
        self.draws: dict[str, int] | None = None
        self.trust: Trust | None = None
        self.expires: int | None = None  # of the policy in force
        self.package: str | None = None  # that it is for, by itself or by its signature
        self.policy: Policy | None = None
        self.body = ""  # the document that it was read from
        self._own_policy = Policy(family="")  # as the document says, without what was signed
        self.policy_origin: dict[str, str] = {}  # the digest and format that brought it
        self.refused: dict[str, str] | None = None
        self.last_check: int | None = None
        self.zone: int | None = None  # minutes east of UTC
        self.failures = 0
        self.latch: JSONObject | None = None
        self.visible: dict[str, str] | None = None
        self.records: dict[str, Record] = {}
        self.counts = dict.fromkeys(COUNTS, 0)
        self._accepted = Accepted()
        self._last_time: int | None = None

    def apply(self, event: Event, documents: Documents) -> None:
        self.revision = event.revision
        if not event.is_known:
            self.counts["unknownEvents"] += 1
            return
        self._step_clock(event.time.instant)
        self.zone = (event.time.wall - event.time.instant) // MINUTE
        _CHANGES[event.type](self, event, documents)

    def _step_clock(self, now: int) -> None:
        if self._last_time is not None and now < self._last_time:
            self.counts["clockSteps"] += 1
            for record in self.records.values():
                record.last_shown = not_after(now, record.last_shown)
                record.last_button_at = not_after(now, record.last_button_at)
                record.showings = [min(now, shown) for shown in record.showings]
        self._last_time = now

    def version_name(self) -> str | None:
        return self.properties.get("appVersionName")

    def record(self, rule_id: str) -> Record:
        return self.records.setdefault(rule_id, Record())

    def launched(self, event: Event, documents: Documents) -> None:
        self.properties = event.data["properties"]
        self.user = event.data.get("user")
        self.draws = event.data["draws"]
        self.trust = event.data["trust"]
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
            self._receive(event, documents)
        elif self.trust and self.policy:
            self._renew(event.data.get("signature"), self.trust, self.policy, event.time.instant)

    def _receive(self, event: Event, documents: Documents) -> None:
        data = event.data
        digest, format_name, body = data["digest"], data["format"], documents[data["digest"]]
        try:
            check_form(format_name, body)
            promises = self._verify(event, body)
            policy = read_document(format_name, body, _fetch(data, event.time))
            self._accept(policy, promises or Promises(), format_name, event.time.instant)
        except Refused as refusal:
            self.refused = {"digest": digest, "reason": refusal.reason}
            return
        self.policy_origin = {"digest": digest, "format": format_name}
        self.body = body
        self.refused = None

    def _verify(self, event: Event, body: str) -> Promises | None:
        """What is promised with a document; None where it is accepted without."""
        data, now = event.data, event.time.instant
        signature = data.get("signature")
        if self.trust is None:
            return None
        if isinstance(signature, Assumed):
            file = read_file(signature.text)
            promises = Promises(expires=read_promises(file[0].comment).expires if file else self.expires)
            if not signature.anew:
                check_current(promises, now)
            elif promises.expires is not None and now > promises.expires:
                promises = Promises()
            if signature.anew and self.trust.required:
                self._check_equivocation(promises, _readable(data, body) or Policy(family=""), data["digest"])
            return promises
        file = read_file(signature)
        if file is None:
            if self.trust.required:
                raise Refused("unsigned")
            return None
        promises = believe(file, body, self.trust)
        policy = _readable(data, body)
        if policy:
            check_fit(promises, policy)
        check_current(promises, now)
        self._check_equivocation(promises, policy or Policy(family=""), data["digest"])
        return promises

    def _check_equivocation(self, promises: Promises, policy: Policy, digest: str) -> None:
        revision = promises.revision if policy.revision is None else policy.revision
        package = policy.package_name or promises.package
        if self.policy is None or revision is None or self.policy_origin["digest"] == digest:
            return
        if self.policy.revision == revision and _trimmed(self.package) == _trimmed(package):
            raise Refused("equivocation")

    def _accept(self, policy: Policy, promises: Promises, format_name: str, now: int) -> None:
        self.admit(policy, promises, format_name, now)
        self._own_policy = policy
        self.policy = replace(policy, revision=promises.revision) if policy.revision is None else policy
        self.expires, self.package = promises.expires, policy.package_name or promises.package

    def admit(self, policy: Policy, promises: Promises, format_name: str, now: int) -> None:
        """Neither is asked before the first launch, nor does that count for `rollback`."""
        if not self.counts["launches"]:
            return
        policy = policy.on(self.properties)
        package = policy.package_name or promises.package
        if is_other_package(replace(policy, package_name=package), self.properties):
            raise Refused("otherPackage")
        self._accepted.ascend(ranks(policy, promises, format_name), now)
        if policy.newest is not None:
            self._accepted.note(policy.family, policy.newest, now)

    def _renew(self, signature: Any, trust: Trust, policy: Policy, now: int) -> None:
        """The signature of a 304: of the document in force it counts from now on, any other is ignored."""
        file = read_file(signature)
        if file is None:
            return
        try:
            promises = believe(file, self.body, trust)
            own = self._own_policy
            check_fit(promises, own)
            check_current(promises, now)
            self._accepted.ascend(signed_only(ranks(own, promises, self.policy_origin["format"])), now)
        except Refused:
            return
        self.policy = replace(policy, revision=promises.revision) if own.revision is None else policy
        self.expires, self.package = promises.expires, policy.package_name or promises.package

    def failed(self, event: Event, documents: Documents) -> None:
        self.checked(event)
        self.failures += 1

    def is_on_screen(self, data: JSONObject) -> bool:
        """Whether a showing is the visible one, told again."""
        return self.visible is not None and all(self.visible[key] == data[key] for key in ("prompt", "rule"))

    def shown(self, event: Event, documents: Documents) -> None:
        if self.is_on_screen(event.data):
            return
        self.visible = {key: event.data[key] for key in ("prompt", "rule", "kind")}
        rule_id = event.data["rule"]
        rule = self.policy.rule(rule_id, self.properties) if self.policy else None
        self.record(rule_id).show(rule.offered() if rule else None, event.time.instant)

    def chosen(self, event: Event, documents: Documents) -> None:
        if not self.visible or self.visible["prompt"] != event.data["prompt"]:
            self.counts["strayButtons"] += 1
            return
        rule_id = self.visible["rule"]
        self.visible = None
        record = self.record(rule_id)
        record.last_button = event.data["button"]
        record.last_button_at = event.time.instant
        if record.last_button == "later":
            record.deferrals += 1
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


def _fetch(data: JSONObject, now: Moment | None = None) -> Fetch:
    house_rules = data.get("houseRules")
    return Fetch(data["url"], data.get("storeUrl"), house_rules if isinstance(house_rules, dict) else None, now)


def _readable(data: JSONObject, body: str) -> Policy | None:
    try:
        return read_document(data["format"], body, _fetch(data))
    except Refused:
        return None


def _trimmed(text: str | None) -> str | None:
    return None if text is None else trim(text)


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
