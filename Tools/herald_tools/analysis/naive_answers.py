"""The lines about a pair of documents and about statements, found by trying alone."""

from __future__ import annotations

from herald_tools.analysis.app import App
from herald_tools.analysis.pairs import MORE, Pairs, Parted
from herald_tools.analysis.promises import NO_MORE, Asked, CanLeave, Every
from herald_tools.analysis.search import Search
from herald_tools.json_types import JSONObject

_HORIZON = {"days": 60, "steps": 12}
_LEAVERS = 150


def against_lines(pairs: Pairs, file: str) -> list[JSONObject]:
    """A line for each kind of change, and the summary."""
    changes: list[JSONObject] = [
        {
            "file": file,
            "before": change[0],
            "after": change[1],
            "differs": change[2],
            "class": f"such as {parted.after.state.properties}",
            "witness": _pair(parted),
        }
        for change, parted in pairs.found.items()
    ]
    summary: JSONObject = {"equivalent": _verdict(bool(changes))}
    for name, counts in MORE.items():
        summary[name] = _verdict(any(counts(change[0], change[1]) for change in pairs.found))
    return [*changes, {"file": file, "summary": {**summary, "changes": len(changes)}}]


def _verdict(is_broken: bool) -> str:
    return "doesNotHold" if is_broken else "holds"


def _pair(parted: Parted) -> JSONObject:
    return {"before": parted.before.witness(), "after": parted.after.witness()}


def promise_lines(statements: list[JSONObject], search: Search, pairs: Pairs, file: str) -> list[JSONObject]:
    """A line for each statement."""
    lines = []
    for number, statement in enumerate(statements, 1):
        is_broken, witness = _try(statement, search, pairs)
        lines.append(
            {
                "file": file,
                "promise": number,
                "statement": statement,
                "verdict": _verdict(is_broken),
                "limit": None,
                "horizon": _HORIZON,
                "witness": witness,
            }
        )
    return lines


def _try(statement: JSONObject, search: Search, pairs: Pairs) -> tuple[bool, JSONObject | None]:
    """True for a statement that is broken; and the witness."""
    if "rule" in statement:
        app = search.witness(statement["rule"])
        return app is None, _witness(app)
    if "against" in statement:
        counts = MORE[next(name for key, name in NO_MORE.items() if key in statement)]
        parted = next((one for change, one in pairs.found.items() if counts(change[0], change[1])), None)
        return parted is not None, None if parted is None else _pair(parted)
    broken = _breach(statement, search)
    return broken is not None, _witness(broken)


def _breach(statement: JSONObject, search: Search) -> App | None:
    if "canLeave" in statement:
        return CanLeave.read(search.document, statement).breach(search.seen, _LEAVERS)
    if "is" in statement:
        return Every.read(search.document, statement).breach(search.most, search.dice, search.world.scope)
    return Asked.read(search.document, statement).breach(search.lives * 2, search.world, search.dice)


def _witness(app: App | None) -> JSONObject | None:
    return None if app is None else app.witness()
