"""What lies ahead of a log's end: each installation asked again and again under another document (section 8)."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, replace

from herald_tools.contract.decide import decide
from herald_tools.contract.events import TRIGGERS, Event
from herald_tools.contract.manners import HOUR, Deadline, instant_of
from herald_tools.contract.numbers import Number
from herald_tools.contract.policy import Policy, Rule
from herald_tools.contract.records import Record, is_same_target
from herald_tools.contract.reduce import State
from herald_tools.contract.text import normalize
from herald_tools.contract.times import DAY, MINUTE, Moment, is_in_years
from herald_tools.json_types import JSONObject

_OFF = 400 * DAY
_SHORTEST, _LONGEST = 30 * DAY, 366 * DAY
_APPLE = ("ios", "ipados", "tvos", "watchos", "visionos", "macos")
_STORES = {
    "itms-apps": _APPLE,
    "itms-services": _APPLE,
    "market": ("android",),
    "appstream": ("linux",),
    "snap": ("linux",),
    "flatpak": ("linux",),
    "ms-windows-store": ("windows",),
}
_SYSTEMS = {system for systems in _STORES.values() for system in systems}


@dataclass(frozen=True)
class Sight:
    """What an installation sees at a moment."""

    rule: str
    kind: str
    leads_nowhere: bool

    @property
    def is_forced(self) -> bool:
        return self.kind in ("exit", "force")

    @property
    def is_locked_out(self) -> bool:
        return self.is_forced and self.leads_nowhere


@dataclass
class Stretches:
    """What an installation sees from the log's end to the horizon, where it changes."""

    first: Sight | None  # right behind its own last event
    found: list[tuple[int, Sight | None]] = field(default_factory=list)
    is_not_started: bool = False

    def since(self, name: str) -> int | None:
        """The first instant at which it is so."""
        return next((at for at, sight in self.found if sight and getattr(sight, name)), None)

    def is_new(self, name: str) -> bool:
        return self.since(name) is not None and not (self.first and getattr(self.first, name))


@dataclass
class Outlook:
    start: int
    end: int
    asked: dict[str, Stretches]
    clocks_off: int


