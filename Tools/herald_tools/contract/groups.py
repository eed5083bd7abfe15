"""What two groups of installations have and lack: every feature counted naively, for the diff of groups.

The contract is in `ContractGroups.md`. Features are tuples whose first member is their name.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

from herald_tools.contract import urls
from herald_tools.contract.attention import drawn
from herald_tools.contract.decide import Decision, decide
from herald_tools.contract.events import Event
from herald_tools.contract.language import primary_subtag
from herald_tools.contract.policy import Policy
from herald_tools.contract.reduce import State, reaches
from herald_tools.contract.times import DAY
from herald_tools.contract.versions import read_version
from herald_tools.json_types import Documents, Properties

Feature = tuple[object, ...]
Condition = Callable[[State, Decision | None], bool]


@dataclass
class Moment:
    """What is so after one event."""

    properties: Properties
    launches: int
    zone: int | None
    policy: str | None
    happened: frozenset[Feature]  # so far
    draws: State
    holds: tuple[bool, ...]  # each condition


@dataclass
class Installation:
    source: str
    moments: list[Moment] = field(default_factory=list)
    days: list[int] = field(default_factory=list)  # of the events of known types


@dataclass
class Groups:
    """The features of both groups' installations."""

    first: dict[str, set[Feature]] = field(default_factory=dict)
    second: dict[str, set[Feature]] = field(default_factory=dict)
    both: int = 0
    neither: int = 0
    changed: int = 0
    unread: set[str] = field(default_factory=set)  # draws with bounds that are not read here


def groups(events: list[Event], documents: Documents, conditions: list[Condition], ever: bool) -> Groups:
    """The groups of one condition and all others, or of two conditions."""
    installations, policies = _live(events, documents, conditions)
    result = Groups()
    chosen: list[tuple[Installation, bool, list[Moment]]] = []
    for own in installations:
        asked = own.moments if ever else own.moments[-1:]
        marks = [any(moment.holds[at] for moment in asked) for at in range(len(conditions))]
        first, second = marks[0], marks[1] if len(marks) > 1 else not marks[0]
        result.both += first and second
        result.neither += not first and not second
        if first == second:
            continue
        began = next((m for m in own.moments if m.holds[0]), None)
        if first and not ever and began:
            result.changed += _has_changed(began, own.moments[-1])
        seen = [began] if first and ever and began else own.moments if ever else own.moments[-1:]
        chosen.append((own, first, seen))
    names = {name for _, _, seen in chosen for m in seen for name in m.properties}
    bounds = _bounds(policies, result.unread)
    for own, first, seen in chosen:
        features = set(_features(own, seen, names, bounds))
        (result.first if first else result.second)[own.source] = features
    _split(result, chosen)
    return result


