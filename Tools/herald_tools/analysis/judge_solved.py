"""Compares answers about plain documents with what z3 decides of their conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from herald_tools.analysis.app import App
from herald_tools.analysis.document import Document
from herald_tools.analysis.fresh import Point, ask, meets
from herald_tools.analysis.left_open import open_if
from herald_tools.analysis.pairs import MORE
from herald_tools.analysis.promises import Every
from herald_tools.analysis.search import asked_app
from herald_tools.analysis.solver import Solver, Unsolved, is_plain
from herald_tools.analysis.world import World
from herald_tools.json_types import JSONObject


class SolvedJudge:
    def __init__(self, document: Document, world: World, tally: Counter[str]) -> None:
        self.document, self.tally = document, tally
        # Each trigger is asked for itself: the classes of triggers are those of one document.
        every = [(name, None) for name in ("launch", "login", "schedule", "manual", "foreground")]
        self.world = replace(world, triggers=[*every, ("operation", "pay"), ("operation", "other")])
        self.counterexample: App | None = None

    def rules(self, lines: list[JSONObject]) -> list[str]:
        differences = []
        for line in lines:
            if "rule" in line:
                differences += [f"{line['rule']}: {text}" for text in self._solved(partial(self._rule, line))]
        return differences

    def _solved(self, judge: Callable[[Solver], list[str]]) -> list[str]:
        try:
            return judge(Solver(self.world))
        except Unsolved:
            self.tally["z3 undecided"] += 1
            return []

    def _rule(self, line: JSONObject, solver: Solver) -> list[str]:
        rule, verdict = line["rule"], line["verdict"]
        point = solver.shown_to(self.document, rule)
        if point is not None:
            self.tally["z3 shown"] += 1
            self.counterexample = asked_app(self.document, point)
            if ask(self.document, point).rule != rule:
                return [f"z3 names {point.properties}, to whom it is not shown: the two disagree here"]
            named = f"is {verdict}, and z3 names {point.properties} at {point.trigger}"
            return [] if verdict == "shown" else [open_if(verdict, named)]
        self.tally["z3 never"] += 1
        if verdict != "never":
            return [open_if(verdict, f"is {verdict}, and z3 finds no device")]
        fewest = solver.fewest(self.document, rule)
        told = (line["because"], line["coveredBy"])
        wanted = ("covered" if fewest else "contradiction", fewest)
        return [] if told == wanted else [f"is never shown because of {told}, z3 says {wanted}"]

    def against(self, other: Document, lines: list[JSONObject]) -> list[str]:
        summary = next((line["summary"] for line in lines if "equivalent" in line.get("summary", {})), None)
        return self._solved(partial(self._against, other, summary)) if summary is not None and is_plain(other) else []

    def _against(self, other: Document, summary: JSONObject, solver: Solver) -> list[str]:
        differences = []
        for name, counts in (("equivalent", None), *MORE.items()):
            point = solver.parted(other, self.document, counts)
            wanted = "holds" if point is None else "doesNotHold"
            self.tally[f"z3 {name} {wanted}"] += 1
            # Documents that show prompts of the same kind, leading to the same place, may have other texts.
            is_free = name == "equivalent" and point is None and _texts(other) != _texts(self.document)
            if summary[name] != wanted and not is_free:
                text = f"{name} is {summary[name]}, and z3 says {wanted}: {point and point.properties}"
                differences.append(open_if(summary[name], text))
        return differences

    def promises(self, lines: list[JSONObject]) -> list[str]:
        differences = []
        for line in lines:
            if "every" in line.get("statement", {}) and "is" in line["statement"]:
                differences += self._solved(partial(self._promise, line))
        return differences

    def _promise(self, line: JSONObject, solver: Solver) -> list[str]:
        every = Every.read(self.document, line["statement"])
        point: Point | None = solver.broken(self.document, every.wanted, every.kinds)
        if point is not None and (
            ask(self.document, point).kind in every.kinds or not meets(point.properties, every.wanted)
        ):
            return [f"z3 names {point.properties}, with whom the promise is kept: the two disagree here"]
        wanted = "holds" if point is None else "doesNotHold"
        self.tally[f"z3 every {wanted}"] += 1
        verdict = line["verdict"]
        differs = open_if(verdict, f"{line['statement']}: {verdict}, and z3 says {wanted}")
        return [] if verdict == wanted else [differs]


def _texts(document: Document) -> set[str]:
    return {str(sorted(entry["descriptions"].items())) for _, entry in document.entries.values()}
