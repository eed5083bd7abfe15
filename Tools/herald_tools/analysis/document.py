"""A document that is analyzed: its text, what it says, and the policy that it becomes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from herald_tools.contract import filters
from herald_tools.contract.decide import TESTS
from herald_tools.contract.fields import Invalid
from herald_tools.contract.formats import read_document
from herald_tools.contract.formats.document import Fetch, read_root
from herald_tools.contract.formats.herald import id_of
from herald_tools.contract.json_reader import read_json
from herald_tools.contract.kinds import standing_of
from herald_tools.contract.language import choose_language
from herald_tools.contract.policy import Policy, Rule
from herald_tools.contract.question import Question
from herald_tools.contract.wire import digest_of
from herald_tools.json_types import JSONObject

URL = "https://example.com/policy"
_OWN_FORMATS = ("herald", "turkcell")
_TEXTS = ("message", "title", "whatIsNew", "warnings", "imageUrl")


@dataclass(frozen=True)
class Document:
    body: str
    format: str
    root: JSONObject  # of Herald's own format; of others nothing
    policy: Policy
    store_url: str | None = None
    house_rules: JSONObject | None = None

    @property
    def digest(self) -> str:
        return digest_of(self.body)

    @property
    def is_own(self) -> bool:
        return self.format in _OWN_FORMATS

    @property
    def ids(self) -> list[str]:
        return [rule.id for rule in self.policy.rules]

    def place(self, rule_id: str) -> int:
        return self.ids.index(rule_id)

    @cached_property
    def entries(self) -> dict[str, tuple[str, JSONObject]]:
        """The pointer and the object of each rule that has an id of its own."""
        found: dict[str, tuple[str, JSONObject]] = {}
        for key, prefix in (("updates", "update"), ("messages", "message")):
            written = self.root.get(key)
            is_array = isinstance(written, list)
            for place, entry in enumerate(written if isinstance(written, list) else [written]):
                try:
                    name = f"{prefix}:{id_of(entry)}" if isinstance(entry, dict) else ""
                except Invalid:
                    continue
                found.setdefault(name, (f"/{key}/{place}" if is_array else f"/{key}", entry))
        return {name: found[name] for name in self.ids if name in found}

    def text(self, show: JSONObject, question: Question) -> Any:
        """The text that is shown; None for Herald's own."""
        _, entry = self.entries.get(show["rule"], ("", {}))
        language = question.state.properties.get("deviceLanguage")
        for descriptions in _descriptions(entry, show, question):
            written = {key: _texts(value) for key, value in descriptions.items()}
            keys = [key for key, texts in written.items() if texts["message"]]
            chosen = choose_language(keys, language)
            if chosen is not None:
                return written[chosen]
        return None


def _descriptions(entry: JSONObject, show: JSONObject, question: Question) -> list[JSONObject]:
    """The descriptions that may be read, the first ones first."""
    variants = [one for one in entry.get("variants") or [] if one.get("id") == show.get("variant")]
    risen = [entry.get("forcedDescriptions")] if question.standing.has_risen else []
    found = [*risen, *(one.get("descriptions") for one in variants), entry.get("descriptions")]
    return [one for one in found if isinstance(one, dict)]


def _texts(written: Any) -> JSONObject:
    texts = written if isinstance(written, dict) else {"message": written}
    read = {name: texts.get(name) for name in _TEXTS}
    return {name: text if isinstance(text, str) else None for name, text in read.items()}


def read(
    body: str, format_name: str = "herald", store_url: str | None = None, house_rules: JSONObject | None = None
) -> Document:
    """A document; raises `Refused` where it cannot be read."""
    house = None if house_rules is None else read_json(json.dumps(house_rules))
    policy = read_document(format_name, body, Fetch(URL, store_url, house))
    root = read_root(body) if format_name in _OWN_FORMATS else {}
    return Document(body, format_name, root, policy, store_url, house_rules)


def failed_tests(rule: Rule, asked: Question) -> list[str]:
    """The first two tests that a rule fails at a question, in the contract's order."""
    asked.standing = standing_of(rule, asked.state, asked.now)
    failed: list[str] = []
    for name, passes in TESTS:
        if not passes(rule, asked):
            failed.append(name)
            if len(failed) == 2:
                break
    return failed


def filter_texts(policy: Policy) -> list[tuple[str, str]]:
    """The property and the text of each filter of the rules and their segments."""
    found = []
    for rule in policy.rules:
        for texts in [rule.filters, *(texts for texts, _ in rule.manners.segments)]:
            found += list(texts.items())
    return found


def review_text(document: Document) -> str | None:
    """The filter that names the versions under review."""
    written = document.root.get("reviewVersions")
    text = written if isinstance(written, str) else getattr(written, "text", None)
    return text if text is not None and filters.parts_of(text) else None
