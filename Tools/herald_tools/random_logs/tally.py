"""What logs reached: the documents that were fetched and the decisions that showed a rule, by format."""

from collections import Counter

from herald_tools.contract.decide import decide
from herald_tools.contract.reduce import State

_TITLES = {"fetched": "200 answers", "accepted": "accepted", "shown": "decisions that show a rule of"}


class Tally:
    def __init__(self):
        self.counts = {what: Counter() for what in _TITLES}
        self.refused = Counter()

    def add(self, events, documents):
        states = {}
        for event in events:
            state = states.setdefault(event.source, State(event.source))
            state.apply(event, documents)
            if event.is_known:
                self._count(state, event)

    def _count(self, state, event):
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

    def lines(self):
        """Lines of text, the refusals last."""
        for what, title in _TITLES.items():
            yield f"{title}: {_listed(self.counts[what])}"
        yield f"refused: {_listed(self.refused)}"


def _listed(counter):
    return ", ".join(f"{name} {count}" for name, count in counter.most_common()) or "none"
