"""The tables `rules` and `documents`: sums over all installations."""

import json
from collections.abc import Iterator
from typing import Any

from herald_tools.contract.decide import TEST_NAMES, Decision
from herald_tools.contract.events import Event
from herald_tools.contract.formats import read_document
from herald_tools.contract.formats.document import Fetch
from herald_tools.contract.numbers import integer
from herald_tools.contract.policy import Refused, Rule
from herald_tools.contract.reduce import State
from herald_tools.json_types import Documents, Row
from herald_tools.tables.stream import digest

# Some formats need a store page beside the document: one is named, so that the document alone is judged.
_FETCH = Fetch("https://store.example.com/app", "https://store.example.com/app")


class RuleTotals:
    """What became of each rule of each document that was in force for a decision."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str | None, str], Row] = {}
        self._installations: dict[tuple[str | None, str], set[str]] = {}

    def decided(self, decision: Decision, state: State) -> None:
        in_force = digest(state)
        for rule in state.policy.rules_on(state.properties) if state.policy else ():
            _learn(self._row(in_force, rule.id), rule)
        for looked_at in decision.rules:
            row = self._row(in_force, looked_at["rule"])
            row["looked_at"] += 1
            if looked_at["failed"]:
                row[blocked_column(looked_at["failed"])] += 1
        if decision.show:
            is_push = decision.show["rule"] == "push" and not decision.rules
            self._row(None if is_push else in_force, decision.show["rule"])["passed"] += 1

    def appeared(self, prompt: Row, state: State) -> None:
        """What the policy in force says of the rule of a new prompt."""
        rule = state.policy.rule(prompt["rule"], state.properties) if state.policy else None
        if rule and prompt["rule"] != "push":
            _learn(self._row(digest(state), rule.id), rule)

    def shown(self, prompt: Row) -> None:
        in_force = None if prompt["rule"] == "push" else prompt["digest"]
        row = self._row(in_force, prompt["rule"])
        row["shown"] += 1
        row["answered"] += prompt["outcome"] == "answered"
        row["accepted"] += bool(prompt["accepted"])
        self._installations.setdefault((in_force, prompt["rule"]), set()).add(prompt["source"])

    def rows(self) -> Iterator[Row]:
        for key, row in self._rows.items():
            yield {**row, "installations": len(self._installations.get(key, ()))}

    def _row(self, in_force: str | None, rule: str) -> Row:
        counts = ("looked_at", "passed", "shown", "answered", "accepted", "installations")
        return self._rows.setdefault(
            (in_force, rule),
            {
                "digest": in_force,
                "rule": rule,
                "kind": None,
                **dict.fromkeys(counts, 0),
                **{blocked_column(name): 0 for name in TEST_NAMES},
                **dict.fromkeys(_FACTS),
            },
        )


_FACTS = ("target_version", "target_version_code", "languages", "rollout_percent", "window_from", "window_until")


def _learn(row: Row, rule: Rule) -> None:
    """What a document says of a rule; of several rules of one id the least value that there is."""
    languages = None if rule.languages is None else sorted(set(rule.languages), key=_utf_16)
    said = {
        "kind": rule.kind,
        "target_version": rule.target(),
        "target_version_code": rule.code(),
        "languages": None if languages is None else json.dumps(languages, ensure_ascii=False, separators=(",", ":")),
        "rollout_percent": rule.rollout / 100,
        "window_from": rule.after.text if rule.after else None,
        "window_until": rule.before.text if rule.before else None,
    }
    for name, value in said.items():
        known = [each for each in (row[name], value) if each is not None]
        row[name] = min(known, key=_utf_8) if known else None


def _utf_8(value: Any) -> Any:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value


def _utf_16(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")


def blocked_column(test: str) -> str:
    """The column of a test: `blocked_quiet_hours`."""
    return "blocked_" + "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in test)


class DocumentTotals:
    """What arrived, and whether it was taken."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], Row] = {}

    def arrived(self, event: Event, state: State) -> None:
        if event.type != "fetch.succeeded" or not event.is_known or integer(event.data["status"]) != 200:
            return
        key, now = (event.data["digest"], event.data["format"]), event.time.instant
        row = self._rows.setdefault(key, {"first": now, "last": now, "arrivals": 0, "refused": 0, "sources": set()})
        row["first"], row["last"] = min(row["first"], now), max(row["last"], now)
        row["arrivals"] += 1
        row["refused"] += state.refused is not None
        row["sources"].add(event.source)

    def rows(self, documents: Documents) -> Iterator[Row]:
        for (name, format), row in self._rows.items():
            yield {
                "digest": name,
                "format": format,
                **_reading(documents[name], format),
                "first_arrived_at": row["first"],
                "last_arrived_at": row["last"],
                "arrivals": row["arrivals"],
                "accepted": row["arrivals"] - row["refused"],
                "refused": row["refused"],
                "installations": len(row["sources"]),
                "body": documents[name],
            }


def _reading(body: str, format: str) -> Row:
    read: Row = dict.fromkeys(("package_name", "policy_revision", "updates", "messages", "unreadable_rules", "refusal"))
    try:
        policy = read_document(format, body, _FETCH)
    except Refused as refusal:
        read["refusal"] = refusal.reason
    else:
        messages = sum(rule.kind == "message" for rule in policy.rules)
        read.update(
            package_name=policy.package_name,
            policy_revision=policy.revision,
            messages=messages,
            updates=len(policy.rules) - messages,
            unreadable_rules=policy.left_out,
        )
    return {"bytes": len(body.encode("utf-8")), **read}
