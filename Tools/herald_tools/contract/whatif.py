"""What-if: a log lived again, prompts shown and answered as they are decided (section 8)."""

from collections import Counter, defaultdict
from copy import deepcopy
from dataclasses import replace

from herald_tools.contract.decide import Decision, decide
from herald_tools.contract.events import Event
from herald_tools.contract.numbers import Number, integer
from herald_tools.contract.reduce import State
from herald_tools.contract.trust import Assumed
from herald_tools.json_types import Documents, JSONObject

Shown = Counter[tuple[str, str]]  # how often, by rule and kind
Answers = dict[str, list[str]]  # a rule's logged answers, in order
Replacement = tuple[str, str]  # a document's digest and format

_USUAL = {"exit": "exit", "force": "update", "optional": "later", "message": "dismiss"}


def lives(events: list[Event], documents: Documents, replacement: Replacement | None) -> dict[str, Shown]:
    """What each installation is shown under the log's own documents, or under one that replaces them.

    An installation that would refuse the replacement lives on under its own documents.
    """
    return live(events, documents, replacement)[0]


def live(
    events: list[Event], documents: Documents, replacement: Replacement | None
) -> tuple[dict[str, Shown], dict[str, State]]:
    """The same, and the states at the lives' ends."""
    answers = logged_answers(events)
    refusing = lasting_refusals(events, documents, replacement) if replacement else {}
    states: dict[str, State] = {}
    shown: dict[str, Shown] = defaultdict(Counter)
    for event in events:
        state = states.setdefault(event.source, State(event.source))
        shown[event.source] += Counter()
        if event.is_known and event.type in ("prompt.shown", "button.chosen"):
            continue
        state.apply(_bringing(event, None if event.source in refusing else replacement), documents)
        decision = decide(state, event)
        if decision and decision.show:
            shown[event.source][decision.show["rule"], decision.show["kind"]] += 1
            _answer(state, event, decision, answers[event.source], documents)
    return dict(shown), states


def fetch_again(events: list[Event], documents: Documents, replacement: Replacement) -> dict[str, State]:
    """The states of installations after one more fetch, which brings the replacement; not of those that refuse it."""
    lasting = lasting_refusals(events, documents, replacement)
    return {
        source: state
        for source, (_, state, _) in _fetched(events, documents, replacement).items()
        if source not in lasting
    }


def lasting_refusals(events: list[Event], documents: Documents, replacement: Replacement) -> dict[str, str]:
    """The reasons for which installations would refuse a document that the keys which they trust have signed."""
    lasting: dict[str, str] = {}
    for source, (before, signed, as_it_stands) in _fetched(events, documents, replacement).items():
        trust = before.trust
        if signed.refused:
            lasting[source] = signed.refused["reason"]
        elif as_it_stands.refused and (trust is None or len(trust.keys) < max(1, trust.threshold)):
            lasting[source] = as_it_stands.refused["reason"]
    return lasting


def refusals(events: list[Event], documents: Documents, replacement: Replacement) -> dict[str, str]:
    """The reasons for which installations would refuse a document, asked at their last states.

    Where it would be taken if it were signed, the reason is that it is not.
    """
    fetched = _fetched(events, documents, replacement)
    return {
        source: refused["reason"]
        for source, (_, signed, as_it_stands) in fetched.items()
        if (refused := signed.refused or as_it_stands.refused)
    }


def _fetched(
    events: list[Event], documents: Documents, replacement: Replacement
) -> dict[str, tuple[State, State, State]]:
    """The state before one more fetch, after it with the document signed anew, and with the document as it stands."""
    states: dict[str, State] = {}
    last: dict[str, Event] = {}
    fetches: dict[str, Event] = {}
    for event in events:
        states.setdefault(event.source, State(event.source)).apply(event, documents)
        if event.is_known:
            last[event.source] = event
        if event.is_known and event.type == "fetch.succeeded":
            fetches[event.source] = event
    found = {}
    for source, state in states.items():
        if source not in last:
            continue
        never = {"trigger": "launch", "url": "", "format": "herald", "status": Number("200"), "digest": ""}
        fetch = fetches.get(source) or replace(last[source], type="fetch.succeeded", data=never)
        brought = _bringing(replace(fetch, time=last[source].time), replacement)
        signature = brought.data.get("signature")
        signed, as_it_stands = deepcopy(state), deepcopy(state)
        if not isinstance(signature, Assumed) or state.trust is None:
            signed.apply(brought, documents)
            found[source] = (state, signed, signed)
            continue
        signed.apply(_signed(brought, replace(signature, anew=True)), documents)
        if state.policy is not None and state.policy_origin["digest"] == brought.data["digest"]:
            as_it_stands = signed
        else:
            as_it_stands.apply(_signed(brought, None), documents)
        found[source] = (state, signed, as_it_stands)
    return found


