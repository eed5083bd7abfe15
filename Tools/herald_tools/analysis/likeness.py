"""Counts the devices of a log that answer a document's tests as the device of a witness does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from herald_tools.analysis.document import Document
from herald_tools.analysis.moments import SOURCE
from herald_tools.analysis.world import World
from herald_tools.contract.decide import TESTS
from herald_tools.contract.language import choose_language
from herald_tools.contract.policy import Rule
from herald_tools.contract.question import Question
from herald_tools.contract.reduce import State
from herald_tools.contract.times import Moment
from herald_tools.json_types import JSONObject, Properties
from herald_tools.random_logs.dice import Dice

_DEVICES = 40
_TESTS = [dict(TESTS)[name] for name in ("filters", "segments", "version", "change", "installed")]


def make_fleet(world: World, dice: Dice) -> list[JSONObject]:
    """The log of devices of a world, some of which were others before, and of one that never launched."""
    lines: list[JSONObject] = []
    for number in range(_DEVICES):
        source, launches = f"/i/{number}", dice.weighted((3, 1), (1, 2))
        for revision in range(1, launches + 1):
            lines.append(_line(source, revision, "app.launched", {"properties": world.device(dice)}))
    return [*lines, _line("/i/never", 1, "app.foregrounded", {})]


def _line(source: str, revision: int, event_type: str, data: JSONObject) -> JSONObject:
    return {
        "specversion": "1.0",
        "id": f"{source}/{revision}",
        "source": source,
        "type": event_type,
        "time": f"2026-03-01T08:00:0{revision}Z",
        "revision": revision,
        "data": data,
    }


class Fleet:
    def __init__(self, log: list[JSONObject]) -> None:
        self.size = len({line["source"] for line in log})
        self.last: dict[str, Properties] = {
            line["source"]: line["data"]["properties"] for line in log if line["type"] == "app.launched"
        }
        self._counts: dict[tuple[str, ...], Counter[Any]] = {}

    def like(self, witness: JSONObject, documents: list[Document]) -> JSONObject:
        """The numbers that a witness has to tell."""
        launches = [line for line in witness["log"] if line["type"] == "app.launched"]
        meant = [line for line in launches if line["revision"] <= witness["revision"]][-1]
        own = answers(meant["data"]["properties"], documents)
        return {"installations": self._counted(documents)[own], "of": self.size}

    def _counted(self, documents: list[Document]) -> Counter[Any]:
        key = tuple(document.digest for document in documents)
        if key not in self._counts:
            self._counts[key] = Counter(answers(properties, documents) for properties in self.last.values())
        return self._counts[key]


def answers(properties: Properties, documents: list[Document]) -> tuple[Any, ...]:
    """What a device alone decides of each document's rules."""
    found: list[Any] = []
    for document in documents:
        state = State(SOURCE)
        state.properties = properties
        found.append(document.policy.is_under_review(properties.get("appVersionName")))
        asked = Question(state, "launch", Moment(0, 0), document.policy)
        for rule in document.policy.rules:
            found += [*(test(rule, asked) for test in _TESTS), _has_text(rule, properties)]
    return tuple(found)


def _has_text(rule: Rule, properties: Properties) -> bool:
    """True where the rule, one of its variants or its forced phase has a text for a device."""
    if rule.languages is None:
        return True
    choices = [rule.languages, rule.manners.forced_languages or []]
    choices += [variant.languages for variant in rule.manners.variants]
    return any(choose_language(keys, properties.get("deviceLanguage")) is not None for keys in choices)


def likeness_differs(line: JSONObject, documents: list[Document], fleet: Fleet | None) -> list[str]:
    """The witnesses of a line whose numbers of devices are wrong.

    - documents: the other one first, where a witness is a pair.
    """
    differences = []
    for witness, asked in _witnesses(line.get("witness"), documents):
        wanted = None if fleet is None else fleet.like(witness, asked)
        if witness.get("like") != wanted:
            differences.append(f"its device is like {witness.get('like')}, expected {wanted}")
    return differences


def tell_likeness(line: JSONObject, documents: list[Document], fleet: Fleet) -> None:
    """Writes the numbers into the witnesses of a line."""
    for witness, asked in _witnesses(line.get("witness"), documents):
        witness["like"] = fleet.like(witness, asked)


def _witnesses(written: Any, documents: list[Document]) -> Iterator[tuple[JSONObject, list[Document]]]:
    if not isinstance(written, dict):
        return
    if "before" in written:
        yield from ((written[name], documents) for name in ("before", "after"))
    else:
        yield written, documents[-1:]
