"""Judges what an answer names: `from` of every leaf, `because`, and the tests that `diff` tells apart."""

import json
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from herald_tools.contract.decide import TEST_NAMES, Decision, decide, trigger_of
from herald_tools.contract.events import Event
from herald_tools.contract.kinds import change_of, leads_elsewhere
from herald_tools.contract.near import near
from herald_tools.contract.origins import Origins, Showing
from herald_tools.contract.policy import Rule
from herald_tools.contract.records import is_same_target
from herald_tools.contract.reduce import State
from herald_tools.json_types import Documents, JSONObject
from herald_tools.patience import PATIENCE

_OF_LAUNCH = ("filters", "segments", "version", "change", "installed", "text")


def judge(events: list[Event], documents: Documents, path: Path, herald: str, most: int = 12) -> list[str]:
    """What differs in the answers on the last decisions of each stream, as lines of text."""
    differences: list[str] = []
    for source in dict.fromkeys(event.source for event in events):
        origins = Origins(State(source))
        asked: list[tuple[int, JSONObject]] = []
        own = [event for event in events if event.source == source]
        wanted = set([event.revision for event in own if trigger_of(event)][-most:])
        for event in own:
            origins.take(event, documents)
            decision = decide(origins.state, event)
            if decision is None or event.revision not in wanted:
                continue
            answer = _ask(herald, "why", path, source, "--revision", str(event.revision))
            if not answer or answer[0].get("revision") != event.revision:
                differences.append(f"why: {source!r} revision {event.revision}: no answer, which is none to agree with")
                continue
            asked.append((event.revision, answer[0]))
            place = f"why: {source!r} revision {event.revision}"
            differences += [f"{place}: {text}" for text in _judged(answer[0], event, decision, origins)]
        for (first, a), (second, b) in pairwise(asked):
            lines = _ask(herald, "diff", path, source, "--source", source, "--at", str(first), "--at", str(second))
            differences += [f"diff: {source!r} {first} and {second}: {text}" for text in _parted(lines, a, b)]
    return differences


