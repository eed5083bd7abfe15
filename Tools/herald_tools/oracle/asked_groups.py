"""Conditions whose groups are compared, each with the features that read what it names."""

from collections.abc import Callable
from dataclasses import dataclass

from herald_tools.contract.decide import Decision
from herald_tools.contract.groups import Condition, Feature
from herald_tools.contract.reduce import State


@dataclass
class Asked:
    """A condition, and the features that read what it names."""

    text: str
    condition: Condition
    follows: Callable[[Feature], bool]


def _count(name: str, least: int, follows: Callable[[Feature], bool]) -> Asked:
    return Asked(f"counts.{name} >= {least}", lambda state, _: state.counts[name] >= least, follows)


def _is_shown(state: State, decision: Decision | None) -> bool:
    return decision is not None and decision.reason == "shown"


def _is_german(state: State, _: Decision | None) -> bool:
    return state.properties.get("deviceLanguage") == "de"


ASKED = [
    _count("strayButtons", 1, lambda feature: feature == ("event", "button.chosen")),
    _count("clockSteps", 1, lambda feature: feature[0] == "clockStep"),
    _count("returns", 2, lambda feature: feature == ("event", "app.foregrounded")),
    _count("ignoredPushes", 1, lambda feature: feature[0] == "push" or feature == ("event", "push.received")),
    Asked("refused", lambda state, _: state.refused is not None, lambda feature: feature[0] == "refused"),
    Asked("visible", lambda state, _: state.visible is not None, lambda feature: False),
    Asked("user", lambda state, _: state.user is not None, lambda feature: False),
    Asked(
        "policy != null and latch",
        lambda state, _: state.policy is not None and state.latch is not None,
        lambda feature: feature[0] in ("policy", "accepted", "push"),
    ),
    Asked("decision.reason == shown", _is_shown, lambda feature: False),
    Asked(
        "properties.deviceLanguage == de",
        _is_german,
        lambda feature: feature[:2] == ("property", "deviceLanguage") or feature[0] == "language",
    ),
    Asked(
        "visible.rule == 'update:1' or not records['update:1']",
        lambda state, _: (state.visible or {}).get("rule") == "update:1" or "update:1" not in state.records,
        lambda feature: feature[0] in ("shown", "button") and feature[1] == "update:1",
    ),
    Asked(
        "not records['update:1'].shown >= 1",
        lambda state, _: "update:1" not in state.records or not state.records["update:1"].shown,
        lambda feature: feature[0] in ("shown", "button") and feature[1] == "update:1",
    ),
]
