"""Judges the verdicts on statements about a document."""

from __future__ import annotations

import json
from collections import Counter

from herald_tools.analysis.app import App
from herald_tools.analysis.fresh import meets
from herald_tools.analysis.left_open import left_open, open_if
from herald_tools.analysis.pairs import MORE, Pairs, Parted
from herald_tools.analysis.promises import NO_MORE, Asked, CanLeave, Every
from herald_tools.analysis.search import Search
from herald_tools.analysis.witness import Unfit, pair_differs, read_witness
from herald_tools.contract.decide import decide
from herald_tools.contract.reduce import State
from herald_tools.contract.wire import read_log
from herald_tools.json_types import JSONObject

_KEYS = {"file", "promise", "statement", "verdict", "limit", "horizon", "witness"}
_LEAVERS = 150


class PromiseJudge:
    """What an answer about statements has to be."""

    def __init__(self, search: Search, pairs: Pairs, file: str, tally: Counter[str]) -> None:
        self.search, self.pairs, self.file, self.tally = search, pairs, file, tally
        self.document, self.scope = search.document, search.world.scope
        self.counterexample: App | Parted | None = None

    def judge(self, statements: list[JSONObject], status: int, lines: list[JSONObject]) -> list[str]:
        told = [line for line in lines if "promise" in line]
        if [(line["promise"], line.get("statement")) for line in told] != list(enumerate(statements, 1)):
            return [f"promises: {[line.get('statement') for line in told]}, expected {statements}"]
        differences = []
        for line in told:
            name = f"promise {line['statement']}: {line.get('verdict')}"
            differences += [f"{name}: {text}" for text in self._line(line)]
        wanted = 2 if any(line["verdict"] != "holds" for line in told) else 0
        return differences + ([] if status == wanted else [f"promises: status {status}, expected {wanted}"])

    def _line(self, line: JSONObject) -> list[str]:
        if _KEYS - line.keys():
            return [f"lacks {sorted(_KEYS - line.keys())}"]
        verdict, statement = line["verdict"], line["statement"]
        if verdict not in ("holds", "doesNotHold", "notDecided"):
            return [f"verdict {verdict!r}"]
        if (verdict == "notDecided") != (line["limit"] is not None):
            return [f"limit {line['limit']!r}"]
        name = next(key for key in ("is", "canLeave", "isAsked", *NO_MORE) if key in statement)
        name = "reachable" if "rule" in statement else name
        self.tally[f"promise {name} {verdict}"] += 1
        try:
            if name in NO_MORE:
                return self._no_more(NO_MORE[name], line)
            return getattr(self, f"_{name}")(line)
        except Unfit as fault:
            return [f"witness: {fault}"]

    def _refuted(self, found: App | Parted | None) -> bool:
        self.counterexample = found or self.counterexample
        return found is not None

    def _is(self, line: JSONObject) -> list[str]:
        every = Every.read(self.document, line["statement"])
        if line["verdict"] == "doesNotHold":
            claim = read_witness(line["witness"], self.document, self.scope)
            if (
                not claim.is_fresh
                or claim.decision.trigger != "launch"
                or not meets(claim.state.properties, every.wanted)
            ):
                return ["its witness is no fresh device at a launch that meets the filters"]
            if every.by is not None and every.by.of(claim.event.time) < every.by.value:
                return ["its witness is too early"]
            return [f"its witness sees {claim.kind}"] if claim.kind in every.kinds else []
        if self._refuted(every.breach(self.search.most, self.search.dice, self.scope)):
            return [open_if(line["verdict"], "a fresh device breaks it")]
        is_open = line["verdict"] == "notDecided"
        return [left_open("is a question about fresh devices, and is not decided")] if is_open else []

    def _canLeave(self, line: JSONObject) -> list[str]:
        leave = CanLeave.read(self.document, line["statement"])
        if line["verdict"] == "doesNotHold":
            claim = read_witness(line["witness"], self.document, self.scope)
            is_locked = leave.is_locked(claim.decision.show, claim.state, claim.event)
            return [] if is_locked else [f"its witness sees {claim.kind}, and can leave"]
        if self._refuted(leave.breach(self.search.seen, _LEAVERS)):
            return [open_if(line["verdict"], "a fresh device cannot leave")]
        return []

    def _reachable(self, line: JSONObject) -> list[str]:
        rule = line["statement"]["rule"]
        if line["verdict"] == "holds":
            claim = read_witness(line["witness"], self.document, self.scope)
            return [] if claim.rule == rule else [f"its witness is shown {claim.rule}"]
        if line["verdict"] == "notDecided" and rule not in self.search.shown:
            return []
        return [open_if(line["verdict"], "it is shown")] if self._refuted(self.search.witness(rule)) else []

    def _isAsked(self, line: JSONObject) -> list[str]:
        asked = Asked.read(self.document, line["statement"])
        if line["verdict"] == "doesNotHold":
            return self._asked_witness(asked, line["witness"])
        if line["verdict"] == "notDecided":
            return [left_open("is not decided, and the rules' limits prove it")] if asked.is_proved() else []
        found = asked.breach(self.search.lives * 2, self.search.world, self.search.dice)
        return ["a life breaks it"] if self._refuted(found) else []

    def _asked_witness(self, asked: Asked, witness: JSONObject) -> list[str]:
        claim = read_witness(witness, self.document, self.scope)
        if len({str(sorted(e.data["properties"].items())) for e in claim.events if e.type == "app.launched"}) > 1:
            return ["its properties change"]
        if not meets(claim.state.properties, asked.wanted):
            return ["its witness does not meet the filters"]
        times = _asked_times(asked, witness)
        return [] if asked.is_broken(times) else [f"its witness is asked at {times} only"]

    def _no_more(self, name: str, line: JSONObject) -> list[str]:
        counts = MORE[name]
        if line["verdict"] == "doesNotHold":
            witness = line["witness"]
            if not isinstance(witness, dict) or "before" not in witness or "after" not in witness:
                return ["its witness is no pair"]
            fault = pair_differs(witness["before"], witness["after"])
            before = read_witness(witness["before"], self.pairs.before, self.scope)
            after = read_witness(witness["after"], self.pairs.after, self.scope)
            if fault or not counts(before.kind, after.kind):
                return [f"its witness goes from {before.kind} to {after.kind}; {fault or 'the same logs'}"]
            return []
        found = [change for change in self.pairs.found if counts(*change[:2])]
        if not found:
            return []
        parted = self.pairs.found[found[0]]
        if line["verdict"] == "notDecided" and not parted.is_fresh:
            return []
        return [open_if(line["verdict"], f"there is {found[0]}")] if self._refuted(parted) else []


def _asked_times(asked: Asked, witness: JSONObject) -> list[int]:
    """The instants of the prompts that count, up to the decision that is meant."""
    events, documents = read_log("\n".join(json.dumps(one) for one in [*witness["log"]]).encode() + b"\n")
    state, times = State(witness["source"]), []
    for event in events:
        state.apply(event, documents)
        decision = decide(state, event)
        if decision and asked.is_counted(decision) and event.revision <= witness["revision"]:
            times.append(event.time.instant)
    return times