def _ask(herald: str, command: str, path: Path, source: str, *options: str) -> list[JSONObject]:
    parts = [herald, command, str(path), "--source", source, *options, "--format", "json"]
    done = subprocess.run(parts, capture_output=True, timeout=PATIENCE, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def _judged(answer: JSONObject, event: Event, decision: Decision, origins: Origins) -> Iterator[str]:
    because = {cause["revision"] for cause in answer["because"]}
    expected = {event.revision}
    if decision.reason == "alreadyVisible":
        expected.add(origins.visible or 0)
    if answer["rules"] or decision.reason in ("underReview", "otherPackage", "noRule"):
        expected |= {revision for revision in (origins.launch, origins.policy) if revision}
    if decision.show and decision.show["rule"] == "push":
        expected.add(origins.latch or 0)
        if decision.trigger == "foreground":
            expected.add(origins.policy or 0)
    for rule in answer["rules"]:
        found = _of_rule(rule, event, origins)
        expected |= found
        for test in rule["tests"]:
            for place, leaf in enumerate(test["compared"]):
                wanted = _origin(rule["rule"], test["test"], (place, leaf), event, origins)
                if leaf["from"] not in wanted:
                    yield f"{rule['rule']} {test['test']}: from: expected {wanted}, got {leaf['from']}"
                similar = _near(rule["rule"], leaf, origins) if test["test"] == "filters" else leaf.get("near")
                if leaf.get("near") != similar:
                    yield f"{rule['rule']} {leaf['property']}: near: expected {similar}, got {leaf.get('near')}"
    trust = {cause["revision"] for cause in answer["because"] if "sign" in cause["supplied"]}
    if because - trust != expected - trust:
        yield f"because: expected {sorted(expected)}, got {sorted(because)}"


def _near(rule: str, leaf: JSONObject, origins: Origins) -> JSONObject | None:
    """The property that the device sends under a similar name, for the leaf of a filter that a document has as text."""
    policy, properties = origins.state.policy, origins.state.properties
    own = next((other for other in policy.rules if other.id == rule), None) if policy else None
    if own is None or own.filters.get(leaf["property"]) != leaf["text"]:
        return leaf.get("near")
    name = near(leaf["property"], properties)
    return None if name is None else {"property": name, "value": properties[name]}


def _origin(
    rule: str, test: str, placed: tuple[int, JSONObject], event: Event, origins: Origins
) -> tuple[int | None, ...]:
    """The revisions of which one must be named, for the leaf at a place of its test."""
    place, leaf = placed
    if test in _OF_LAUNCH:
        return (origins.launch,)
    if test in ("caps", "budget") and leaf.get("showings"):
        filling = _filling(rule, test, place, event, origins)
        if len(filling) != leaf["foundCount"]:
            return ()
        return (max(showing.revision for showing in filling),)
    if test in ("caps", "budget", "count", "period"):
        last = origins.last(rule)
        return (last.revision if last else None,)
    if test == "skipped":
        return (origins.skips.get(rule),)
    return (None, event.revision)


def _filling(rule: str, test: str, place: int, event: Event, origins: Origins) -> list[Showing]:
    """The showings that a limit counts: the rule's own, or of the budget, which has the root's before the groups'."""
    policy = origins.state.policy
    assert policy
    own = next(other for other in policy.rules if other.id == rule)
    limits = [(cap, {rule}) for cap in own.manners.caps]
    if test == "budget":
        limits = [(cap, set(origins.showings)) for cap in policy.attention.caps]
        for group in own.manners.groups:
            members = {other.id for other in policy.rules if group in other.manners.groups}
            limits += [(cap, members) for cap in policy.attention.groups[group]]
    cap, rules = limits[place]
    return [showing for name in rules for showing in origins.within(name, event.time.instant, cap.period)]


def _of_rule(rule: JSONObject, event: Event, origins: Origins) -> set[int]:
    """The showings, answers and clock steps that the tests and the kind of a rule rest on."""
    name, found = rule["rule"], set[int]()
    last = origins.last(name)
    for test in rule["tests"]:
        for place, leaf in enumerate(test["compared"]):
            if leaf.get("showings"):
                for showing in _filling(name, test["test"], place, event, origins):
                    found |= showing.revisions()
            elif test["test"] in ("caps", "budget", "count") and last:
                found.add(last.revision)
            elif test["test"] == "period" and last:
                found |= last.revisions()
            elif test["test"] == "skipped" and name in origins.skips:
                found.add(origins.skips[name])
    return found | _of_standing(name, origins)


def _of_standing(name: str, origins: Origins) -> set[int]:
    """The events that a deadline counts from."""
    policy = origins.state.policy
    rule: Rule | None = next((rule for rule in policy.rules if rule.id == name), None) if policy else None
    if rule is None or rule.manners.deadline is None or rule.kind != "optional":
        return set()
    properties, types = origins.state.properties, rule.manners.force_types
    if types and not leads_elsewhere(rule, properties) and change_of(rule, properties) in types:
        return set()
    known = origins.state.records.get(name)
    if known is None or not known.shown or not is_same_target(known.target, rule.offered()):
        return set()
    found = {origins.first[name]} if known.first_shown is not None and name in origins.first else set()
    if known.deferrals and name in origins.deferrals:
        found.add(origins.deferrals[name])
    most = rule.manners.deadline.deferrals
    last = origins.last(name)
    if most is not None and known.deferrals >= most and last:
        found |= last.revisions()
    return found


def _parted(lines: list[JSONObject], a: JSONObject, b: JSONObject) -> Iterator[str]:
    """Compares the tests that differ by name. A test that one side does not ask passes there."""
    found = {(line["rule"], line["test"]): line["decisive"] for line in lines if "test" in line}
    expected: dict[tuple[str, str], bool] = {}
    sides = [{rule["rule"]: rule for rule in side["rules"]} for side in (a, b)]
    for name in sides[0].keys() & sides[1].keys():
        passed = [{test["test"]: test["passed"] for test in side[name]["tests"]} for side in sides]
        failed = {side[name]["failed"] for side in sides}
        for test in TEST_NAMES:
            if passed[0].get(test, True) != passed[1].get(test, True):
                expected[name, test] = test in failed
    if found != expected:
        yield f"expected {expected}, got {found}"
