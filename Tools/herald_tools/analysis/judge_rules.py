"""Judges what is said of a document's rules: shown or never, covered, both at once, without a text or a way out."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

from herald_tools.analysis.app import App
from herald_tools.analysis.document import Document, failed_tests
from herald_tools.analysis.endings import ends_around, ends_of, is_below, is_forced_with, lowest_end, reads_codes
from herald_tools.analysis.fresh import Seen, is_nowhere
from herald_tools.analysis.left_open import left_open
from herald_tools.analysis.search import Search
from herald_tools.analysis.witness import Claim, Unfit, read_witness
from herald_tools.contract.ahead import leads_nowhere
from herald_tools.contract.decide import decide
from herald_tools.contract.question import COMPELLING
from herald_tools.contract.versions import read_version
from herald_tools.json_types import JSONObject

Counters = Counter[str]
RULE_KEYS = {"file", "rule", "kind", "verdict", "because", "coveredBy", "limit", "endedBy", "place", "witness"}
_FLAWS = ("noText", "nowhere", "unending")
_TRIED_ENDS = 60


class RuleJudge:
    """What an answer about one document has to be."""

    def __init__(self, search: Search, file: str, tally: Counters) -> None:
        self.search, self.file, self.tally = search, file, tally
        self.document: Document = search.document
        self.counterexample: App | None = None  # the last one that was found

    def judge(self, lines: list[JSONObject]) -> list[str]:
        if not lines or "summary" not in lines[-1]:
            return ["the last line is no summary"]
        differences = [
            f"its first key is not the file: {str(line)[:80]}" for line in lines if next(iter(line)) != "file"
        ]
        differences += [f"the file is {line['file']}" for line in lines if line.get("file") != self.file]
        rules = [line for line in lines if "rule" in line]
        if [line["rule"] for line in rules] != self.document.ids:
            return [*differences, f"rules: {[line['rule'] for line in rules]}, expected {self.document.ids}"]
        self.unending = {line["unending"] for line in lines if "unending" in line}
        for line in rules:
            differences += [f"{line['rule']}: {text}" for text in self._rule(line)]
        differences += self._pairs([line for line in lines if "both" in line])
        for name in _FLAWS:
            differences += self._flaws(name, [line for line in lines if name in line])
        return differences + self._summary(lines[-1]["summary"], rules)

    def _summary(self, summary: JSONObject, rules: list[JSONObject]) -> list[str]:
        verdicts = Counter(line["verdict"] for line in rules)
        wanted = {"rules": len(rules)} | {name: verdicts[name] for name in ("shown", "never", "notDecided")}
        got = {name: summary.get(name) for name in wanted}
        return [] if got == wanted else [f"summary: expected {wanted}, got {got}"]

    def claim(self, line: JSONObject) -> Claim:
        return read_witness(line.get("witness"), self.document, self.search.world.scope)

    # A rule.

    def _rule(self, line: JSONObject) -> list[str]:
        missing = RULE_KEYS - line.keys()
        if missing:
            return [f"lacks {sorted(missing)}"]
        verdict = line["verdict"]
        self.tally[f"rule {verdict}"] += 1
        judges = {"shown": self._shown, "never": self._never, "notDecided": self._undecided}
        if verdict not in judges:
            return [f"verdict {verdict!r}"]
        return judges[verdict](line) + self._place(line)

    def _place(self, line: JSONObject) -> list[str]:
        pointer, entry = self.document.entries.get(line["rule"], (None, {}))
        place = line["place"]
        if pointer is None or not entry:
            return []
        rows = self.document.body.split("\n")
        if place is None or place["pointer"] != pointer or rows[place["line"] - 1][place["column"] - 1] != "{":
            return [f"place {place}, expected {pointer}"]
        return []

    def _shown(self, line: JSONObject) -> list[str]:
        try:
            claim = self.claim(line)
        except Unfit as fault:
            return [f"witness: {fault}"]
        if (claim.rule, claim.kind) != (line["rule"], line["kind"]):
            return [f"its witness is shown {claim.rule} as {claim.kind} ({claim.decision.reason}), not {line['kind']}"]
        if line["because"] is not None or line["coveredBy"] or line["limit"] is not None:
            return ["is shown, and says why it is not"]
        self.tally["shown to a fresh device" if claim.is_fresh else "shown after other showings"] += 1
        return self._end(line, claim)

    def _end(self, line: JSONObject, claim: Claim) -> list[str]:
        ended, state = line["endedBy"], claim.state
        if claim.kind not in COMPELLING:
            return [] if ended is None else [f"is ended by {ended}, and forces nobody"]
        lowest = lowest_end(state, claim.event, ends_of(self.document))
        if ended is None:
            if lowest is None or line["rule"] in self.unending or reads_codes(self.document):
                return []
            return [f"no version ends it; {lowest} does"]
        mine = read_version(state.properties.get("appVersionName"))
        if read_version(ended) is None or is_below(ended, mine) or is_forced_with(ended, state, claim.event):
            return [f"{ended} does not end it"]
        self.tally["force ended by a version"] += 1
        if lowest is not None and is_below(lowest, read_version(ended)):
            return [f"is ended by {lowest} already, not only by {ended}"]
        return []

    def _undecided(self, line: JSONObject) -> list[str]:
        if line["limit"] is None:
            return ["is not decided, without the limit that was met"]
        rule = line["rule"]
        if rule in self.search.shown:
            return [left_open("is not decided, and a fresh device is shown it")]
        return [left_open("is not decided, and can pass nowhere")] if self.search.is_contradiction(rule) else []

    def _never(self, line: JSONObject) -> list[str]:
        rule, covers = line["rule"], line["coveredBy"]
        if line["witness"] is not None or line["endedBy"] is not None or line["limit"] is not None:
            return ["is never shown, and has a witness, a limit or an end"]
        if self._refuted(self.search.witness(rule)):
            return ["is called never shown, and is shown"]
        is_empty = self.search.is_contradiction(rule)
        if line["because"] == "contradiction":
            if is_empty is False:
                return ["is called a contradiction, and its tests pass on a device"]
            return ["is a contradiction and covered"] if covers else []
        if line["because"] != "covered":
            return [f"is never shown because of {line['because']!r}"]
        if is_empty:
            return ["is called covered, and its tests pass nowhere"]
        return self._covers(rule, covers)

    def _refuted(self, app: App | None) -> bool:
        self.counterexample = app or self.counterexample
        return app is not None

    def _covers(self, rule: str, covers: list[str]) -> list[str]:
        before = self.search.before(rule)
        if not covers or [one for one in before if one in covers] != covers:
            return [f"is covered by {covers}: not some of the rules before it, in their order"]
        if self._refuted(self.search.escape(rule, covers)):
            return [f"is called covered by {covers}, and is shown where they are all that stands before it"]
        fewest = self.search.fewest_lasting(rule)
        if fewest is None:
            return []
        self.tally["fewest covers compared"] += 1
        place = self.document.place
        if (len(fewest), [place(one) for one in fewest]) < (len(covers), [place(one) for one in covers]):
            return [f"is covered by {covers}, and {fewest} are enough"]
        return []

    # Pairs, and what is wrong with a rule.

    def _pairs(self, lines: list[JSONObject]) -> list[str]:
        differences = []
        for line in lines:
            differences += [f"both {line['both']}: {text}" for text in self._pair(line)]
        self.tally["pairs"] += len(lines)
        told = {frozenset(line["both"]) for line in lines}
        if len(told) < len(lines):
            differences.append("a pair is told twice")
        found = {frozenset((seen.passing[0], other)) for seen in self.search.seen for other in seen.passing[1:]}
        return differences + [f"both: {sorted(pair)} is missing" for pair in found - told]

    def _pair(self, line: JSONObject) -> list[str]:
        first, second = sorted(line["both"], key=self.document.place)
        if line["wins"] != first:
            return [f"{line['wins']} wins"]
        try:
            claim = self.claim(line)
        except Unfit as fault:
            return [f"witness: {fault}"]
        other = self.document.policy.rule(second, claim.state.properties)
        if claim.rule != first or other is None or failed_tests(other, claim.question):
            return [
                f"its witness is shown {claim.rule}, the other fails {other and failed_tests(other, claim.question)}"
            ]
        return []

    def _flaws(self, name: str, lines: list[JSONObject]) -> list[str]:
        differences = []
        for line in lines:
            self.tally[name] += 1
            try:
                fault = getattr(self, f"_{name}")(line[name], self.claim(line))
            except Unfit as unfit:
                fault = f"witness: {unfit}"
            differences += [f"{name} {line[name]}: {fault}"] if fault else []
        told = {line[name] for line in lines}
        return differences + [f"{name}: {rule} is missing" for rule in sorted(self._expected(name) - told)]

    def _expected(self, name: str) -> set[str]:
        """The rules that certainly have a line."""
        seen = self.search.seen
        if name == "noText":
            return {rule for one in seen for rule in one.textless}
        forced = [one for one in seen if one.is_forced and one.rule is not None]
        if name == "nowhere":
            return {str(one.rule) for one in forced if is_nowhere(one, self.document)}
        return set() if reads_codes(self.document) else self._always_unending

    @cached_property
    def _always_unending(self) -> set[str]:
        """The rules whose every force no version ends, where all of these can be tried."""
        versions = ends_around(self.document)
        found = set()
        for rule in self.document.ids:
            forced = [one for one in self.search.seen if one.is_forced and one.rule == rule]
            if (
                self.search.is_all
                and 0 < len(forced) < _TRIED_ENDS
                and all(_is_unending(one, self.document, versions) for one in forced)
            ):
                found.add(rule)
        return found

    def _noText(self, rule: str, claim: Claim) -> str | None:
        found = self.document.policy.rule(rule, claim.state.properties)
        failed = failed_tests(found, claim.question) if found else []
        return None if failed == ["text"] else f"its witness fails {failed}"

    def _nowhere(self, rule: str, claim: Claim) -> str | None:
        if claim.rule != rule or claim.kind not in COMPELLING:
            return f"its witness is shown {claim.rule} as {claim.kind}"
        destination: Any = (claim.decision.show or {})["destination"]
        return None if leads_nowhere(destination, claim.state) else f"its witness is led to {destination}"

    def _unending(self, rule: str, claim: Claim) -> str | None:
        if claim.rule != rule or claim.kind not in COMPELLING:
            return f"its witness is shown {claim.rule} as {claim.kind}"
        end = lowest_end(claim.state, claim.event, ends_around(self.document))
        return None if end is None else f"{end} ends it"


def _is_unending(seen: Seen, document: Document, versions: list[str]) -> bool:
    """True where no version ends the force, whichever of these the device has that is forced so."""
    event, state = seen.point.event, seen.point.question(document).state
    for version in (None, *versions):
        installed = seen.point.properties if version is None else {**seen.point.properties, "appVersionName": version}
        state.properties = installed
        decision = decide(state, event)
        is_same = (
            decision and decision.show and (decision.show["rule"], decision.show["kind"]) == (seen.rule, seen.kind)
        )
        if is_same and lowest_end(state, event, versions) is not None:
            return False
    return True
