"""Who enters the experiments of holdouts and variants, in which group, and when they update."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import gcd

from herald_tools.contract import attention
from herald_tools.contract.decide import TESTS, early_reason, releases_latch, trigger_of
from herald_tools.contract.events import Event
from herald_tools.contract.kinds import standing_of
from herald_tools.contract.language import choose_language
from herald_tools.contract.policy import Policy, Rule
from herald_tools.contract.question import COMPELLING, Question
from herald_tools.contract.records import is_same_target
from herald_tools.contract.reduce import State, is_other_package
from herald_tools.contract.text import trim
from herald_tools.contract.times import DAY
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import Documents, Properties

_LONGEST_GAP = 30 * DAY

# What an earlier prompt can change, and what chance decides.
_LEFT_OUT = ("holdout", "skipped", "count", "caps", "budget", "period", "text")


@dataclass
class Entry:
    """An installation in the experiment on a rule and a target; times in milliseconds."""

    rule: str
    target: Version
    is_code: bool
    holdout: tuple[str, int] | None  # its id and its share
    is_held_out: bool
    variant: str | None
    weights: tuple[tuple[str, int], ...]  # of the variants, in smallest numbers
    entered: int
    is_readable: bool = True  # False: it did not enter, because no version can be compared with the target
    saw_before: bool = False
    updated: int | None = None
    seen: int | None = None

    def is_reached(self, properties: Properties) -> bool:
        return bool(_is_reached(self.target, self.is_code, properties))

    def is_of(self, rule: str, target: Version, is_code: bool) -> bool:
        return self.rule == rule and self.is_code == is_code and self.target.compare(target) == 0


@dataclass
class Experiments:
    """All entries of a log, and its end."""

    entries: list[Entry] = field(default_factory=list)
    ends: dict[str, int] = field(default_factory=dict)
    left_out: list[Entry] = field(default_factory=list)  # one for each installation and experiment
    # One for each installation and experiment that came to it behind missing revisions.
    unknown: list[Entry] = field(default_factory=list)
    # A rule with its target, and how many rules its document holds back.
    held_back: list[tuple[str, Version, bool, int]] = field(default_factory=list)

    def end(self) -> int:
        return log_end(self.ends.values())

    def figures(self, entries: list[Entry], days: int) -> tuple[int, int, int, list[int]]:
        """How many entered, were followed for some days, saw the prompt within these, and updated by each day."""
        end, length = self.end(), days * DAY
        followed = [entry for entry in entries if max(0, end - entry.entered) >= length]
        saw = [entry for entry in followed if entry.seen is not None and entry.seen - entry.entered <= length]
        waits = [max(0, entry.updated - entry.entered) for entry in followed if entry.updated is not None]
        # What lies behind the log's end was not seen.
        waits = [wait for wait in waits if wait <= length]
        return len(entries), len(followed), len(saw), [sum(w <= day * DAY for w in waits) for day in range(days + 1)]


def log_end(ends: Iterable[int]) -> int:
    """The latest end, without clocks that seem to be ahead: half a percent, at least one of several, and up to a tenth
    behind a gap."""
    ordered = sorted(ends)
    tenth, size = len(ordered) // 10, len(ordered)
    if size > 1:
        ordered = ordered[: size - max(1, size // 200)]
    for place in range(max(1, size - tenth), len(ordered)):
        if ordered[place] - ordered[place - 1] > _LONGEST_GAP:
            return ordered[place - 1]
    return ordered[-1]


def experiments(events: list[Event], documents: Documents) -> Experiments:
    """What a log's experiments come to."""
    result = Experiments()
    states: dict[str, State] = {}
    own: dict[str, list[Entry]] = {}
    left_out: dict[str, list[Entry]] = {}
    unknown: dict[str, list[Entry]] = {}  # of streams that lack revisions
    for event in events:
        state = states.setdefault(event.source, State(event.source))
        is_shown = event.is_known and event.type == "prompt.shown" and not state.is_on_screen(event.data)
        if event.revision > state.revision + 1:
            unknown.setdefault(event.source, [])
        state.apply(event, documents)
        entries = own.setdefault(event.source, [])
        if not event.is_known:
            continue
        now = event.time.instant
        result.ends[event.source] = now
        shown = _shown(state, event) if is_shown else None
        for entry in entries:
            if event.type == "app.launched" and entry.updated is None and entry.is_reached(state.properties):
                entry.updated = now
            if shown and entry.seen is None and entry.is_of(*shown):
                entry.seen = now
        if trigger_of(event) is not None and state.policy is not None:
            _note_held_back(result, state, state.policy)
        for entry in _entrances(state, event):
            if any(old.is_of(entry.rule, entry.target, entry.is_code) for old in entries):
                continue
            gapped = unknown.get(event.source)
            if gapped and any(old.is_of(entry.rule, entry.target, entry.is_code) for old in gapped):
                continue
            missed = left_out.setdefault(event.source, [])
            if not entry.is_readable:
                if not any(old.is_of(entry.rule, entry.target, entry.is_code) for old in missed):
                    missed.append(entry)
                continue
            missed[:] = [old for old in missed if not old.is_of(entry.rule, entry.target, entry.is_code)]
            if gapped is not None:
                gapped.append(entry)
                continue
            entries.append(entry)
            result.entries.append(entry)
    result.left_out = [entry for missed in left_out.values() for entry in missed]
    result.unknown = [entry for found in unknown.values() for entry in found]
    return result


