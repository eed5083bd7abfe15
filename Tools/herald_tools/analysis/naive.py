"""Answers about a document as an analysis gives them, found by trying alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from herald_tools.analysis.app import App
from herald_tools.analysis.document import Document
from herald_tools.analysis.endings import ends_around, ends_of, lowest_end
from herald_tools.analysis.fresh import Seen, is_nowhere
from herald_tools.analysis.search import Search, asked_app
from herald_tools.analysis.witness import read_witness
from herald_tools.contract.question import COMPELLING
from herald_tools.json_types import JSONObject


def rule_lines(search: Search, file: str) -> list[JSONObject]:
    """The lines about each rule, pair and flaw, and the summary."""
    document = search.document
    unending = {line["unending"]: line for line in _flaws(search, file, "unending", _unending(search))}
    rules = [_rule(search, file, rule, rule in unending) for rule in document.ids]
    lines = [*rules, *_pairs(search, file)]
    lines += _flaws(search, file, "noText", [(rule, seen) for seen in search.seen for rule in seen.textless])
    lines += _flaws(search, file, "nowhere", _forced(search, lambda seen: is_nowhere(seen, document)))
    lines += unending.values()
    verdicts = [line["verdict"] for line in rules]
    counts = {name: verdicts.count(name) for name in ("shown", "never", "notDecided")}
    return [*lines, {"file": file, "summary": {"rules": len(rules), **counts}}]


def _rule(search: Search, file: str, rule: str, is_unending: bool) -> JSONObject:
    document = search.document
    app, found = search.witness(rule), next(one for one in document.policy.rules if one.id == rule)
    line: JSONObject = {
        "file": file,
        "rule": rule,
        "kind": found.kind,
        "verdict": "never" if app is None else "shown",
        "because": None,
        "coveredBy": [],
        "limit": None,
        "endedBy": None,
        "place": place_of(document, rule),
        "witness": None,
    }
    if app is None:
        covers = _covers(search, rule) if search.passing[rule] else []
        return line | {"because": "covered" if covers else "contradiction", "coveredBy": covers}
    claim = read_witness(app.witness(), document)
    line |= {"kind": claim.kind, "witness": app.witness()}
    if claim.kind in COMPELLING and not is_unending:
        line["endedBy"] = lowest_end(claim.state, claim.event, ends_of(document))
    return line


def _covers(search: Search, rule: str) -> list[str]:
    """The fewest rules past which no way was found, first in the document's order."""
    before = search.before(rule)
    for size in range(1, len(before)):
        for chosen in combinations(before, size):
            if search.escape(rule, list(chosen)) is None:
                return list(chosen)
    return before


def place_of(document: Document, rule: str) -> JSONObject | None:
    """The line, the column and the pointer of a rule, in a document written with an indent of one."""
    pointer, entry = document.entries.get(rule, ("", {}))
    if not entry:
        return None
    key, _, number = pointer[1:].partition("/")
    rows = document.body.split("\n")
    first = rows.index(f' "{key}": [') if f' "{key}": [' in rows else 0
    places = [place for place, row in enumerate(rows) if row == "  {" and place > first]
    if not number or len(places) <= int(number):
        return None  # written in another way
    return {"line": places[int(number)] + 1, "column": 3, "pointer": pointer}


def _pairs(search: Search, file: str) -> list[JSONObject]:
    found: dict[tuple[str, str], Seen] = {}
    for seen in search.seen:
        for other in seen.passing[1:]:
            found.setdefault((seen.passing[0], other), seen)
    return [
        {"file": file, "both": list(pair), "wins": pair[0], "witness": _app(search, seen).witness()}
        for pair, seen in found.items()
    ]


def _flaws(search: Search, file: str, name: str, found: Iterable[tuple[str, Seen]]) -> list[JSONObject]:
    firsts: dict[str, Seen] = {}
    for rule, seen in found:
        firsts.setdefault(rule, seen)
    return [{"file": file, name: rule, "witness": _app(search, seen).witness()} for rule, seen in firsts.items()]


def _forced(search: Search, holds: Callable[[Seen], bool]) -> list[tuple[str, Seen]]:
    return [(seen.rule, seen) for seen in search.seen if seen.is_forced and seen.rule and holds(seen)]


def _unending(search: Search) -> list[tuple[str, Seen]]:
    versions, found = ends_around(search.document), {}
    for seen in search.seen:
        if seen.is_forced and seen.rule and seen.rule not in found:
            state = seen.point.question(search.document).state
            if lowest_end(state, seen.point.event, versions) is None:
                found[seen.rule] = seen
    return list(found.items())


def _app(search: Search, seen: Seen) -> App:
    return asked_app(search.document, seen.point)
