"""Conditions on devices as z3 reads them: filters, segments, targets, the review.

Only documents of the profile `plain` become conditions: what they show depends on properties and the trigger alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

import z3

from herald_tools.analysis import version_languages
from herald_tools.analysis.document import Document, review_text
from herald_tools.analysis.fresh import Point
from herald_tools.analysis.scope import MODELS, VERSIONS
from herald_tools.analysis.version_languages import ANY, NOTHING, union
from herald_tools.analysis.world import Trigger, World
from herald_tools.contract import attention
from herald_tools.contract.filters import matches
from herald_tools.contract.policy import Rule
from herald_tools.contract.text import normalize
from herald_tools.json_types import Properties

_PATIENCE = 4_000  # milliseconds for a question
_COMPARED = re.compile(r"(<>|<=|>=|<|>)(.*)", re.DOTALL)
_NUMBERS = re.compile(r"\+?([0-9]+(?:\.[0-9]+)*)(?:\+[0-9a-z.-]+)?")
_VERSION = re.compile(r"[+-]?[0-9]+(\.[0-9]+)*([-+(].*)?", re.DOTALL)
_ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")
_ASKED = {"optional": ("launch", "login", "schedule", "manual"), "message": ("launch", "login", "schedule")}
# Normalized text of ASCII.
_TEXTS = z3.Star(z3.Union(z3.Range("!", "@"), z3.Range("[", "~")))


class Unsolved(Exception):
    """A condition that z3 does not decide in time, or that cannot be written for it."""


class Solver:
    def __init__(self, world: World) -> None:
        self.world = world
        self.values: dict[str, z3.SeqRef] = {}
        self.questions = 0

    def find(self, condition: z3.BoolRef) -> Properties | None:
        """A device of the scope that meets a condition; None where there is none. Raises `Unsolved`."""
        solver = z3.Solver()
        solver.set("timeout", _PATIENCE)
        solver.add(condition, self._assumed(), *(z3.InRe(value, _TEXTS) for value in self.values.values()))
        self.questions += 1
        answer = solver.check()
        if answer == z3.unknown:
            raise Unsolved
        return self._device(solver.model()) if answer == z3.sat else None

    def _device(self, model: z3.ModelRef) -> Properties:
        found = {name: model.eval(value, model_completion=True).as_string() for name, value in self.values.items()}
        texts = {name: _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) for name, text in found.items()}
        return self.world.properties(texts.items())

    def _is_in(self, name: str, language: z3.ReRef) -> z3.BoolRef:
        value = self.values.setdefault(name, z3.String(name))
        return z3.InRe(value, language)

    def meets(self, filters: dict[str, str]) -> z3.BoolRef:
        """The condition that filters set; each device has the documents' package."""
        package = self.world.package
        if package is not None and not matches(filters.get("appPackageName", ""), package):
            return z3.BoolVal(False)
        wanted = {name: text for name, text in filters.items() if package is None or name != "appPackageName"}
        return _all(self._is_in(name, _language(text)) for name, text in wanted.items())

    def _assumed(self) -> z3.BoolRef:
        """The condition that the scope sets."""
        assumed = self.world.scope.assumed
        if assumed is None:
            return z3.BoolVal(True)
        if not isinstance(assumed, str):
            return z3.Or(*(self.meets(texts) for texts in assumed))
        read = self.world.choices
        conditions = []
        for name in VERSIONS.keys() & read.keys():
            blank = [z3.Re("")] if VERSIONS[name] else []
            conditions.append(self._is_in(name, union([version_languages.VERSIONS, *blank])))
        if {"deviceModel", "deviceOsName"} <= read.keys():
            for text, systems in MODELS.items():
                fits = self._is_in("deviceOsName", union([z3.Re(system) for system in ("", *systems)]))
                conditions.append(z3.Implies(self._is_in("deviceModel", _language(text)), fits))
        return _all(conditions)

    def passes(self, rule: Rule) -> z3.BoolRef:
        """The condition on properties that a rule of a plain document has."""
        conditions = [self.meets(rule.filters)]
        for filters, is_in in rule.manners.segments:
            conditions.append(self.meets(filters) if is_in else z3.Not(self.meets(filters)))
        if rule.target_version is not None and rule.package_name is None:
            conditions.append(self._is_in("appVersionName", version_languages.below(_numbers(rule.target_version))))
        return _all(conditions)

    def sees(self, document: Document, rules: list[Rule], chosen: int | None) -> z3.BoolRef:
        """The condition under which one of the rules that are asked is shown; None: none of them."""
        before = rules if chosen is None else rules[:chosen]
        conditions = [z3.Not(self.passes(rule)) for rule in before]
        review = review_text(document)
        is_reviewed = z3.BoolVal(False) if review is None else self._is_in("appVersionName", _language(review))
        if chosen is None:
            return z3.Or(is_reviewed, _all(conditions))
        return z3.And(z3.Not(is_reviewed), self.passes(rules[chosen]), *conditions)

    # Rules.

    def shown_to(self, document: Document, rule: str, covers: Iterable[str] | None = None) -> Point | None:
        """A device that is shown a rule; `covers`: where these alone of the rules before it exist."""
        kept = {rule, *(document.ids if covers is None else covers)}
        for trigger in self.world.triggers:
            asked = [one for one in document.policy.rules if one.id in kept and is_asked(one, trigger)]
            places = [place for place, one in enumerate(asked) if one.id == rule]
            device = self.find(self.sees(document, asked, places[0])) if places else None
            if device is not None:
                return Point(device, {}, self.world.moments[0], trigger)
        return None

    def fewest(self, document: Document, rule: str) -> list[str]:
        """The fewest rules, first in the document's order, that are enough; none for a contradiction."""
        before = document.ids[: document.place(rule)]
        for size in range(len(before) + 1):
            for chosen in combinations(before, size):
                if self.shown_to(document, rule, chosen) is None:
                    return list(chosen)
        raise Unsolved

    # Two documents.

    def parted(
        self, before: Document, after: Document, counts: Callable[[str, str], bool] | None = None
    ) -> Point | None:
        """A device to which two documents show different prompts.

        - counts: which kinds of prompt, before and after, make a difference; without it their destinations count too.
        """
        for trigger in self.world.triggers:
            found = []
            for left, first in self._answers(before, trigger):
                for right, second in self._answers(after, trigger):
                    is_other = left != right if counts is None else counts(left[0], right[0])
                    if is_other:
                        found.append(z3.And(first, second))
            device = self.find(z3.Or(*found)) if found else None
            if device is not None:
                return Point(device, {}, self.world.moments[0], trigger)
        return None

    def _answers(self, document: Document, trigger: Trigger) -> Iterator[tuple[tuple[str, str | None], z3.BoolRef]]:
        rules = [rule for rule in document.policy.rules if is_asked(rule, trigger)]
        yield ("nothing", None), self.sees(document, rules, None)
        for place, rule in enumerate(rules):
            yield (rule.kind, rule.website_url), self.sees(document, rules, place)

    def broken(self, document: Document, wanted: dict[str, str], kinds: Iterable[str]) -> Point | None:
        """A device that meets filters and sees, at a launch, no prompt of these kinds."""
        launch: Trigger = ("launch", None)
        found = [condition for (kind, _), condition in self._answers(document, launch) if kind not in set(kinds)]
        device = self.find(z3.And(self.meets(wanted), z3.Or(*found))) if found else None
        return None if device is None else Point(device, {}, self.world.moments[0], launch)