def _shown(state: State, event: Event) -> tuple[str, Version, bool] | None:
    """The rule of a showing with the target that it has in the policy in force."""
    rule = state.policy.rule(event.data["rule"], state.properties) if state.policy else None
    target = _target(rule, state.policy) if rule and state.policy else None
    return (rule.id, *target) if rule and target else None


def _note_held_back(result: Experiments, state: State, policy: Policy) -> None:
    rules = policy.rules_on(state.properties)
    for rule in rules:
        held, target = _holdout(rule, policy), _target(rule, policy)
        together = sum(_holdout(other, policy) == held for other in rules)
        note = (rule.id, *target, together) if held and target else None
        if note and note not in result.held_back:
            result.held_back.append(note)


def _entrances(state: State, event: Event) -> Iterator[Entry]:
    """The experiments that an installation could enter with an event."""
    trigger = trigger_of(event)
    # A check that the user asks for shows rules to those held out too, and suspends phases.
    if trigger in (None, "manual") or state.policy is None or _is_silent(state, event, trigger):
        return
    policy = state.policy
    operation = event.data.get("operation") if trigger == "operation" else None
    asked = Question(state, trigger, event.time, policy, operation)
    for rule in policy.rules_on(state.properties):
        question = replace(asked, standing=standing_of(rule, state, event.time))
        entry = _entry(rule, question, policy)
        if entry:
            yield entry
        if question.kind in COMPELLING and all(passes(rule, question) for _, passes in TESTS):
            return
        if rule.closing and all(passes(rule, question) for name, passes in TESTS if name in rule.closing):
            return


def _is_silent(state: State, event: Event, trigger: str) -> bool:
    """Whether no rule is asked, apart from a prompt on the screen."""
    visible, state.visible = state.visible, None
    try:
        if early_reason(state, event, trigger) or (state.latch and releases_latch(state, trigger)):
            return True
    finally:
        state.visible = visible
    return state.policy is not None and is_other_package(state.policy, state.properties)


def _holdout(rule: Rule, policy: Policy) -> tuple[str, int] | None:
    """The holdout that compares something about a rule."""
    held = rule.manners.holdout or policy.attention.holdout
    if rule.kind in COMPELLING or rule.manners.deadline is not None or held is None:
        return None
    return held if 0 < held[1] < attention.BUCKETS else None


def _weights(rule: Rule) -> tuple[tuple[str, int], ...]:
    """The variants that installations draw; empty for fewer than two."""
    drawn = [(variant.id, variant.weight) for variant in rule.manners.variants if variant.weight > 0]
    common = gcd(*(weight for _, weight in drawn))
    return tuple((name, weight // common) for name, weight in drawn) if len(drawn) > 1 else ()


def _entry(rule: Rule, question: Question, policy: Policy) -> Entry | None:
    state, held, weights = question.state, _holdout(rule, policy), _weights(rule)
    target = _target(rule, policy)
    if target is None or not (held or weights) or (held and question.kind in COMPELLING):
        return None
    if not all(passes(rule, question) for name, passes in TESTS if name not in _LEFT_OUT) or not _has_text(rule, state):
        return None
    if rule.manners.holdout and policy.attention.holdout and held == rule.manners.holdout:
        # Who the document's holdout holds back is in neither group of the rule's own.
        if attention.is_held_out(state, policy.attention.holdout):
            return None
    version, is_code = target
    is_reached = _is_reached(version, is_code, state.properties)
    if is_reached:
        return None
    variant = attention.variant_of(rule, state) if weights else None
    record = state.records.get(rule.id)
    return Entry(
        rule.id,
        version,
        is_code,
        held,
        is_held_out=held is not None and attention.is_held_out(state, held),
        variant=variant.id if variant else None,
        weights=weights,
        entered=question.now.instant,
        is_readable=is_reached is not None,
        saw_before=record is not None and record.shown > 0 and is_same_target(record.target, rule.offered()),
    )


def _has_text(rule: Rule, state: State) -> bool:
    if rule.languages is None:
        return True
    language = state.properties.get("deviceLanguage")
    choices = [rule.languages, *(variant.languages for variant in rule.manners.variants)]
    return any(choose_language(keys, language) is not None for keys in choices)


def _target(rule: Rule, policy: Policy) -> tuple[Version, bool] | None:
    """The version that a rule leads to, or the code; None where the log cannot show that it is reached."""
    if rule.kind == "message":
        return None
    if rule.package_name is not None and policy.package_name is not None:
        if trim(rule.package_name) != trim(policy.package_name):
            return None
    version = read_version(rule.target() or "")
    if version is not None:
        return version, False
    code = rule.published_code if rule.target_code is None else rule.target_code
    return None if code is None else (Version([code], None), True)


def _is_reached(target: Version, is_code: bool, properties: Properties) -> bool | None:
    """None where no version can be compared with the target."""
    installed = read_version(properties.get("appVersionCode" if is_code else "appVersionName") or "")
    return None if installed is None else installed.compare(target) >= 0
