"""A policy: what every format of document becomes."""

from collections.abc import Callable
from dataclasses import dataclass, field


class Refused(Exception):
    """A document that cannot be read; its argument is the reason's name."""

    @property
    def reason(self):
        return self.args[0]


def nobody(version_name):
    """No version is under review."""
    return False


def every_device(properties):
    """No device fails."""
    return True


@dataclass
class Rule:
    id: str
    kind: str  # exit force optional message
    languages: list | None  # the keys that have a text, as written; None: the built-in texts
    filters: dict = field(default_factory=dict)
    website_url: str | None = None
    package_url: str | None = None
    package_name: str | None = None
    google_play: bool = False
    after: object = None
    before: object = None
    max_count: int | None = None
    period: int = 0  # milliseconds
    rollout: int = 10_000  # hundredths of a percent
    target_version: str | None = None
    target_code: int | None = None
    skippable: bool = False
    runs_on: Callable = every_device  # a format's own part of the test `filters`, asked of the properties
    is_offered: Callable = every_device  # a format's own part of the test `version`, likewise


@dataclass
class Policy:
    family: str  # formats of one family share their rollback
    rank: object = None  # what may never go down within the family; None is not asked
    package_name: str | None = None
    revision: int | None = None
    is_under_review: Callable = nobody  # asked of the installed version, which may be None
    push_on_foreground: bool = False
    rules: list = field(default_factory=list)
    left_out: int = 0  # rules that cannot be read, whatever the fetch brings beside the document

    def rule(self, rule_id):
        return next((rule for rule in self.rules if rule.id == rule_id), None)
