"""Compares what the program foretells of a random log with what the oracle does."""

from collections.abc import Iterator
from copy import copy

from herald_tools.contract.ahead import Outlook, Stretches, beginnings, days, foretell
from herald_tools.contract.events import Event
from herald_tools.contract.formats import read_document
from herald_tools.contract.formats.document import Fetch
from herald_tools.contract.reduce import State
from herald_tools.contract.times import DAY, write_time
from herald_tools.contract.whatif import Replacement, fetch_again, live
from herald_tools.json_types import Documents, JSONObject

# Of another format, releases of a store come into the document while it is looked ahead.
_ASKED = ("herald", "turkcell")


def compare_ahead(events: list[Event], documents: Documents, chosen: Replacement, lines: list[JSONObject]) -> list[str]:
    """What differs, as lines of text. Where an installation keeps a store's document, others alone are compared."""
    policy = read_document(chosen[1], documents[chosen[0]], Fetch("", None, None))
    states = _states(events, documents, chosen)
    outlook = foretell(events, states, policy)
    found = lines[-1]["summary"].get("ahead")
    if outlook is None or found is None:
        return [] if outlook is None and found is None else [f"ahead: expected {outlook}, got {found}"]
    own = {source for source, state in states.items() if state.policy_origin.get("format", "herald") not in _ASKED}
    written = {line["source"]: line for line in lines if "source" in line and "ahead" in line}
    differences = [
        f"ahead: {source!r}: {difference}"
        for source, stretches in outlook.asked.items()
        if source not in own
        for difference in _of_one(stretches, written.get(source))
    ]
    return differences + list(_of_all(outlook, found, None if own else beginnings(outlook, policy)))


def _states(events: list[Event], documents: Documents, chosen: Replacement) -> dict[str, State]:
    """The states under the other document, which a last fetch brings to all that do not refuse it."""
    states = live(events, documents, chosen)[1]
    for source, fetched in fetch_again(events, documents, chosen).items():
        state = states[source] = copy(states[source])
        state.policy, state.policy_origin = fetched.policy, fetched.policy_origin
        state.expires, state.package = fetched.expires, fetched.package
    return states


def _of_one(stretches: Stretches, line: JSONObject | None) -> Iterator[str]:
    is_counted = stretches.is_new("is_forced") or stretches.is_new("is_locked_out")
    if line is None:
        if is_counted:
            yield f"has no line, and sees {stretches}"
        return
    wanted = [
        {"at": write_time(at), "show": {"rule": sight.rule, "kind": sight.kind} if sight else None}
        for place, (at, sight) in enumerate(stretches.found)
        if sight or place
    ]
    if line["ahead"] != wanted:
        yield f"expected {wanted}, got {line['ahead']}"
    for key, name in (("forcedFrom", "is_forced"), ("lockedOutFrom", "is_locked_out")):
        since = stretches.since(name)
        expected = None if since is None else write_time(since)
        if line[key] != expected:
            yield f"{key}: expected {expected}, got {line[key]}"


def _of_all(outlook: Outlook, found: JSONObject, begins: list[JSONObject] | None) -> Iterator[str]:
    asked = outlook.asked.values()
    expected: JSONObject = {
        "from": write_time(outlook.start),
        "until": write_time(outlook.end),
        "questioned": len(asked),
        "clocksOff": outlook.clocks_off,
    }
    if begins is not None:
        expected |= {
            "notStarted": sum(stretches.is_not_started for stretches in asked),
            "forcedAhead": sum(stretches.is_new("is_forced") for stretches in asked),
            "lockedOutAhead": sum(stretches.is_new("is_locked_out") for stretches in asked),
            "days": [{**row, "day": write_time(row["day"] * DAY)[:10]} for row in days(outlook)],
            "begins": [{**row, "at": write_time(row["at"])} for row in begins],
        }
    for key, value in expected.items():
        if found[key] != value:
            yield f"ahead: {key}: expected {value}, got {found[key]}"