def _signed(event: Event, signature: Assumed | None) -> Event:
    return replace(event, data={**event.data, "signature": signature})


def _bringing(event: Event, replacement: Replacement | None) -> Event:
    """A successful fetch brings the replacement, also where it found nothing new."""
    if replacement is None or not event.is_known or event.type != "fetch.succeeded":
        return event
    digest, format_name = replacement
    data = {**event.data, "status": Number("200"), "digest": digest, "format": format_name}
    if event.data.get("digest") != digest:
        signature = event.data.get("signature")
        data["signature"] = Assumed(signature if isinstance(signature, str) else None)
    return replace(event, data=data)


def _answer(state: State, event: Event, decision: Decision, answers: Answers, documents: Documents) -> None:
    show = decision.show or {}
    queue = answers.get(show["rule"], [])
    logged = queue.pop(0) if queue else None
    button = logged if logged in show["buttons"] else _USUAL[show["kind"]]
    prompt = {"prompt": "lived", "rule": show["rule"], "kind": show["kind"]}
    state.apply(replace(event, type="prompt.shown", data=prompt), documents)
    state.apply(replace(event, type="button.chosen", data={"prompt": "lived", "button": button}), documents)


def logged_answers(events: list[Event]) -> dict[str, Answers]:
    """The buttons that answered a prompt on the screen, by installation and rule."""
    visible: dict[str, Event] = {}
    answers: dict[str, Answers] = defaultdict(dict)
    for event in events:
        if not event.is_known:
            continue
        if event.type == "app.launched":
            visible.pop(event.source, None)
        elif event.type == "prompt.shown":
            visible[event.source] = event
        elif event.type == "button.chosen":
            prompt = visible.get(event.source)
            if prompt and prompt.data["prompt"] == event.data["prompt"]:
                del visible[event.source]
                answers[event.source].setdefault(prompt.data["rule"], []).append(event.data["button"])
    return answers


def deviations(events: list[Event], documents: Documents) -> dict[str, int]:
    """How often an app showed what was not decided, and did not show what was; unknown behind missing revisions."""
    states: dict[str, State] = {}
    last: dict[str, Decision | None] = {}
    counts = {"unjustified": 0, "missed": 0, "unknown": 0}
    gapped: set[str] = set()
    revisions: dict[str, int] = {}
    for event in events:
        state = states.setdefault(event.source, State(event.source))
        if event.revision > revisions.get(event.source, 0) + 1:
            gapped.add(event.source)
        revisions[event.source] = event.revision
        is_gapped = event.source in gapped
        if event.is_known and event.type == "prompt.shown" and state.is_on_screen(event.data):
            continue
        state.apply(event, documents)
        before = last.get(event.source)
        decision = decide(state, event)
        if decision:
            counts["unknown" if is_gapped else "missed"] += bool(before and before.show)
            last[event.source] = decision
        elif event.is_known and event.type == "prompt.shown":
            is_wrong = not (before and before.show and is_shown(before.show, event.data))
            counts["unknown" if is_gapped else "unjustified"] += is_wrong
            last[event.source] = None
    return counts


def is_shown(wanted: JSONObject, showing: JSONObject) -> bool:
    """Whether a showing is what was decided. The variant counts where the showing names one."""
    variant = showing.get("variant")
    is_variant = not isinstance(variant, str) or variant == wanted.get("variant")
    return is_variant and (wanted["rule"], wanted["kind"]) == (showing["rule"], showing["kind"])


def is_brought(event: Event) -> bool:
    """Whether a fetch brought a document."""
    return event.is_known and event.type == "fetch.succeeded" and integer(event.data["status"]) == 200
