"""What an installation remembers, as far as it matters for what it is shown."""

import json
from types import SimpleNamespace

from herald_tools.contract.policy import Refused
from herald_tools.contract.reduce import State, reaches


class Memory:
    """A small state, with the names that the oracle's decision asks for."""

    def __init__(self, source):
        self.source = source
        self.counts = {"launches": 0}
        self.properties, self.profile, self.written = {}, (), ""
        self.policy = self.origin = self.visible = self.latch = None
        self.digest = None  # of the last answer, read or not
        self.brought = set()  # digests whose document is in the log
        self.records = {}
        self._highest = {}
        self._last = None

    def version_name(self):
        return self.properties.get("appVersionName")

    def launch(self, properties):
        if properties is not self.properties:
            self.properties, self.profile = properties, tuple(properties.items())
            self.written = json.dumps(properties, ensure_ascii=False, separators=(",", ":"))
        self.counts["launches"] += 1
        self.visible = None
        if self.latch and reaches(self.version_name(), self.latch["targetVersion"]):
            self.latch = None

    def pass_time(self, now):
        """A clock that was set back: what was shown later was shown now."""
        if self._last is not None and now < self._last:
            for record in self.records.values():
                record.last_shown = min(record.last_shown, now)
        self._last = now

    def receive(self, policy, origin):
        """Takes a policy, or keeps the one it has; as the contract admits it."""
        try:
            State.admit(self, policy)
        except Refused:
            return
        self.policy, self.origin = policy, origin

    def show(self, prompt, rule, now):
        self.visible = {"prompt": prompt, "rule": rule}
        record = self.records.setdefault(rule, SimpleNamespace(shown=0, last_shown=now, skipped_version=None))
        record.shown += 1
        record.last_shown = now

    def press(self, button):
        rule, self.visible = self.visible["rule"], None
        if button == "skip":
            offered = self.policy.rule(rule) if self.policy else None
            self.records[rule].skipped_version = (offered and offered.target_version) or self.version_name()
