"""What a rule's tests ask about."""

from dataclasses import dataclass

from herald_tools.contract.kinds import Standing
from herald_tools.contract.policy import Policy
from herald_tools.contract.reduce import State
from herald_tools.contract.times import Moment

COMPELLING = ("exit", "force")
NOT_ASKED = Standing("optional", False, 0)  # before a rule is asked


@dataclass
class Question:
    state: State
    trigger: str
    now: Moment
    policy: Policy
    operation: str | None = None
    standing: Standing = NOT_ASKED

    @property
    def kind(self) -> str:
        """The kind of the rule that is asked."""
        return self.standing.kind

    @property
    def is_compelling(self) -> bool:
        return self.kind in COMPELLING

    def is_at(self, triggers: list[str]) -> bool:
        return self.trigger in triggers or f"operation:{self.operation}" in triggers
