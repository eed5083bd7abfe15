"""Who enters the experiments of holdouts and variants, in which group, and when they update."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from herald_tools.contract import attention
from herald_tools.contract.decide import TESTS, early_reason, releases_latch, trigger_of
from herald_tools.contract.events import Event
from herald_tools.contract.kinds import standing_of
from herald_tools.contract.language import choose_language
from herald_tools.contract.policy import Policy, Rule
from herald_tools.contract.question import COMPELLING, Question
from herald_tools.contract.reduce import State, is_other_package
from herald_tools.contract.text import trim
from herald_tools.contract.times import DAY
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import Documents, Properties

# What an earlier prompt can change, and what chance decides.
_LEFT_OUT = ("holdout", "skipped", "count", "caps", "budget", "period", "text")


@dataclass
class Entry:
    """An installation in the experiment on a rule and a target; times in milliseconds."""

    rule: str
    target: Version
    is_code: bool
    has_holdout: bool
    is_held_out: bool
    variant: str | None
    entered: int
    updated: int | None = None
    seen: int | None = None

    def is_reached(self, properties: Properties) -> bool:
        return _is_reached(self.target, self.is_code, properties)

    def is_of(self, rule: str, target: Version, is_code: bool) -> bool:
        return self.rule == rule and self.is_code == is_code and self.target.compare(target) == 0


@dataclass
class Experiments:
    """All entries of a log, and its end."""

    entries: list[Entry] = field(default_factory=list)
    ends: dict[str, int] = field(default_factory=dict)

    def end(self) -> int:
        ordered = sorted(self.ends.values())
        return ordered[len(ordered) - len(ordered) // 200 - 1]

    def figures(self, entries: list[Entry], days: int) -> tuple[int, int, int, list[int]]:
        """How many entered, were followed for some days, saw the prompt within these, and updated by each day."""
        end, length = self.end(), days * DAY
        followed = [entry for entry in entries if max(0, end - entry.entered) >= length]
        saw = [entry for entry in followed if entry.seen is not None and entry.seen - entry.entered <= length]
        waits = [max(0, entry.updated - entry.entered) for entry in followed if entry.updated is not None]
        # What lies behind the log's end was not seen.
        waits = [wait for wait in waits if wait <= length]
        return len(entries), len(followed), len(saw), [sum(w <= day * DAY for w in waits) for day in range(days + 1)]


def experiments(events: list[Event], documents: Documents) -> Experiments:
    """What a log's experiments come to."""
    result = Experiments()
    states: dict[str, State] = {}
    own: dict[str, list[Entry]] = {}
    for event in events:
        state = states.setdefault(event.source, State(event.source))
        state.apply(event, documents)
        entries = own.setdefault(event.source, [])
        if not event.is_known:
            continue
        now = event.time.instant
        result.ends[event.source] = now
        for entry in entries:
            if event.type == "app.launched" and entry.updated is None and entry.is_reached(state.properties):
                entry.updated = now
            if event.type == "prompt.shown" and entry.seen is None and entry.rule == event.data["rule"]:
                entry.seen = now
        for entry in _entrances(state, event):
            if not any(old.is_of(entry.rule, entry.target, entry.is_code) for old in entries):
                entries.append(entry)
                result.entries.append(entry)
    return result


def _entrances(state: State, event: Event) -> Iterator[Entry]:
    """The experiments that an installation could enter with an event."""
    trigger = trigger_of(event)
    if trigger is None or state.policy is None or _is_silent(state, event, trigger):
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


def _entry(rule: Rule, question: Question, policy: Policy) -> Entry | None:
    state, held = question.state, policy.attention.holdout
    has_holdout = (
        rule.kind not in COMPELLING
        and rule.manners.deadline is None
        and held is not None
        and 0 < held[1] < attention.BUCKETS
    )
    has_variants = sum(variant.weight > 0 for variant in rule.manners.variants) > 1
    target = _target(rule, policy)
    if target is None or not (has_holdout or has_variants):
        return None
    if has_holdout and (question.kind in COMPELLING or question.trigger == "manual"):
        return None
    if not all(passes(rule, question) for name, passes in TESTS if name not in _LEFT_OUT) or not _has_text(rule, state):
        return None
    version, is_code = target
    if _is_reached(version, is_code, state.properties):
        return None
    variant = attention.variant_of(rule, state) if has_variants else None
    is_held = has_holdout and not attention.holdout(rule, question)
    name = variant.id if variant else None
    return Entry(rule.id, version, is_code, has_holdout, is_held, name, question.now.instant)


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


def _is_reached(target: Version, is_code: bool, properties: Properties) -> bool:
    installed = read_version(properties.get("appVersionCode" if is_code else "appVersionName") or "")
    return installed is not None and installed.compare(target) >= 0
