"""Prompts that an installation would be shown: by the oracle's reading of the contract, its costly parts asked once."""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from herald_tools.contract.decide import TESTS, choose_text, early_reason, releases_latch
from herald_tools.contract.formats import read_document
from herald_tools.contract.formats.document import Fetch
from herald_tools.contract.kinds import standing_of
from herald_tools.contract.policy import Policy, Refused, Rule
from herald_tools.contract.question import Question
from herald_tools.contract.reduce import is_other_package
from herald_tools.contract.times import Moment
from herald_tools.fleets.publications import Channel

# The tests whose answer is the same as long as policy and properties are.
_FIXED = ("filters", "version", "installed", "text")
_CHANGING = tuple((name, test) for name, test in TESTS if name not in _FIXED)


class PromptChoice:
    """Policies of the published documents, and which of their rules concern a kind of device."""

    def __init__(self, channels: dict[str, Channel], urls: dict[str, str], store: str) -> None:
        self._channels, self._urls, self._store = channels, urls, store
        self.policy = lru_cache(None)(self._read)
        self._candidates = lru_cache(20_000)(self._fitting)

    def _read(self, format: str, place: int) -> Policy | None:
        """The policy of a publication; None where nobody can read it."""
        publication = self._channels[format].publications[place]
        try:
            return read_document(format, publication.body, Fetch(self._urls[format], self._store))
        except Refused:
            return None

    def _fitting(
        self, format: str, place: int, properties: tuple[tuple[str, str], ...]
    ) -> list[tuple[Rule, str | None]]:
        policy = self.policy(format, place)
        assert policy  # an installation remembers only policies that can be read
        state: Any = SimpleNamespace(
            properties=dict(properties), draws=None, version_name=lambda: dict(properties)["appVersionName"]
        )
        question = Question(state, "", Moment(0, 0), policy)  # the fixed tests ask for neither
        fixed = [test for name, test in TESTS if name in _FIXED]
        return [
            (rule, choose_text(rule, question)) for rule in policy.rules if all(test(rule, question) for test in fixed)
        ]

    def show(self, state: Any, event: Any) -> tuple[str, str, str | None] | None:
        """(rule id, kind, language) of what is shown after an event, or None."""
        if early_reason(state, event, event.trigger):
            return None
        if state.latch and releases_latch(state, event.trigger):
            return "push", "force", None
        if state.policy is None or is_other_package(state.policy, state.properties):
            return None
        for rule, language in self._candidates(*state.origin, state.profile):
            standing = standing_of(rule, state, event.time)
            question = Question(state, event.trigger, event.time, state.policy, standing=standing)
            if all(test(rule, question) for _, test in _CHANGING):
                return rule.id, standing.kind, language
        return None
