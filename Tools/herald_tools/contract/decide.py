"""Decide: what to show after an event, or why nothing (section 6)."""

from dataclasses import dataclass, field, replace

from herald_tools.contract import attention, filters
from herald_tools.contract.events import Event
from herald_tools.contract.kinds import standing_of
from herald_tools.contract.language import choose_language
from herald_tools.contract.policy import Policy, Rule
from herald_tools.contract.question import Question
from herald_tools.contract.records import is_same_target
from herald_tools.contract.reduce import State, is_other_package
from herald_tools.contract.text import is_blank, normalize, trim
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import JSONObject, Properties

_FETCHES = ("fetch.succeeded", "fetch.failed")
_LATCH_TRIGGERS = ("launch", "login", "manual", "operation")
_TRIGGERS_OF_KIND = {
    "optional": ("launch", "login", "schedule", "manual"),
    "message": ("launch", "login", "schedule"),
}


@dataclass
class Decision:
    trigger: str
    reason: str
    show: dict | None = None
    rules: list = field(default_factory=list)


def decide(state: State, event: Event) -> Decision | None:
    """The decision after an event, on the state after it; None where none is taken."""
    trigger = trigger_of(event)
    if trigger is None:
        return None
    reason = early_reason(state, event, trigger)
    if reason:
        return Decision(trigger, reason)
    if state.latch and releases_latch(state, trigger):
        return Decision(trigger, "shown", _push(state.latch))
    if state.policy is None:
        return Decision(trigger, "noPolicy")
    if is_other_package(state.policy.on(state.properties), state.properties):
        return Decision(trigger, "otherPackage")
    operation = event.data.get("operation") if trigger == "operation" else None
    return _decide_by_rules(Question(state, trigger, event.time, state.policy, operation), state.policy)


def trigger_of(event: Event) -> str | None:
    if not event.is_known:
        return None
    if event.type in _FETCHES:
        return event.data["trigger"]
    return {"app.foregrounded": "foreground", "operation.attempted": "operation"}.get(event.type)


def early_reason(state: State, event: Event, trigger: str) -> str | None:
    """Why nothing is shown whatever the rules say; None where they are asked."""
    if not state.counts["launches"]:
        return "notLaunched"
    if state.visible:
        return "alreadyVisible"
    if trigger == "heartbeat":
        return "silent"
    if trigger == "foreground" and event.data.get("busy"):
        return "busy"
    if state.policy and state.policy.is_under_review(state.version_name()):
        return "underReview"
    return None


def releases_latch(state: State, trigger: str) -> bool:
    """Whether a push that waits is shown now."""
    if trigger == "foreground":
        return state.policy is not None and state.policy.push_on_foreground
    return trigger in _LATCH_TRIGGERS


def _push(latch: JSONObject) -> JSONObject:
    return {"rule": "push", "kind": "force", "language": None, "destination": latch["url"], "buttons": ["update"]}


def _decide_by_rules(asked: Question, policy: Policy) -> Decision:
    looked_at: list[JSONObject] = []
    question = asked
    for rule in policy.rules_on(asked.state.properties):
        question = replace(asked, standing=standing_of(rule, asked.state, asked.now))
        failed = next((name for name, passes in TESTS if not passes(rule, question)), None)
        looked_at.append({"rule": rule.id, "failed": failed})
        if failed is None:
            return Decision(question.trigger, "shown", _showing(rule, question, policy), looked_at)
        if rule.closing and all(passes(rule, question) for name, passes in TESTS if name in rule.closing):
            break
    return Decision(question.trigger, "noRule", None, looked_at)


# The tests of a rule, in the contract's order.


def _fresh(rule: Rule, question: Question) -> bool:
    expires = question.state.expires if question.state.trust else None
    return question.is_compelling or expires is None or question.now.instant <= expires


def _trigger(rule: Rule, question: Question) -> bool:
    if rule.manners.triggers is not None:
        return question.standing.has_risen or question.is_at(rule.manners.triggers)
    return question.is_compelling or question.trigger in _TRIGGERS_OF_KIND[question.kind]


def _filters(rule: Rule, question: Question) -> bool:
    properties = question.state.properties
    return filters.all_match(rule.filters, properties) and rule.runs_on(properties)


def _version(rule: Rule, question: Question) -> bool:
    properties = question.state.properties
    if not rule.is_offered(properties):
        return False
    package = trim(properties.get("appPackageName") or "")
    if rule.package_name is not None and rule.package_name != package:
        return True
    if rule.target_version is not None:
        if not _is_newer(read_version(rule.target_version), properties.get("appVersionName")):
            return False
    if rule.target_code is not None and not _has_no_code(properties):
        return _is_newer(Version([rule.target_code], None), properties.get("appVersionCode"))
    return True


def _is_newer(target: Version | None, installed: str | None) -> bool:
    mine = None if installed is None else read_version(installed)
    return mine is not None and target is not None and target.compare(mine) > 0