def _live(
    events: list[Event], documents: Documents, conditions: list[Condition]
) -> tuple[list[Installation], list[Policy]]:
    installations: dict[str, Installation] = {}
    states: dict[str, State] = {}
    decisions: dict[str, Decision] = {}
    zones: dict[str, list[int | None]] = {}
    policies: list[Policy] = []
    for event in events:
        source = event.source
        state = states.setdefault(source, State(source))
        own = installations.setdefault(source, Installation(source))
        happened = set(own.moments[-1].happened) if own.moments else set()
        if event.revision > state.revision + 1:
            happened.add(("gap",))
        happened |= set(_happening(state, event))
        state.apply(event, documents)
        decision = decide(state, event)
        if decision:
            decisions[source] = decision
        if event.type == "fetch.succeeded" and event.is_known:
            if state.refused:
                happened.add(("refused", state.refused["digest"], state.refused["reason"]))
            elif "digest" in event.data and state.policy:
                happened.add(("accepted", state.policy_origin["digest"]))
                policies.append(state.policy)
        happened |= {("shown", rule) for rule, record in state.records.items() if record.shown}
        if state.counts["clockSteps"]:
            happened.add(("clockStep",))
        own_zones = zones.setdefault(source, [])
        if event.is_known:
            own_zones.append(state.zone)
            own.days.append(event.time.instant // DAY)
        if len(set(own_zones)) > 1:
            happened.add(("zoneChange",))
        own.moments.append(
            Moment(
                properties=dict(state.properties),
                launches=state.counts["launches"],
                zone=state.zone,
                policy=state.policy_origin["digest"] if state.policy else None,
                happened=frozenset(happened),
                draws=_drawing(state),
                holds=tuple(condition(state, decisions.get(source)) for condition in conditions),
            )
        )
    return list(installations.values()), policies


def _drawing(state: State) -> State:
    """The part of a state that draws read."""
    copy = State(state.source)
    copy.draws = state.draws
    return copy


def _happening(before: State, event: Event) -> Iterator[Feature]:
    """What an event is, of the state before it."""
    yield ("event", event.type)
    if not event.is_known:
        return
    data = event.data
    if event.type in ("fetch.succeeded", "fetch.failed"):
        yield ("trigger", data["trigger"])
    if event.type == "fetch.failed":
        yield ("failure", data["reason"])
    if event.type == "operation.attempted":
        yield ("operation", data["operation"])
    if event.type == "button.chosen" and before.visible and before.visible["prompt"] == data["prompt"]:
        yield ("button", before.visible["rule"], data["button"])
    if event.type == "push.received":
        yield ("push", _outcome(before, event))


def _outcome(before: State, event: Event) -> str:
    if event.data["kind"] != "forceUpdate":
        return "pushKind"
    if urls.read_url(event.data.get("url", "")) is None:
        return "pushAddress"
    if event.data.get("user") not in (None, before.user):
        return "pushUser"
    return "pushReached" if reaches(before.version_name(), event.data.get("targetVersion")) else "latched"


def _has_changed(began: Moment, now: Moment) -> bool:
    name = "appVersionName"
    pairs = [
        (began.properties.get(name), now.properties.get(name)),
        (began.policy, now.policy),
        (began.zone, now.zone),
    ]
    return any(then is not None and then != later for then, later in pairs)


def _features(
    own: Installation, seen: list[Moment], names: set[str], bounds: dict[tuple[str, str], set[tuple[int, int]]]
) -> Iterator[Feature]:
    yield from seen[-1].happened
    launched = [moment for moment in seen if moment.launches] or seen[-1:]
    for moment in launched:
        for name, value in moment.properties.items():
            yield ("property", name, value)
            version = read_version(value) if name in ("appVersionName", "deviceOsVersion") else None
            if version:
                numbers = [*version.numbers, 0]
                yield ("version", name, 1, str(numbers[0]))
                yield ("version", name, 2, f"{numbers[0]}.{numbers[1]}")
        for name in names - set(moment.properties):
            yield ("property", name, None)
        language = primary_subtag(moment.properties.get("deviceLanguage", ""))
        if language:
            yield ("language", language)
    for moment in seen:
        if moment.zone is not None:
            yield ("zone", moment.zone)
        yield ("policy", moment.policy)
    for (name, text), ranges in bounds.items():
        number = drawn(seen[-1].draws, name, text)
        for start, end in ranges:
            if start <= number < end:
                yield ("draw", name, start, end)


def _bounds(policies: list[Policy], unread: set[str]) -> dict[tuple[str, str], set[tuple[int, int]]]:
    """The ranges of each draw: its name, and the text from which its number follows."""
    ranges: dict[tuple[str, str], set[tuple[int, int]]] = {}

    def add(name: str, text: str, share: int) -> None:
        if 0 < share < 10_000:
            ranges.setdefault((name, text), set()).update({(0, share), (share, 10_000)})

    for policy in policies:
        rules = [*policy.rules, *(rule for own in (policy.by_system or {}).values() for rule in own)]
        if policy.choose:
            unread.add("")  # other entries of the document have rules too
        if policy.attention.holdout:
            name, share = policy.attention.holdout
            add(f"holdout:{name}", f"holdout\n{name}", share)
        for rule in rules:
            add(rule.id, rule.id, rule.rollout)
            for step in rule.steps:
                add(rule.id, rule.id, step)
            if rule.phase and not rule.steps:
                unread.add(rule.id)
            if rule.manners.holdout:
                name, share = rule.manners.holdout
                add(f"holdout:{name}", f"holdout\n{name}", share)
            total, start = sum(variant.weight for variant in rule.manners.variants), 0
            for variant in rule.manners.variants if total else []:
                # By trying each number, as the choice of a variant does.
                arm = [n for n in range(10_000) if start <= n * total // 10_000 < start + variant.weight]
                start += variant.weight
                if arm and len(arm) < 10_000:
                    ranges.setdefault((f"variant:{rule.id}", f"variant\n{rule.id}"), set()).add((arm[0], arm[-1] + 1))
    return ranges


def _split(result: Groups, chosen: list[tuple[Installation, bool, list[Moment]]]) -> None:
    """Both sides of each split between two days of a first or a last event."""
    for name, at in (("firstDay", 0), ("lastDay", -1)):
        for day in sorted({own.days[at] for own, _, _ in chosen if own.days})[1:]:
            for own, first, _ in chosen:
                if own.days:
                    side = "from" if own.days[at] >= day else "before"
                    (result.first if first else result.second)[own.source].add((name, side, day))


def chance(a: int, b: int, first: int, second: int) -> Fraction:
    """Fisher's exact test, one-sided: that at least `a` of the first have what `a + b` have."""
    having = a + b
    most = min(having, first)
    ways = sum(comb(first, n) * comb(second, having - n) for n in range(a, most + 1) if having - n <= second)
    return Fraction(ways, comb(first + second, having))
