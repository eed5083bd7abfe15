"""The format `herald` (= `turkcell`): section 5 of the contract."""

import contextlib
import hashlib
import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

from herald_tools.contract import fields, filters, manner_keys
from herald_tools.contract.canonical import NotCanonical, canonical_json, canonical_number
from herald_tools.contract.fields import Invalid
from herald_tools.contract.formats.document import Fetch, read_root
from herald_tools.contract.manners import Attention, Manners
from herald_tools.contract.numbers import Number
from herald_tools.contract.policy import Policy, Refused, Rule, nobody
from herald_tools.contract.text import is_blank
from herald_tools.contract.versions import read_version
from herald_tools.json_types import JSONObject

_HOUR = 3_600_000
_IDENTITY = ("descriptions", "targetGooglePlay", "targetPackageName", "targetPackageUrl", "targetWebsiteUrl")


def read_herald(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    package_name = _package_name(root)
    try:
        return _policy(root, package_name)
    except Invalid as error:
        raise Refused("invalidDocument") from error


def _package_name(root: JSONObject) -> str:
    try:
        name = fields.unblank(root, "packageName")
    except Invalid:
        name = None
    if name is None:
        raise Refused("missingPackageName")
    return name


def _policy(root: JSONObject, package_name: str) -> Policy:
    revision = fields.whole_number(root, "revision")
    attention = manner_keys.attention(root)
    rules: list[Rule] = []
    left_out = 0
    for key, read in (("updates", _update), ("messages", _message)):
        readable, unreadable = _rules(root, key, partial(read, attention=attention))
        rules += readable
        left_out += unreadable
    _tell_apart(rules)
    return Policy(
        family="herald",
        rank=revision or 0,
        package_name=package_name,
        revision=revision,
        is_under_review=_review(fields.filter_text(root, "reviewVersions")),
        push_on_foreground=fields.boolean(root, "pushOnForeground"),
        rules=rules,
        attention=attention,
        left_out=left_out,
    )


def _review(text: str | None) -> Callable[[str | None], bool]:
    """Which versions a filter's text names; one without parts names none."""
    if text is None or not filters.parts_of(text):
        return nobody
    return lambda version_name: filters.matches(text, version_name)


def _rules(root: JSONObject, key: str, read: Callable[[Any], Rule]) -> tuple[list[Rule], int]:
    """The rules that can be read, and how many others there are."""
    entries = root.get(key)
    if entries is None:
        return [], 0
    if isinstance(entries, dict):
        entries = [entries]
    if not isinstance(entries, list):
        raise Invalid(key)
    rules: list[Rule] = []
    for entry in entries:
        with contextlib.suppress(Invalid, NotCanonical):
            rules.append(read(entry))
    return rules, len(entries) - len(rules)


def _tell_apart(rules: list[Rule]) -> None:
    """Of rules with one id the first keeps it; a later one gets the first that no rule has."""
    taken = {rule.id for rule in rules}
    seen: set[str] = set()
    for rule in rules:
        if rule.id in seen:
            rule.id = next(name for n in itertools.count(2) if (name := f"{rule.id}-{n}") not in taken)
            taken.add(rule.id)
        seen.add(rule.id)


def _update(entry: Any, attention: Attention) -> Rule:
    rule = _shared(entry, "update", attention)
    rule.kind = _kind(entry)
    rule.target_version = fields.text_of(entry, "targetVersion")
    if rule.target_version is not None and read_version(rule.target_version) is None:
        raise Invalid("targetVersion")
    rule.target_code = fields.whole_number(entry, "targetVersionCode")
    rule.skippable = fields.boolean(entry, "skippable")
    if rule.kind != "exit" and not (rule.website_url or rule.package_url or rule.google_play):
        raise Invalid("no destination")
    rule.manners.update_types = manner_keys.changes(entry, "updateTypes", least=1)
    rule.manners.force_types = manner_keys.changes(entry, "forceUpdateTypes", least=0) or []
    if rule.kind == "optional":
        rule.manners.deadline = manner_keys.deadline(entry)
        if rule.manners.deadline and rule.manners.deadline.counts_a_target() and rule.offered() is None:
            raise Invalid("deadline")
    if entry.get("forcedDescriptions") is not None:
        forced = languages_of(entry, "forcedDescriptions")
        rule.manners.forced_languages = forced if rule.kind == "optional" else None
    return rule


def _kind(entry: Any) -> str:
    leaves = fields.boolean(entry, "forceExit")
    forces = fields.boolean(entry, "forceUpdate")
    return "exit" if leaves else "force" if forces else "optional"


def _message(entry: Any, attention: Attention) -> Rule:
    return _shared(entry, "message", attention)


def _shared(entry: Any, prefix: str, attention: Attention) -> Rule:
    if not isinstance(entry, dict):
        raise Invalid("no object")
    phases = manner_keys.phases(entry)
    return Rule(
        id=f"{prefix}:{id_of(entry)}",
        kind="message",
        filters=_filters(entry),
        languages=languages_of(entry),
        website_url=fields.address(entry, "targetWebsiteUrl"),
        package_url=fields.address(entry, "targetPackageUrl"),
        package_name=fields.unblank(entry, "targetPackageName"),
        google_play=fields.boolean(entry, "targetGooglePlay"),
        after=fields.bound(entry, "displayAfterDate"),
        before=fields.bound(entry, "displayBeforeDate"),
        max_count=fields.whole_number(entry, "maxDisplayCount", least=0),
        period=fields.scaled(entry, "displayPeriodInHours", 2**53 - 1, _HOUR, 0),
        rollout=fields.scaled(entry, "rollout", 100, 100, 10_000),
        phase=phases.share if phases else None,
        phase_instants=phases.instants if phases else None,
        steps=tuple(phases.steps) if phases else (),
        released_at=fields.bound(entry, "releasedAt"),
        manners=_manners(entry, attention),
    )


def _manners(entry: JSONObject, attention: Attention) -> Manners:
    segments = [
        (attention.segments[name], is_wanted)
        for key, is_wanted in (("inSegments", True), ("notInSegments", False))
        for name in manner_keys.names(entry, key, attention.segments)
    ]
    if entry.get("releasedForDays") is not None and entry.get("releasedAt") is None:
        raise Invalid("releasedForDays")
    return Manners(
        triggers=manner_keys.triggers(entry),
        segments=segments,
        released_for=manner_keys.released_for(entry),
        caps=manner_keys.caps(entry),
        groups=manner_keys.names(entry, "groups", attention.groups),
        variants=manner_keys.variants(entry, languages_of),
        quiet=manner_keys.quiet_hours(entry),
        holdout=manner_keys.holdout(entry),
        weekdays=manner_keys.weekdays(entry),
    )


def id_of(entry: Any) -> str:
    value = entry.get("id")
    if isinstance(value, Number):
        value = canonical_number(value.text)
    elif value is not None and not isinstance(value, str):
        raise Invalid("id")
    return _automatic_id(entry) if value in (None, "", "0") else value


def _automatic_id(entry: Any) -> str:
    identity = {key: entry[key] for key in _IDENTITY if entry.get(key) is not None}
    digest = hashlib.sha256(canonical_json(identity).encode("utf-8")).hexdigest()
    return "auto-" + digest[:12]


def _filters(entry: Any) -> dict[str, str]:
    written = fields.mapping(entry, "filters") or {}
    texts = {name: fields.filter_text(written, name) for name in written}
    return {name: text for name, text in texts.items() if text is not None}


def languages_of(entry: Any, key: str = "descriptions") -> list[str]:
    descriptions = fields.mapping(entry, key)
    if descriptions is None:
        raise Invalid(key)
    return [key for key, texts in descriptions.items() if _has_message(texts)]


def _has_message(texts: Any) -> bool:
    message = texts.get("message") if isinstance(texts, dict) else texts
    return isinstance(message, str) and not is_blank(message)
