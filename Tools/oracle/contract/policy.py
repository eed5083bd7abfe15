"""A policy: what every format of document becomes."""

from dataclasses import dataclass, field
from typing import Optional


class Refused(Exception):
    """A document that cannot be read; its argument is the reason's name."""

    @property
    def reason(self):
        return self.args[0]


@dataclass
class Rule:
    id: str
    kind: str  # exit force optional message
    filters: dict
    languages: list  # the keys that have a text, as written
    website_url: Optional[str] = None
    package_url: Optional[str] = None
    package_name: Optional[str] = None
    google_play: bool = False
    after: object = None
    before: object = None
    max_count: Optional[int] = None
    period: int = 0  # milliseconds
    rollout: int = 10_000  # hundredths of a percent
    target_version: Optional[str] = None
    target_code: Optional[int] = None
    skippable: bool = False


@dataclass
class Policy:
    family: str  # formats of one family share their rollback
    rank: object  # what may never go down within the family
    package_name: Optional[str] = None
    revision: Optional[int] = None
    review_versions: Optional[str] = None
    push_on_foreground: bool = False
    rules: list = field(default_factory=list)

    def rule(self, rule_id):
        return next((rule for rule in self.rules if rule.id == rule_id), None)
