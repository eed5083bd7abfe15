"""The memory of an installation, as far as it matters for what it is shown."""

import json
from typing import cast

from herald_tools.contract.policy import Policy, Refused
from herald_tools.contract.ranks import Accepted
from herald_tools.contract.records import Record
from herald_tools.contract.reduce import State, reaches
from herald_tools.contract.trust import Promises
from herald_tools.json_types import Properties


class Memory:
    """A small state, with the names that the oracle's decision asks for."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.counts = {"launches": 0}
        self.properties: Properties = {}
        self.profile: tuple[tuple[str, str], ...] = ()
        self.written = ""
        self.policy: Policy | None = None
        self.origin: tuple[str, int] | None = None
        self.visible: dict[str, str] | None = None
        self.latch: dict[str, str] | None = None
        self.digest: str | None = None  # of the last answer, read or not
        self.brought: set[str] = set()  # digests whose document is in the log
        self.records: dict[str, Record] = {}
        self.draws: dict[str, int] = {}  # none: a fleet's roll-outs follow from the installations' names
        self.trust = None  # no app of a fleet asks for signatures
        self._accepted = Accepted()
        self._last: int | None = None

    def version_name(self) -> str | None:
        return self.properties.get("appVersionName")

    def launch(self, properties: Properties) -> None:
        if properties is not self.properties:
            self.properties, self.profile = properties, tuple(properties.items())
            self.written = json.dumps(properties, ensure_ascii=False, separators=(",", ":"))
        self.counts["launches"] += 1
        self.visible = None
        if self.latch and reaches(self.version_name(), self.latch["targetVersion"]):
            self.latch = None

    def pass_time(self, now: int) -> None:
        """A clock that was set back: what was shown later was shown now."""
        if self._last is not None and now < self._last:
            for record in self.records.values():
                record.last_shown = now if record.last_shown is None else min(record.last_shown, now)
        self._last = now

    def receive(self, policy: Policy, origin: tuple[str, int], now: int) -> None:
        """Takes a policy, or keeps the one it has; as the contract admits it."""
        try:
            State.admit(cast(State, self), policy, Promises(), "", now)  # it needs no more of a state than a memory has
        except Refused:
            return
        self.policy, self.origin = policy, origin

    def show(self, prompt: str, rule: str, now: int) -> None:
        self.visible = {"prompt": prompt, "rule": rule}
        record = self.records.setdefault(rule, Record())
        record.shown += 1
        record.last_shown = now

    def press(self, button: str) -> None:
        assert self.visible  # a button belongs to a prompt
        rule, self.visible = self.visible["rule"], None
        if button == "skip":
            offered = self.policy.rule(rule) if self.policy else None
            self.records[rule].skipped_version = (offered and offered.target()) or self.version_name()
