"""The tests of rules that limit attention: segments, changes, ages, holdouts, quiet hours, caps and budgets.

They are in `ContractRules.md`, section 4, and variants in its section 5.
"""

import hashlib

from herald_tools.contract import filters
from herald_tools.contract.kinds import change_of, leads_elsewhere
from herald_tools.contract.manner_keys import WEEKDAYS
from herald_tools.contract.manners import Variant, instant_of
from herald_tools.contract.policy import Rule
from herald_tools.contract.question import Question
from herald_tools.contract.reduce import State
from herald_tools.contract.times import DAY, MINUTE

BUCKETS = 10_000


def bucket(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:4], "big") % BUCKETS


def drawn(state: State, name: str, text: str) -> int:
    """What the last launch says under a name, else a number of a text and the installation's name."""
    if state.draws and name in state.draws:
        return state.draws[name]
    return bucket(f"{text}\n{state.source}")


def _is_lifted(rule: Rule, question: Question) -> bool:
    """Whether nothing that keeps prompts back for a time counts: the user asked, or the release is critical."""
    return question.trigger == "manual" or rule.is_critical(question.state.properties)


def segments(rule: Rule, question: Question) -> bool:
    properties = question.state.properties
    return all(filters.all_match(texts, properties) == wanted for texts, wanted in rule.manners.segments)


def change(rule: Rule, question: Question) -> bool:
    types, properties = rule.manners.update_types, question.state.properties
    if types is None or rule.target() is None or leads_elsewhere(rule, properties):
        return True
    return change_of(rule, properties) in types


def age(rule: Rule, question: Question) -> bool:
    days, release = rule.manners.released_for, rule.released_at
    if days is None or _is_lifted(rule, question):
        return True
    if release is None:
        return not rule.is_release_unread
    return question.now.instant >= instant_of(release, question.now) + days


def holdout(rule: Rule, question: Question) -> bool:
    if question.is_compelling or _is_lifted(rule, question) or rule.manners.deadline:
        return True
    both = (question.policy.attention.holdout, rule.manners.holdout)
    return not any(is_held_out(question.state, held) for held in both if held)


def is_held_out(state: State, held: tuple[str, int]) -> bool:
    """Whether a holdout, which is an id and a share, holds an installation out."""
    name, share = held
    return drawn(state, f"holdout:{name}", f"holdout\n{name}") < share


def quiet_hours(rule: Rule, question: Question) -> bool:
    if question.is_compelling or _is_lifted(rule, question):
        return True
    both = (question.policy.attention.quiet, rule.manners.quiet)
    if any(_is_quiet(question.now.wall, hours) for hours in both if hours):
        return False
    days = rule.manners.weekdays
    return days is None or weekday(question.now.wall) in days


def _is_quiet(wall: int, hours: tuple[int, int]) -> bool:
    start, end = (minute * MINUTE for minute in hours)
    time = wall % DAY
    return start <= time < end if start < end else time >= start or time < end


def weekday(wall: int) -> str:
    """The day of the week at a time of a device's clock; 1970-01-01 was a Thursday."""
    return WEEKDAYS[(wall // DAY + WEEKDAYS.index("th")) % len(WEEKDAYS)]


def caps(rule: Rule, question: Question) -> bool:
    if question.is_compelling or _is_lifted(rule, question):
        return True
    record = question.state.records.get(rule.id)
    showings = record.showings if record else []
    return not any(cap.is_full(showings, question.now.instant) for cap in rule.manners.caps)


def budget(rule: Rule, question: Question) -> bool:
    if question.is_compelling or _is_lifted(rule, question):
        return True
    attention, records, now = question.policy.attention, question.state.records, question.now.instant
    everything = [shown for record in records.values() for shown in record.showings]
    if any(cap.is_full(everything, now) for cap in attention.caps):
        return False
    for group in rule.manners.groups:
        members = {other.id for other in question.policy.rules if group in other.manners.groups}
        showings = [shown for name, record in records.items() if name in members for shown in record.showings]
        if any(cap.is_full(showings, now) for cap in attention.groups[group]):
            return False
    return True


def variant_of(rule: Rule, state: State) -> Variant | None:
    """The variant of an installation; None for a rule without variants."""
    if not rule.manners.variants:
        return None
    total = sum(variant.weight for variant in rule.manners.variants)
    place = drawn(state, f"variant:{rule.id}", f"variant\n{rule.id}") * total // BUCKETS
    end = 0
    for variant in rule.manners.variants:
        end += variant.weight
        if place < end:
            return variant
    return None
