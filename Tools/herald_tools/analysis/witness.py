"""Judges a witness: the log of an obedient app, in which what is claimed can be seen."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from herald_tools.analysis.document import Document
from herald_tools.analysis.scope import EVERYTHING, Scope
from herald_tools.contract.decide import Decision, decide
from herald_tools.contract.events import Event
from herald_tools.contract.question import Question
from herald_tools.contract.reduce import State
from herald_tools.contract.wire import BadLine, read_log
from herald_tools.json_types import Documents, JSONObject

_MOST_LINES = 20


@dataclass
class Claim:
    """The decision that a witness means, and the state at which it was taken."""

    state: State
    event: Event
    decision: Decision
    document: Document
    shown: list[Event] = field(default_factory=list)  # all showings of the log, those behind the decision too
    events: list[Event] = field(default_factory=list)

    @property
    def rule(self) -> str | None:
        return self.decision.show["rule"] if self.decision.show else None

    @property
    def kind(self) -> str:
        return self.decision.show["kind"] if self.decision.show else "nothing"

    @property
    def question(self) -> Question:
        operation = self.event.data.get("operation")
        return Question(self.state, self.decision.trigger, self.event.time, self.document.policy, operation)

    @property
    def is_fresh(self) -> bool:
        return not self.state.records


class Unfit(Exception):
    """A witness that is none; its argument says why."""


def read_witness(written: Any, document: Document, scope: Scope = EVERYTHING) -> Claim:
    """The claim of a witness; raises `Unfit`."""
    if not isinstance(written, dict) or not isinstance(written.get("log"), list):
        raise Unfit(f"no witness: {str(written)[:80]}")
    lines = [json.dumps(line, ensure_ascii=False) for line in written["log"]]
    try:
        events, documents = read_log("\n".join([*lines, ""]).encode())
    except BadLine as error:
        raise Unfit(f"its log is refused: {error}") from error
    sources = {event.source for event in events}
    if sources != {written.get("source")}:
        raise Unfit(f"its log has {sorted(sources)}, it names {written.get('source')}")
    claim = _Replay(document, documents).claim(events, written.get("revision"))
    fault = leaves(claim, scope)
    if fault:
        raise Unfit(fault)
    return claim


class _Replay:
    """One log, lived event by event."""

    def __init__(self, document: Document, documents: Documents) -> None:
        self.document, self.documents = document, documents
        self.last: tuple[Event, Decision] | None = None  # of the event before, if it asked
        self.buttons: list[str] = []
        self.prompts: set[str] = set()
        self.uncounted = 0

    def claim(self, events: list[Event], revision: object) -> Claim:
        if not events:
            raise Unfit("its log is empty")
        state = State(events[0].source)
        found: Claim | None = None
        for before, event in zip([None, *events], events):
            self._check(state, before, event)
            state.apply(event, self.documents)
            decision = decide(state, event)
            self.last = (event, decision) if decision else None
            if event.revision == revision:
                if decision is None:
                    raise Unfit(f"nothing is decided at revision {revision}")
                found = Claim(deepcopy(state), event, decision, self.document, events=events)
        if found is None:
            raise Unfit(f"its log has no revision {revision}")
        found.shown = [event for event in events if event.type == "prompt.shown"]
        counted = len(events) - self.uncounted - (1 if self.last and self.last[1].show else 0)
        if counted > _MOST_LINES:
            raise Unfit(f"{counted} lines beside those of showings, at most {_MOST_LINES} are allowed")
        return found

    def _check(self, state: State, before: Event | None, event: Event) -> None:
        where = f"revision {event.revision}"
        if before and event.time.instant < before.time.instant:
            raise Unfit(f"{where}: the clock goes back")
        if not event.is_known or event.type == "push.received":
            raise Unfit(f"{where}: {event.type} is no event of such a log")
        if self.last and self.last[1].show and event.type != "prompt.shown":
            raise Unfit(f"{where}: what was decided before is not shown")
        if event.type == "app.launched":
            self._check_launch(state, event, where)
        elif event.type == "fetch.succeeded":
            self._check_fetch(event, where)
        elif event.type == "prompt.shown":
            self._check_showing(event, where)
        elif event.type == "button.chosen":
            self._check_button(state, event, where)

    def _check_launch(self, state: State, event: Event, where: str) -> None:
        if state.counts["launches"] and (state.draws or {}) != (event.data["draws"] or {}):
            raise Unfit(f"{where}: the draws change")
        package = self.document.policy.package_name
        if package is not None and event.data["properties"].get("appPackageName", "").strip() != package:
            raise Unfit(f"{where}: a device of another package")
        if event.data["trust"] is not None:
            raise Unfit(f"{where}: signatures are asked")

    def _check_fetch(self, event: Event, where: str) -> None:
        digest = event.data.get("digest")
        if digest is None:
            return
        if digest != self.document.digest or self.documents[digest] != self.document.body:
            raise Unfit(f"{where}: brings another document than the one that is analyzed")
        if event.data["format"] != self.document.format:
            raise Unfit(f"{where}: the document's format is {event.data['format']}")

    def _check_showing(self, event: Event, where: str) -> None:
        show = self.last[1].show if self.last else None
        if show is None:
            raise Unfit(f"{where}: shows what was not just decided")
        said = {name: event.data[name] for name in ("rule", "kind", "variant", "language") if name in event.data}
        if any(value != show.get(name) for name, value in said.items()):
            raise Unfit(f"{where}: shows {said}, decided was {show}")
        if event.data["prompt"] in self.prompts:
            raise Unfit(f"{where}: the prompt was shown before")
        self.prompts.add(event.data["prompt"])
        self.buttons = show["buttons"]
        self.uncounted += 2

    def _check_button(self, state: State, event: Event, where: str) -> None:
        if not state.visible or state.visible["prompt"] != event.data["prompt"]:
            raise Unfit(f"{where}: a button of a prompt that is not on the screen")
        if event.data["button"] not in self.buttons:
            raise Unfit(f"{where}: the prompt has no button {event.data['button']}")
        self.uncounted += 1


def leaves(claim: Claim, scope: Scope) -> str | None:
    """The way in which a witness leaves the scope that is asked for."""
    if scope.since is not None and min(event.time.instant for event in claim.events) < scope.since:
        return "an event lies before the first time that is asked for"
    for event in claim.events:
        if event.type == "app.launched" and not scope.holds(event.data["properties"]):
            return f"its device is none of those that are assumed: {event.data['properties']}"
    return None


def pair_differs(before: JSONObject, after: JSONObject) -> str | None:
    """The first thing but the document in which two logs of a pair differ."""
    first, second = before["log"], after["log"]
    if len(first) != len(second) or before["revision"] != after["revision"]:
        return f"{len(first)} lines and revision {before['revision']}, {len(second)} and {after['revision']}"
    for left, right in zip(first, second):
        for name in left.keys() | right.keys():
            one, other = left.get(name), right.get(name)
            if name == "data" and isinstance(one, dict) and isinstance(other, dict):
                # The same prompt of a rule with another name is the same to its reader.
                ignored = {"digest", "document", "rule", "variant"}
                one, other = (
                    {key: value for key, value in data.items() if key not in ignored} for data in (one, other)
                )
            if one != other:
                return f"{name} of revision {left.get('revision')}: {one}, {other}"
    return None
