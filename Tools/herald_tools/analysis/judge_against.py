"""Judges what is said of two documents: equivalent or not, each kind of change, and nothing more shown or forced."""

from __future__ import annotations

from collections import Counter

from herald_tools.analysis.left_open import open_if
from herald_tools.analysis.pairs import MORE, Change, Pairs, Parted, difference, kind_of
from herald_tools.analysis.witness import Claim, Unfit, pair_differs, read_witness
from herald_tools.json_types import JSONObject

_KEYS = {"file", "before", "after", "differs", "class", "witness"}
_VERDICTS = ("holds", "doesNotHold", "notDecided")


class AgainstJudge:
    """What an answer about a document and another one has to be."""

    def __init__(self, pairs: Pairs, file: str, tally: Counter[str], must_be_equivalent: bool = False) -> None:
        self.pairs, self.file, self.tally, self.must_be_equivalent = pairs, file, tally, must_be_equivalent
        self.counterexample: Parted | None = None

    def judge(self, lines: list[JSONObject]) -> list[str]:
        if not lines or "summary" not in lines[-1]:
            return ["against: the last line is no summary"]
        *changes, last = [line for line in lines if "before" in line or "equivalent" in line.get("summary", {})]
        differences = [f"against: the file is {line.get('file')}" for line in lines if line.get("file") != self.file]
        for line in changes:
            name = f"{line.get('before')} to {line.get('after')}, {line.get('differs')}"
            differences += [f"against: {name}: {text}" for text in self._change(line)]
        told = {(line["before"], line["after"], line["differs"]) for line in changes}
        # A limit that leaves changes out leaves a verdict open too.
        verdict = next((one for one in last["summary"].values() if one == "notDecided"), "holds")
        missing = sorted(self.pairs.fresh.keys() - told)
        differences += [open_if(verdict, f"against: {change} is missing") for change in missing]
        return differences + [f"against: {text}" for text in self._summary(last["summary"], told, len(changes))]

    def _change(self, line: JSONObject) -> list[str]:
        if line.keys() < _KEYS:
            return [f"lacks {sorted(_KEYS - line.keys())}"]
        self.tally[f"change of {line['differs']}"] += 1
        if not line["class"]:
            return ["has no words for its class"]
        try:
            return self._witness(line, *self._claims(line["witness"]))
        except Unfit as fault:
            return [f"witness: {fault}"]

    def _claims(self, witness: JSONObject) -> tuple[Claim, Claim]:
        if not isinstance(witness, dict) or not {"before", "after"} <= witness.keys():
            raise Unfit("is no pair")
        before = read_witness(witness["before"], self.pairs.before, self.pairs.world.scope)
        after = read_witness(witness["after"], self.pairs.after, self.pairs.world.scope)
        fault = pair_differs(witness["before"], witness["after"])
        if fault:
            raise Unfit(f"the two logs differ in more than the document: {fault}")
        return before, after

    def _witness(self, line: JSONObject, before: Claim, after: Claim) -> list[str]:
        asked = [(claim.decision.show, claim.question) for claim in (before, after)]
        found = difference(asked[0], asked[1], self.pairs.before, self.pairs.after)
        claimed: Change = line["before"], line["after"], line["differs"]
        if claimed[2] == "often":
            has_history = bool(before.state.records)
            return [] if found and found[:2] == claimed[:2] and has_history else [f"its logs part in {found}"]
        if claimed[2] == "text" and not self.pairs.after.is_own:
            # Texts are read of Herald's own format alone.
            return [] if found is None else [f"its logs part in {found}"]
        return [] if found == claimed else [f"its logs part in {found}: {[kind_of(show) for show, _ in asked]}"]

    def _summary(self, summary: JSONObject, told: set[Change], count: int) -> list[str]:
        names = ["equivalent", *MORE]
        if any(summary.get(name) not in _VERDICTS for name in names) or summary.get("changes") != count:
            return [f"summary {summary} of {count} changes"]
        differences = self._verdict("equivalent", summary["equivalent"], bool(told), list(self.pairs.found))
        for name, counts in MORE.items():
            is_told = any(counts(before, after) for before, after, _ in told)
            found = [change for change in self.pairs.found if counts(*change[:2])]
            differences += self._verdict(name, summary[name], is_told, found)
        if self.must_be_equivalent and summary["equivalent"] != "holds":
            verdict = summary["equivalent"]
            differences.append(open_if(verdict, f"two spellings of one document, and equivalent is {verdict}"))
        return differences

    def _verdict(self, name: str, verdict: str, is_told: bool, found: list[Change]) -> list[str]:
        self.tally[f"{name} {verdict}"] += 1
        if is_told != (verdict == "doesNotHold"):
            return [f"{name} is {verdict}, and {'a' if is_told else 'no'} change is told that breaks it"]
        if verdict == "doesNotHold" or not found:
            return []
        parted = self.pairs.found[found[0]]
        if verdict == "holds" or parted.is_fresh:
            self.counterexample = parted
            return [open_if(verdict, f"{name} is {verdict}, and there is a change {found[0]}")]
        return []