def _has_no_code(properties: Properties) -> bool:
    """A device that is not Android and has no version code is not asked for one."""
    system = normalize(properties.get("deviceOsName"))
    return system not in ("", "android") and is_blank(properties.get("appVersionCode") or "")


def _rollout(rule: Rule, question: Question) -> bool:
    share = rule.rollout
    if rule.phase and question.trigger != "manual" and not _is_critical(rule, question):
        share = min(share, rule.phase(question.now))
    return attention.drawn(question.state, rule.id, rule.id) < share


def _window(rule: Rule, question: Question) -> bool:
    after, before = rule.after, rule.before
    if after and after.of(question.now) < after.value:
        return False
    return not before or before.of(question.now) <= before.value


def _skipped(rule: Rule, question: Question) -> bool:
    if question.kind != "optional" or question.trigger == "manual" or _is_critical(rule, question):
        return True
    record = question.state.records.get(rule.id)
    if record is None or record.skipped_version is None:
        return True
    offered = rule.target() or question.state.version_name()
    return not _is_same_version(record.skipped_version, offered)


def _is_same_version(skipped: str, offered: str | None) -> bool:
    if offered is None:
        return False
    first, second = read_version(skipped), read_version(offered)
    if first is None or second is None:
        return skipped == offered
    return first.compare(second) == 0


def _is_unlimited(rule: Rule, question: Question) -> bool:
    return question.is_compelling or question.trigger == "manual" or _is_critical(rule, question)


def _is_critical(rule: Rule, question: Question) -> bool:
    return rule.is_critical(question.state.properties)


def _count(rule: Rule, question: Question) -> bool:
    if _is_unlimited(rule, question) or rule.max_count is None:
        return True
    record = question.state.records.get(rule.id)
    if record is None:
        return rule.max_count > 0
    if not rule.counts_target:
        return record.shown < rule.max_count
    return (record.shown_for_target if is_same_target(rule.offered(), record.target) else 0) < rule.max_count


def _period(rule: Rule, question: Question) -> bool:
    record = question.state.records.get(rule.id)
    if _is_unlimited(rule, question) or record is None or record.last_shown is None:
        return True
    return question.now.instant - record.last_shown >= question.standing.period


def _installed(rule: Rule, question: Question) -> bool:
    if rule.kind != "message" or rule.package_name is None:
        return True
    return question.state.properties.get(f"installed.{rule.package_name}") != "true"


def _text(rule: Rule, question: Question) -> bool:
    if rule.languages is None:
        return True
    return choose_text(rule, question) is not None


TESTS = (
    ("fresh", _fresh),
    ("trigger", _trigger),
    ("filters", _filters),
    ("segments", attention.segments),
    ("version", _version),
    ("change", attention.change),
    ("age", attention.age),
    ("rollout", _rollout),
    ("holdout", attention.holdout),
    ("window", _window),
    ("quietHours", attention.quiet_hours),
    ("skipped", _skipped),
    ("count", _count),
    ("caps", attention.caps),
    ("budget", attention.budget),
    ("period", _period),
    ("installed", _installed),
    ("text", _text),
)


TEST_NAMES = tuple(name for name, _ in TESTS)


def choose_text(rule: Rule, question: Question) -> str | None:
    """The language of the text that is shown; None without a text, and for Herald's own."""
    if rule.languages is None:
        return choose_language(rule.note_languages, question.state.properties.get("deviceLanguage"))
    state = question.state
    if question.standing.has_risen and rule.manners.forced_languages is not None:
        forced = choose_language(rule.manners.forced_languages, state.properties.get("deviceLanguage"))
        if forced is not None:
            return forced
    language, variant = state.properties.get("deviceLanguage"), attention.variant_of(rule, state)
    own = choose_language(variant.languages, language) if variant else None
    return choose_language(rule.languages, language) if own is None else own


def _showing(rule: Rule, question: Question, policy: Policy) -> JSONObject:
    state = question.state
    destination, variant = _destination(rule, state, policy), attention.variant_of(rule, state)
    is_skippable = rule.skippable and not rule.is_critical(state.properties) and not rule.manners.deadline
    return {
        "rule": rule.id,
        "kind": question.kind,
        **({"variant": variant.id} if variant else {}),
        "language": choose_text(rule, question),
        "destination": destination,
        "buttons": _buttons(question.kind, destination is not None, is_skippable),
    }


def _destination(rule: Rule, state: State, policy: Policy) -> str | None:
    if rule.page and rule.page[1](state.properties):
        return rule.page[0]
    page = None
    if rule.google_play:
        page = "market://details?id=" + (rule.package_name or policy.package_name or "")
    if page and normalize(state.properties.get("deviceOsName")) == "android":
        return page
    return rule.website_url or rule.package_url or page


def _buttons(kind: str, leads_somewhere: bool, is_skippable: bool) -> list[str]:
    if kind == "exit":
        return ["update", "exit"] if leads_somewhere else ["exit"]
    if kind == "force":
        return ["update"]
    if kind == "optional":
        return ["update", "later"] + (["skip"] if is_skippable else [])
    return ["open", "dismiss"] if leads_somewhere else ["dismiss"]