def foretell(events: list[Event], states: dict[str, State], policy: Policy) -> Outlook | None:
    """Asks all installations ahead, at their states under the other document; None for a log without events."""
    last = {event.source: event for event in events if event.is_known}
    if not last:
        return None
    times = sorted(event.time.instant for event in last.values())
    median = times[(len(times) - 1) // 2]
    right = {source: event for source, event in last.items() if abs(event.time.instant - median) <= _OFF}
    start = max((event.time.instant for event in right.values()), default=median)
    offset = min((event.time.wall - event.time.instant for event in right.values()), default=0)
    dates = [date for rule in policy.rules for date in _own_dates(rule, Moment(start, start + offset))]
    horizon = [date for date in dates if is_in_years(date)]
    end = start + max(_SHORTEST, min(_LONGEST, max(horizon, default=start) - start))
    asked = {
        source: _ask(states[source], event, _trigger(events, source), start, end) for source, event in right.items()
    }
    return Outlook(start, end, asked, len(last) - len(right))


def _trigger(events: list[Event], source: str) -> str:
    """The commonest cause of a fetch but heartbeats; of several the first of the contract."""
    fetches = Counter(
        event.data["trigger"]
        for event in events
        if event.source == source and event.is_known and event.type in ("fetch.succeeded", "fetch.failed")
    )
    causes = [cause for cause in TRIGGERS if cause != "heartbeat" and fetches[cause]]
    return max(causes, key=lambda cause: fetches[cause], default="launch")


def _ask(life: State, last: Event, trigger: str, start: int, end: int) -> Stretches:
    state = copy(life)
    state.visible = None
    offset = last.time.wall - last.time.instant

    def see(instant: int) -> tuple[Sight | None, bool]:
        data = {"trigger": trigger, "url": "", "format": "herald", "status": Number("304")}
        asked = replace(last, type="fetch.succeeded", time=Moment(instant, instant + offset), data=data, is_known=True)
        decision = decide(state, asked)
        show = decision.show if decision else None
        if show is None:
            return None, False
        sight = Sight(show["rule"], show["kind"], leads_nowhere(show["destination"], state))
        return sight, show["kind"] == "optional" and _is_pending(state, show["rule"])

    result = Stretches(see(last.time.instant)[0])
    begin = max(start, last.time.instant)
    now = Moment(begin, begin + offset)
    instants = {instant for instant in _instants(state, now, end) if begin < instant <= end}
    for instant in [begin, *sorted(instants)]:
        sight, is_pending = see(instant)
        result.is_not_started = result.is_not_started or is_pending
        if not result.found or result.found[-1][1] != sight:
            result.found.append((instant, sight))
    return result


def leads_nowhere(destination: str | None, state: State) -> bool:
    if destination is None:
        return True
    system = normalize(state.properties.get("deviceOsName"))
    own = _STORES.get(destination.partition(":")[0].lower())
    return own is not None and system in _SYSTEMS and system not in own


def _is_pending(state: State, rule_id: str) -> bool:
    """Whether a deadline of a prompt that can be put off begins only with its next showings."""
    rule = state.policy.rule(rule_id, state.properties) if state.policy else None
    deadline = rule.manners.deadline if rule else None
    if rule is None or deadline is None:
        return False
    record = state.records.get(rule_id)
    if record is None or not record.shown or not is_same_target(record.target, rule.offered()):
        return any(term is not None for term in (deadline.after_first_shown, deadline.deferrals, deadline.grace))
    if deadline.deferrals is None or deadline.at is not None or deadline.after_first_shown is not None:
        return False
    return record.deferrals < deadline.deferrals


def _own_dates(rule: Rule, now: Moment) -> list[int]:
    """The instants that a rule's dates name, at the offset of a moment."""
    release, deadline = rule.released_at, rule.manners.deadline
    dates = [instant_of(bound, now) for bound in (rule.after, deadline and deadline.at, release) if bound]
    dates += [instant_of(rule.before, now) + 1] if rule.before else []
    if release and rule.manners.released_for is not None:
        dates.append(instant_of(release, now) + rule.manners.released_for)
    return dates + (rule.phase_instants(now) if rule.phase_instants else [])


def _instants(state: State, now: Moment, end: int) -> Iterator[int]:
    """All instants at which time alone may change the answer, and others: a question more changes nothing."""
    policy = state.policy
    if policy is None:
        return
    if state.expires is not None:
        yield state.expires + 1
    everything = [shown for record in state.records.values() for shown in record.showings]
    caps = policy.attention.caps + [cap for group in policy.attention.groups.values() for cap in group]
    yield from (shown + cap.period for cap in caps for shown in everything)
    rules = policy.rules_on(state.properties)
    for rule in rules:
        record = state.records.get(rule.id, Record())
        yield from _own_dates(rule, now)
        yield from (shown + cap.period for cap in rule.manners.caps for shown in record.showings)
        if record.last_shown is not None:
            yield record.last_shown + rule.period
        if rule.manners.deadline:
            yield from _of_deadline(rule, rule.manners.deadline, record, now)
    yield from _hours(policy, rules, now, end)


def _of_deadline(rule: Rule, deadline: Deadline, record: Record, now: Moment) -> Iterator[int]:
    due = [instant_of(deadline.at, now)] if deadline.at else []
    if record.first_shown is not None:
        due += [record.first_shown + length for length in (deadline.after_first_shown, deadline.grace) if length]
    yield from due
    yield from (instant - within for instant in due for within, _ in deadline.reminders)
    if record.last_shown is not None:
        yield record.last_shown + max(HOUR, rule.period)
        yield from (record.last_shown + period for _, period in deadline.reminders)


def _hours(policy: Policy, rules: list[Rule], now: Moment, end: int) -> Iterator[int]:
    """Both ends of quiet hours on each day, and midnights where days of the week count."""
    quiet = [hours for hours in [policy.attention.quiet, *(rule.manners.quiet for rule in rules)] if hours]
    minutes = {minute for hours in quiet for minute in hours}
    if any(rule.manners.weekdays for rule in rules):
        minutes.add(0)
    offset = now.wall - now.instant
    for day in range(now.wall // DAY, (end + offset) // DAY + 1):
        yield from (day * DAY + minute * MINUTE - offset for minute in minutes)


def days(outlook: Outlook) -> list[JSONObject]:
    """The days of UTC on which installations are so at some moment: the first, and each that differs."""
    rows: list[JSONObject] = []
    for day in range(outlook.start // DAY, outlook.end // DAY + 1):
        counts = Counter[str]()
        for stretches in outlook.asked.values():
            counts.update(_seen_on(day, stretches, outlook.end))
        row = {name: counts[name] for name in ("forced", "optional", "messages", "lockedOut")}
        if not rows or any(rows[-1][name] != count for name, count in row.items()):
            rows.append({"day": day, **row})
    return rows


def _seen_on(day: int, stretches: Stretches, end: int) -> set[str]:
    seen = set[str]()
    ends = [at - 1 for at, _ in stretches.found[1:]] + [end]
    for (begin, sight), last in zip(stretches.found, ends):
        if sight is None or begin // DAY > day or last // DAY < day:
            continue
        names = {"optional": "optional", "message": "messages"}
        seen.add(names.get(sight.kind, "forced"))
        if sight.is_locked_out:
            seen.add("lockedOut")
    return seen


def beginnings(outlook: Outlook, policy: Policy) -> list[JSONObject]:
    """The rules that nobody sees at the log's end and somebody later."""
    firsts: dict[str, int] = {}
    counts = Counter[str]()
    now = {stretches.found[0][1].rule for stretches in outlook.asked.values() if stretches.found[0][1]}
    for stretches in outlook.asked.values():
        own: dict[str, int] = {}
        for at, sight in stretches.found:
            if sight:
                own.setdefault(sight.rule, at)
        for rule, at in own.items():
            counts[rule] += 1
            firsts[rule] = min(at, firsts.get(rule, at))
    places = {rule.id: place for place, rule in reversed(list(enumerate(policy.rules)))}
    found = [(at, places.get(rule, len(places)), rule) for rule, at in firsts.items() if rule not in now]
    return [{"rule": rule, "at": at, "installations": counts[rule]} for at, _, rule in sorted(found)]
