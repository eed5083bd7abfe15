"""A policy: what every format of document becomes."""

from collections.abc import Callable
from dataclasses import dataclass, field

from herald_tools.contract.manners import Attention, Manners
from herald_tools.contract.text import normalize
from herald_tools.contract.times import Bound, Moment
from herald_tools.contract.versions import Version
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


def nobody_at_all(properties: Properties) -> bool:
    """No device passes."""
    return False


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
    counts_target: bool = False  # `max_count` counts the showings of the offered version alone
    period: int = 0  # milliseconds
    rollout: int = 10_000  # hundredths of a percent
    target_version: str | None = None
    target_code: int | None = None
    published_code: int | None = None
    published: str | None = None  # the target of another format, which asks no installed version
    phase: Callable[[Moment], int] | None = None  # the share at a moment, in hundredths of a percent
    phase_instants: Callable[[Moment], list[int]] | None = None  # the beginnings of steps, at a moment's offset
    steps: tuple[int, ...] = ()  # the shares of the phases
    is_critical: Callable[[Properties], bool] = nobody_at_all  # nothing that keeps back for a time holds it
    page: tuple[str, Callable[[Properties], bool]] | None = None  # where the update leads on some versions
    closing: tuple[str, ...] = ()  # the tests after which no later rule is looked at
    skippable: bool = False
    runs_on: Callable[[Properties], bool] = (
        every_device  # a format's own part of the test `filters`, asked of the properties
    )
    is_offered: Callable[[Properties], bool] = every_device  # a format's own part of the test `version`, likewise

    released_at: Bound | None = None
    is_release_unread: bool = False  # its date is there and cannot be read
    note_languages: list[str] = field(default_factory=list)  # of several texts beside Herald's own message
    manners: Manners = field(default_factory=Manners)

    def target(self) -> str | None:
        """The version that skipping remembers, as written."""
        return self.target_version or self.published

    def code(self) -> int | None:
        """The version code that the rule leads to."""
        return self.published_code if self.target_code is None else self.target_code

    def offered(self) -> str | None:
        """What a showing offers: the target as written, else its code."""
        code = self.code()
        return self.target() or (None if code is None else str(code))


@dataclass
class Policy:
    family: str  # formats of one family share their rollback
    rank: object = None  # what may not go down within the family; None is not asked
    newest: Version | None = None  # the version beside a revision, for documents of the family without one
    package_name: str | None = None
    revision: int | None = None
    is_under_review: Callable[[str | None], bool] = nobody  # asked of the installed version, which may be None
    push_on_foreground: bool = False
    rules: list[Rule] = field(default_factory=list)
    by_system: dict[str, list[Rule]] | None = None  # instead of `rules`, by system
    read_system: Callable[[str | None], str] = normalize  # the system that a `deviceOsName` names
    choose: Callable[[Properties], "Policy"] | None = None  # the device's own among the entries of a document
    attention: Attention = field(default_factory=Attention)
    left_out: int = 0  # rules that cannot be read, whatever the fetch brings beside the document

    def rules_on(self, properties: Properties) -> list[Rule]:
        """The rules for a device."""
        if self.choose:
            return self.choose(properties).rules
        if self.by_system is None:
            return self.rules
        return self.by_system.get(self.read_system(properties.get("deviceOsName")), [])

    def on(self, properties: Properties) -> "Policy":
        """What is judged on a device."""
        return self.choose(properties) if self.choose else self

    def rule(self, rule_id: str, properties: Properties | None = None) -> Rule | None:
        return next((rule for rule in self.rules_on(properties or {}) if rule.id == rule_id), None)
