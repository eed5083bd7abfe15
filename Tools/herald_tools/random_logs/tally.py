"""A count of what logs reached: documents that were fetched and decisions that showed a rule, by format."""

from collections import Counter
from collections.abc import Iterator

from herald_tools.contract.decide import decide
from herald_tools.contract.events import Event
from herald_tools.contract.reduce import State
from herald_tools.json_types import Documents

_TITLES = {"fetched": "200 answers", "accepted": "accepted", "shown": "decisions that show a rule of"}


class Tally:
    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {what: Counter() for what in _TITLES}
        self.refused: Counter[str] = Counter()

    def add(self, events: list[Event], documents: Documents) -> None:
        states: dict[str, State] = {}
        for event in events:
            state = states.setdefault(event.source, State(event.source))
            state.apply(event, documents)
            if event.is_known:
                self._count(state, event)

    def merge(self, other: "Tally") -> None:
        """Adds what other logs reached."""
        for what, counts in other.counts.items():
            self.counts[what].update(counts)
        self.refused.update(other.refused)

    def _count(self, state: State, event: Event) -> None:
        if event.type == "fetch.succeeded" and "digest" in event.data:
            name = event.data["format"]
            self.counts["fetched"][name] += 1
            if state.refused:
                self.refused[f"{name} {state.refused['reason']}"] += 1
            else:
                self.counts["accepted"][name] += 1
        decision = decide(state, event)
        if decision and decision.show and decision.rules:
            self.counts["shown"][state.policy_origin["format"]] += 1

    def lines(self) -> Iterator[str]:
        """Lines of text, the refusals last."""
        for what, title in _TITLES.items():
            yield f"{title}: {_listed(self.counts[what])}"
        yield f"refused: {_listed(self.refused)}"


def _listed(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counter.most_common()) or "none"