def is_plain(document: Document) -> bool:
    """True where nothing but properties and the trigger decides, and each device can read the texts."""
    return all(
        rule.languages == ["*"]
        and rule.rollout == attention.BUCKETS
        and not (rule.after or rule.before or rule.period or rule.skippable or rule.google_play)
        and rule.max_count is None
        for rule in document.policy.rules
    )


def is_asked(rule: Rule, trigger: Trigger) -> bool:
    name, operation = trigger
    if rule.manners.triggers is not None:
        return name in rule.manners.triggers or f"operation:{operation}" in rule.manners.triggers
    return name in _ASKED.get(rule.kind, (name,))


def _all(conditions: Iterable[z3.BoolRef]) -> z3.BoolRef:
    return z3.And(z3.BoolVal(True), *conditions)


def _language(text: str) -> z3.ReRef:
    """The values that match a filter's text."""
    parts = [part for part in normalize(text).split(",") if part not in ("", "!")]
    excluded = [_part(part[1:]) for part in parts if part.startswith("!")]
    included = [_part(part) for part in parts if not part.startswith("!")]
    wanted = union(included) if included else ANY
    return z3.Intersect(wanted, z3.Complement(union(excluded))) if excluded else wanted


def _part(part: str) -> z3.ReRef:
    if part == "''":
        return z3.Re("")
    compared = _COMPARED.fullmatch(part)
    if compared:
        return _versions(compared[1], compared[2])
    if "*" not in part:
        return z3.Re(part)
    any_letter = z3.AllChar(z3.ReSort(z3.StringSort()))
    pieces = {"*": z3.Star(any_letter), "?": any_letter}
    letters = [pieces.get(letter, z3.Re(letter)) for letter in part]
    return letters[0] if len(letters) == 1 else z3.Concat(*letters)


def _versions(order: str, operand: str) -> z3.ReRef:
    if not _VERSION.fullmatch(operand):
        return NOTHING
    numbers = _numbers(operand)
    below, equal, above = version_languages.below, version_languages.equal, version_languages.above
    makers = {"<": [below], "<=": [below, equal], ">": [above], ">=": [above, equal], "<>": [below, above]}
    return union([make(numbers) for make in makers[order]])


def _numbers(version: str) -> list[str]:
    match = _NUMBERS.fullmatch(version)
    if match is None:
        raise Unsolved  # pre-releases and negative versions have no languages here
    return match[1].split(".")
