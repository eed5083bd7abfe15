"""What an installation does and what happens to it, feature by feature, as samples cover it (questions, section 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from herald_tools.contract.decide import TEST_NAMES, Decision, decide
from herald_tools.contract.events import Event
from herald_tools.contract.numbers import integer
from herald_tools.contract.reduce import State
from herald_tools.contract.whatif import is_shown
from herald_tools.json_types import Documents

Feature = tuple[str, ...]
_PUSH_RULE = "push"
_BROUGHT = 200


@dataclass
class _Before:
    """The parts of the state before an event that its outcome depends on."""

    visible: dict[str, str] | None
    is_on_screen: bool
    latch: object
    clock_steps: int
    strays: int
    ignored: int
    revision: int


class Life:
    """One installation, lived from the empty state on."""

    def __init__(self, source: str, documents: Documents) -> None:
        self._documents = documents
        self._state = State(source)
        self._last: Decision | None = None  # as long as nothing was shown behind it
        self._has_gap = False
        self.events = 0
        self.features: set[Feature] = set()

    def live(self, event: Event) -> None:
        """Takes the next event."""
        state = self._state
        is_again = event.is_known and event.type == "prompt.shown" and state.is_on_screen(event.data)
        before = _Before(
            state.visible,
            is_again,
            state.latch,
            state.counts["clockSteps"],
            state.counts["strayButtons"],
            state.counts["ignoredPushes"],
            state.revision,
        )
        state.apply(event, self._documents)
        self.events += 1
        decision = decide(state, event)
        self.features.update(self._of_event(event, before))
        if decision:
            self._last = decision
            self.features.update(_of_decision(decision))

    def _of_event(self, event: Event, before: _Before) -> Iterator[Feature]:
        state = self._state
        if event.revision > before.revision + 1:
            self._has_gap = True
            yield ("gap",)
        if not event.is_known:
            yield ("event", "other", "unknown")
            return
        yield ("event", event.type, self._outcome(event, before))
        if event.type == "button.chosen" and state.counts["strayButtons"] == before.strays and before.visible:
            yield ("button", before.visible["kind"], event.data["button"])
        if event.type == "fetch.succeeded" and integer(event.data["status"]) == _BROUGHT and state.refused:
            yield ("refusal", event.data["format"], state.refused["reason"])
        if event.type == "prompt.shown" and event.data["rule"] == _PUSH_RULE and before.latch:
            if not before.is_on_screen:
                yield ("latch", "shown")
        if state.counts["clockSteps"] > before.clock_steps:
            yield ("clock", "back")
        if event.type == "push.received" and state.counts["ignoredPushes"] == before.ignored:
            yield ("latch", "set")
        if before.latch and not state.latch:
            yield ("latch", "cleared")

    def _outcome(self, event: Event, before: _Before) -> str:
        state, data = self._state, event.data
        match event.type:
            case "app.foregrounded":
                return "busy" if data.get("busy") else "free"
            case "user.changed":
                return "signedOut" if data["user"] is None else "signedIn"
            case "fetch.succeeded":
                if integer(data["status"]) != _BROUGHT:
                    return "notModified"
                return "refused" if state.refused else "accepted"
            case "fetch.failed":
                return str(data["reason"])
            case "prompt.shown":
                return "toldAgain" if before.is_on_screen else self._verdict(event)
            case "button.chosen":
                return "stray" if state.counts["strayButtons"] > before.strays else "counted"
            case "push.received":
                return "ignored" if state.counts["ignoredPushes"] > before.ignored else "latched"
        return "happened"

    def _verdict(self, event: Event) -> str:
        last, self._last = self._last, None
        if last and last.show and is_shown(last.show, event.data):
            return "justified"
        return "unknown" if self._has_gap else "unjustified"


def _of_decision(decision: Decision) -> Iterator[Feature]:
    yield ("reason", decision.reason, decision.trigger)
    for rule in decision.rules:
        for test in TEST_NAMES:
            if test == rule["failed"]:
                yield ("rule", rule["rule"], test, "failed")
                break
            yield ("rule", rule["rule"], test, "passed")


def features(events: Sequence[Event], documents: Documents) -> dict[str, Life]:
    """The life of each installation, by its source."""
    lives: dict[str, Life] = {}
    for event in events:
        lives.setdefault(event.source, Life(event.source, documents)).live(event)
    return lives


def greedy(sets: dict[str, set[Feature]], costs: dict[str, int]) -> list[str]:
    """The names of sets that together have every element: each adds most; of equals the cheapest, then the first."""
    chosen: list[str] = []
    covered: set[Feature] = set()
    names = sorted(sets, key=lambda name: name.encode("utf-8"))
    while True:
        gains = {name: len(sets[name] - covered) for name in names}
        most = max(gains.values(), default=0)
        if not most:
            return chosen
        best = min((name for name in names if gains[name] == most), key=lambda name: costs[name])
        chosen.append(best)
        covered |= sets[best]
