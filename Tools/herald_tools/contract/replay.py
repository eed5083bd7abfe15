"""Replay: a log's events folded and asked, and the lines that report it (section 10)."""

from herald_tools.contract.decide import Decision, decide
from herald_tools.contract.events import Event
from herald_tools.contract.records import Record
from herald_tools.contract.reduce import State
from herald_tools.contract.times import write_time
from herald_tools.json_types import Documents, JSONObject

Limit = tuple[str, int]  # a revision or an instant, named


def replay(
    events: list[Event], documents: Documents, until: Limit | None = None
) -> tuple[list[JSONObject], list[JSONObject]]:
    """The decision lines in file order, and the states by source in order of appearance."""
    decisions: list[JSONObject] = []
    states: dict[str, State] = {}
    ended: set[str] = set()
    for event in events:
        state = states.setdefault(event.source, State(event.source))
        if event.source in ended or _is_past(event, until):
            ended.add(event.source)
            continue
        state.apply(event, documents)
        decision = decide(state, event)
        if decision:
            decisions.append(decision_line(event, decision))
    return decisions, [state_line(state) for state in states.values()]


def _is_past(event: Event, until: Limit | None) -> bool:
    """`until`: None, ("revision", N) or ("time", instant)."""
    if until is None:
        return False
    measure, limit = until
    return (event.revision if measure == "revision" else event.time.instant) > limit


def decision_line(event: Event, decision: Decision) -> JSONObject:
    return {
        "source": event.source,
        "revision": event.revision,
        "time": write_time(event.time.instant),
        "trigger": decision.trigger,
        "reason": decision.reason,
        "show": decision.show,
        "rules": decision.rules,
    }


def state_line(state: State) -> JSONObject:
    draws = {} if state.draws is None else {"draws": state.draws}
    trust = {} if state.trust is None else {"trust": state.trust.line()}
    return {
        "source": state.source,
        "revision": state.revision,
        "properties": state.properties,
        "user": state.user,
        "policy": _policy(state),
        "refused": state.refused,
        "lastCheck": _time(state.last_check),
        "zone": state.zone,
        "failures": state.failures,
        "latch": state.latch,
        "visible": state.visible,
        "records": {rule: _record(record) for rule, record in state.records.items()},
        "counts": state.counts,
        **draws,
        **trust,
    }


def _policy(state: State) -> JSONObject | None:
    if state.policy is None:
        return None
    return {**state.policy_origin, "revision": state.policy.revision}


def _record(record: Record) -> JSONObject:
    return {
        "shown": record.shown,
        "lastShown": _time(record.last_shown),
        "lastButton": record.last_button,
        "lastButtonAt": _time(record.last_button_at),
        "skippedVersion": record.skipped_version,
        "showings": [write_time(shown) for shown in record.showings],
        "target": record.target,
        "firstShown": _time(record.first_shown),
        "deferrals": record.deferrals,
        "shownForTarget": record.shown_for_target,
    }


def _time(instant: int | None) -> str | None:
    return None if instant is None else write_time(instant)
