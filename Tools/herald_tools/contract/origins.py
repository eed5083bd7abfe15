"""The events behind the numbers of an answer: what a decision rests on (`ContractRules.md`, section 1).

A number comes from a named event. Where a clock that was set back moved it, it comes from that event too.
"""

from dataclasses import dataclass, field

from herald_tools.contract.events import Event
from herald_tools.contract.numbers import integer
from herald_tools.contract.records import KEPT, is_same_target
from herald_tools.contract.reduce import State
from herald_tools.json_types import Documents


@dataclass
class Showing:
    revision: int
    instant: int
    mover: int | None = None  # the revision that moved it last

    def revisions(self) -> set[int]:
        return {self.revision} if self.mover is None else {self.revision, self.mover}


@dataclass
class Origins:
    """The revisions of one stream that a decision can rest on."""

    state: State
    launch: int | None = None
    policy: int | None = None
    latch: int | None = None
    visible: int | None = None
    showings: dict[str, list[Showing]] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)  # the showing that gave `firstShown`
    deferrals: dict[str, int] = field(default_factory=dict)
    skips: dict[str, int] = field(default_factory=dict)
    _steps: int = 0

    def take(self, event: Event, documents: Documents) -> None:
        """Applies the next event to the state, and notes what comes from it."""
        state = self.state
        is_again = event.is_known and event.type == "prompt.shown" and state.is_on_screen(event.data)
        visible = state.visible
        records = {rule: (record.shown, record.target, record.first_shown) for rule, record in state.records.items()}
        latch = state.latch
        state.apply(event, documents)
        if not event.is_known:
            return
        if state.counts["clockSteps"] > self._steps:
            self._set_back(event)
        self._steps = state.counts["clockSteps"]
        if event.type == "app.launched":
            self.launch = event.revision
        elif event.type == "fetch.succeeded" and integer(event.data["status"]) == 200 and not state.refused:
            self.policy = event.revision
        elif event.type == "push.received" and state.latch is not None and state.latch is not latch:
            self.latch = event.revision
        elif event.type == "prompt.shown" and not is_again:
            self._show(event, records.get(event.data["rule"]))
        elif event.type == "button.chosen" and visible and visible["prompt"] == event.data["prompt"]:
            chosen = {"skip": self.skips, "later": self.deferrals}.get(event.data["button"])
            if chosen is not None:
                chosen[visible["rule"]] = event.revision

    def _set_back(self, event: Event) -> None:
        for showings in self.showings.values():
            for showing in showings:
                if showing.instant > event.time.instant:
                    showing.instant, showing.mover = event.time.instant, event.revision

    def _show(self, event: Event, before: tuple[int, str | None, int | None] | None) -> None:
        rule = event.data["rule"]
        self.visible = event.revision
        shown = self.showings.setdefault(rule, [])
        shown.append(Showing(event.revision, event.time.instant))
        del shown[:-KEPT]
        record = self.state.records[rule]
        if before is None or not before[0] or not is_same_target(record.target, before[1]):
            self.first[rule] = event.revision
            self.deferrals.pop(rule, None)
        elif before[2] != record.first_shown:
            self.first[rule] = event.revision

    def last(self, rule: str) -> Showing | None:
        shown = self.showings.get(rule)
        return shown[-1] if shown else None

    def within(self, rule: str, now: int, period: int) -> list[Showing]:
        """The showings of a rule that a limit counts."""
        return [showing for showing in self.showings.get(rule, []) if now - showing.instant < period]
