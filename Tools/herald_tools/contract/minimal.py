"""What must be so of a log that was made smaller, and of a part of a log's events (questions, section 4)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from herald_tools.contract.decide import Decision, decide
from herald_tools.contract.events import Event
from herald_tools.contract.reduce import State
from herald_tools.contract.whatif import is_brought, is_shown
from herald_tools.json_types import Documents, JSONObject, Properties


@dataclass
class Told:
    """What a log's events say of one decision, and what each event did."""

    answer: JSONObject | None = None  # nothing where the decision is not there
    properties: Properties = field(default_factory=dict)  # at the decision
    wrong: set[tuple[str, str]] = field(default_factory=set)  # verdict and id of what the app did otherwise
    fetched: dict[str, str | None] = field(default_factory=dict)  # by id: why a document was refused
    unlaunched: set[str] = field(default_factory=set)  # ids of events before the first launch
    behind: dict[str, str | None] = field(default_factory=dict)  # by id: the decision behind an event
    effective: set[str] = field(default_factory=set)  # ids of buttons and pushes that changed something


def tell(events: Sequence[Event], documents: Documents, decision_id: str) -> Told:
    """Lives events of one installation from the empty state on."""
    told, state = Told(), State(events[0].source if events else "")
    last: Decision | None = None
    last_id: str | None = None  # of the last decision
    asker: str | None = None  # of the last decision, as long as nothing was shown behind it
    showing: str | None = None  # the decision behind the last showing
    for event in events:
        if event.type != "app.launched" and not state.counts["launches"]:
            told.unlaunched.add(event.id)
        is_again = event.is_known and event.type == "prompt.shown" and state.is_on_screen(event.data)
        visible = state.visible or {}
        is_answer = event.is_known and event.type == "button.chosen" and visible.get("prompt") == event.data["prompt"]
        state.apply(event, documents)
        if is_brought(event):
            told.fetched[event.id] = state.refused["reason"] if state.refused else None
        decision = decide(state, event)
        if decision:
            if last and last.show:
                told.wrong.add(("missed", asker or ""))
            last, last_id, asker = decision, event.id, event.id
        elif event.is_known and event.type == "prompt.shown" and not is_again:
            if not (last and last.show and is_shown(last.show, event.data)):
                told.wrong.add(("unjustified", event.id))
            last, showing = None, last_id
        if is_answer or (state.latch and state.latch["event"] == event.id):
            told.effective.add(event.id)
        is_of_showing = event.is_known and (event.type == "prompt.shown" or is_answer)
        told.behind[event.id] = showing if is_of_showing and not decision else last_id
        if event.id == decision_id and decision:
            told.answer = _answer(decision, state)
            told.properties = dict(state.properties)
    return told


def _answer(decision: Decision, state: State) -> JSONObject:
    show = decision.show or {}
    return {
        "reason": decision.reason,
        "rule": show.get("rule"),
        "kind": show.get("kind"),
        "rules": decision.rules,
        "refused": state.refused and state.refused["reason"],
    }


def differences(small: Told, whole: Told, asked: str) -> list[str]:
    """What a smaller log says otherwise than the whole one."""
    found = [] if small.answer == whole.answer else [f"answer: expected {whole.answer}, got {small.answer}"]
    if asked not in small.behind or small.behind[asked] != whole.behind[asked]:
        found.append(f"the decision behind {asked}: expected {whole.behind[asked]}, got {small.behind.get(asked)}")
    if (asked in small.effective) != (asked in whole.effective):
        found.append(f"{asked} changes something in one log alone")
    found += [f"{verdict} {name}, which was not so" for verdict, name in sorted(small.wrong - whole.wrong)]
    found += [
        f"fetch {name}: expected {whole.fetched[name]}, got {reason}"
        for name, reason in small.fetched.items()
        if whole.fetched[name] != reason
    ]
    found += [f"{name} stands before the first launch" for name in sorted(small.unlaunched - whole.unlaunched)]
    return found
