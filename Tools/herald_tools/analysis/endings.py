"""The versions with which a device that is forced would be so no longer."""

from __future__ import annotations

import re
from copy import copy
from functools import cmp_to_key

from herald_tools.analysis.document import Document, filter_texts, review_text
from herald_tools.analysis.values import versions_around
from herald_tools.contract import filters
from herald_tools.contract.decide import decide
from herald_tools.contract.events import Event
from herald_tools.contract.question import COMPELLING
from herald_tools.contract.reduce import State
from herald_tools.contract.versions import Version, read_version

_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)*")


def is_forced_with(version: str, state: State, event: Event) -> bool:
    """True where a device sees `force` or `exit` with another version, all else unchanged."""
    other = copy(state)
    other.properties = {**state.properties, "appVersionName": version}
    decision = decide(other, event)
    return bool(decision and decision.show and decision.show["kind"] in COMPELLING)


def ends_of(document: Document) -> list[str]:
    """The versions that a document names, each one's next, and one above all; the lowest first."""
    found = {"999999"}
    for version in _named(document):
        *first, last = version.split(".")
        found |= {version, ".".join([*first, str(int(last) + 1)])}
    return sorted(found, key=cmp_to_key(_order))


def ends_around(document: Document) -> list[str]:
    """The same, with the versions around them."""
    found = {around for version in ends_of(document) for around in versions_around(version)}
    return sorted({*found, *ends_of(document)}, key=cmp_to_key(_order))


def _named(document: Document) -> set[str]:
    texts = [text for name, text in filter_texts(document.policy) if name == "appVersionName"]
    review = review_text(document)
    texts += [] if review is None else [review]
    texts += [rule.target_version for rule in document.policy.rules if rule.target_version]
    parts = {part for text in texts for part in filters.parts_of(text)}
    return {number for part in parts for number in _NUMBERS.findall(part)}


def _order(first: str, second: str) -> int:
    one, other = read_version(first), read_version(second)
    assert one is not None and other is not None  # both are made of numbers and points
    return one.compare(other)


def lowest_end(state: State, event: Event, versions: list[str]) -> str | None:
    """The first of ascending versions, not lower than the installed one, that ends a force."""
    mine = read_version(state.properties.get("appVersionName"))
    return next((one for one in versions if not is_below(one, mine) and not is_forced_with(one, state, event)), None)


def is_below(text: str, mine: Version | None) -> bool:
    version = read_version(text)
    return mine is not None and version is not None and version.compare(mine) < 0


def reads_codes(document: Document) -> bool:
    """True where version codes may decide."""
    names = {name for name, _ in filter_texts(document.policy)}
    return (
        document.format == "ssvc"
        or "appVersionCode" in names
        or any(rule.target_code is not None for rule in document.policy.rules)
    )
