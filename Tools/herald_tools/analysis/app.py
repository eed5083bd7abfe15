"""An obedient app: it shows what was just decided, and answers with a button that the prompt has."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from herald_tools.analysis.document import URL, Document
from herald_tools.analysis.moments import SOURCE
from herald_tools.analysis.world import Trigger
from herald_tools.contract.decide import Decision, decide
from herald_tools.contract.events import Event
from herald_tools.contract.json_reader import read_json
from herald_tools.contract.numbers import Number
from herald_tools.contract.question import Question
from herald_tools.contract.reduce import State
from herald_tools.contract.times import MINUTE, Moment, write_time
from herald_tools.json_types import JSONObject, Properties

_ASKING = {"foreground": "app.foregrounded", "operation": "operation.attempted"}


@dataclass(frozen=True)
class Step:
    type: str
    time: Moment
    data: JSONObject


class App:
    """A life under one document, which arrives right after the first launch by a fetch that asks nothing."""

    def __init__(self, document: Document, properties: Properties, draws: dict[str, int], now: Moment) -> None:
        self.document, self.draws, self.now = document, draws, now
        self.state = State(SOURCE)
        self.steps: list[Step] = []
        self.launch(properties, now)
        self._add("fetch.succeeded", now, _fetched(document, "heartbeat", 200))

    def launch(self, properties: Properties, now: Moment) -> None:
        data: JSONObject = {"properties": properties, "draws": self.draws or None, "trust": None}
        self._add("app.launched", now, data)

    def ask(self, trigger: Trigger, now: Moment) -> Decision:
        name, operation = trigger
        data: JSONObject = {} if operation is None else {"operation": operation}
        if name in _ASKING:
            event = self._add(_ASKING[name], now, data)
        else:
            event = self._add("fetch.succeeded", now, _fetched(self.document, name, 304))
        decision = decide(self.state, event)
        assert decision  # each of these triggers asks
        return decision

    def question(self, decision: Decision, trigger: Trigger) -> Question:
        """The question behind a decision that was just taken."""
        return Question(self.state, decision.trigger, self.now, self.document.policy, trigger[1])

    def answer(self, show: JSONObject, button: str) -> None:
        """Shows what was decided, and chooses a button of it."""
        prompt = f"p-{len(self.steps)}"
        self._add("prompt.shown", self.now, {"prompt": prompt, "rule": show["rule"], "kind": show["kind"]})
        self._add("button.chosen", self.now, {"prompt": prompt, "button": button})

    def _add(self, event_type: str, now: Moment, data: JSONObject) -> Event:
        self.steps.append(Step(event_type, now, data))
        self.now = now
        revision = len(self.steps)
        event = Event(revision, SOURCE, f"e-{revision}", event_type, now, revision, data, True)
        if event_type == "fetch.succeeded" and data["status"].text == "200":
            # The policy is read once for all lives.
            self.state.revision, self.state.last_check = revision, now.instant
            self.state.policy = self.document.policy
        else:
            self.state.apply(event, {})
        return event

    def witness(self) -> JSONObject:
        """The log so far as a witness of its last decision."""
        asked = max(place for place, step in enumerate(self.steps, 1) if not step.type.startswith(("prompt", "button")))
        return {
            "source": SOURCE,
            "revision": asked,
            "log": [self._line(n, step) for n, step in enumerate(self.steps, 1)],
        }

    def _line(self, revision: int, step: Step) -> JSONObject:
        data = {name: _plain(value) for name, value in step.data.items() if value is not None}
        if data.get("status") == 200:
            data |= {"digest": self.document.digest, "document": self.document.body}
        if "houseRules" in data:
            data["houseRules"] = self.document.house_rules
        return {
            "specversion": "1.0",
            "id": f"e-{revision}",
            "source": SOURCE,
            "type": step.type,
            "time": written_time(step.time),
            "revision": revision,
            "data": data,
        }


def _fetched(document: Document, trigger: str, status: int) -> JSONObject:
    house = None if document.house_rules is None else read_json(json.dumps(document.house_rules))
    found = {"trigger": trigger, "url": URL, "format": document.format, "status": Number(str(status))}
    others = {"storeUrl": document.store_url, "houseRules": house}
    return found | {name: value for name, value in others.items() if value is not None}


def _plain(value: Any) -> Any:
    return int(value.text) if isinstance(value, Number) else value


def written_time(now: Moment) -> str:
    """A time with the offset of the device's clock."""
    minutes = (now.wall - now.instant) // MINUTE
    sign, size = "-" if minutes < 0 else "+", abs(minutes)
    return f"{write_time(now.wall)[:-1]}{sign}{size // 60:02d}:{size % 60:02d}"
