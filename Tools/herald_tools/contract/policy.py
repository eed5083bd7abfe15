"""A policy: what every format of document becomes."""

from collections.abc import Callable
from dataclasses import dataclass, field

from herald_tools.contract.times import Bound
from herald_tools.json_types import Properties


class Refused(Exception):
    """A document that cannot be read; its argument is the reason's name."""

    @property
    def reason(self) -> str:
        return str(self.args[0])


def nobody(version_name: str | None) -> bool:
    """No version is under review."""
    return False


def every_device(properties: Properties) -> bool:
    """No device fails."""
    return True


@dataclass
class Rule:
    id: str
    kind: str  # exit force optional message
    languages: list[str] | None  # the keys that have a text, as written; None: the built-in texts
    filters: dict[str, str] = field(default_factory=dict)
    website_url: str | None = None
    package_url: str | None = None
    package_name: str | None = None
    google_play: bool = False
    after: Bound | None = None
    before: Bound | None = None
    max_count: int | None = None
    period: int = 0  # milliseconds
    rollout: int = 10_000  # hundredths of a percent
    target_version: str | None = None
    target_code: int | None = None
    published: str | None = None  # the target of another format, which asks no installed version
    skippable: bool = False
    runs_on: Callable[[Properties], bool] = (
        every_device  # a format's own part of the test `filters`, asked of the properties
    )
    is_offered: Callable[[Properties], bool] = every_device  # a format's own part of the test `version`, likewise

    def target(self) -> str | None:
        """The version that skipping remembers, as written."""
        return self.target_version or self.published


@dataclass
class Policy:
    family: str  # formats of one family share their rollback
    rank: object = None  # what may never go down within the family; None is not asked
    package_name: str | None = None
    revision: int | None = None
    is_under_review: Callable[[str | None], bool] = nobody  # asked of the installed version, which may be None
    push_on_foreground: bool = False
    rules: list[Rule] = field(default_factory=list)
    left_out: int = 0  # rules that cannot be read, whatever the fetch brings beside the document

    def rule(self, rule_id: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.id == rule_id), None)
