"""Cases whose questions are narrowed: by what is assumed of devices, by a first moment, and beside a log of devices."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

from herald_tools.analysis import random_policies, spellings
from herald_tools.analysis.case import Case, case_of
from herald_tools.analysis.document import Document, filter_texts
from herald_tools.analysis.likeness import make_fleet
from herald_tools.analysis.scope import USUAL, Scope
from herald_tools.analysis.world import world_of
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

_MODELS = ("iphone*", "ipad*", "pixel*", "sm-*", "*1*", "iphone1?*", "''", "*")
_SYSTEMS = ("ios", "android", "ipados", "i*", "!android", "''", "ios,android")
# 2026-03-10T12:00:00Z is a date that documents name.
_FIRST = (1_773_144_000_000, 1_773_144_000_001, 1_772_323_200_000, 1_777_593_600_000)


def make_narrowed(seed: int) -> Case:
    """A case with an assumption, a first moment or both, and with a log of devices or without."""
    dice = Dice(f"{seed} narrowed")
    profile = random_policies.profile_of(seed)
    root = random_policies.make_policy(profile, dice)
    is_usual = dice.chance(0.4)
    if is_usual:
        _name_models(root, dice)
    case = case_of(root, profile, dice)
    documents = [case.document, case.mutated]
    since = dice.pick(_FIRST) if dice.chance(0.3) else None
    assumed = USUAL if is_usual else _assumed(documents, dice) if since is None or dice.chance(0.6) else None
    fleet = make_fleet(world_of(documents, dice), dice) if dice.chance(0.7) else None
    return replace(case, scope=Scope(assumed, since), fleet=fleet)


def _name_models(root: JSONObject, dice: Dice) -> None:
    """Lets filters name models and systems as people have them."""
    texts = [(filters, name) for filters, name in spellings.filter_texts(root) if name == "deviceModel"]
    for filters, name in texts:
        parts = dice.sample(_MODELS, dice.weighted((3, 1), (2, 2)))
        filters[name] = ",".join(("!" if dice.chance(0.25) else "") + part for part in parts)
        if dice.chance(0.5):
            filters["deviceOsName"] = dice.pick(_SYSTEMS)


def _assumed(documents: list[Document], dice: Dice) -> list[dict[str, str]]:
    """One to three objects of filters, each of which some device meets."""
    texts = sorted({pair for document in documents for pair in filter_texts(document.policy)})
    texts = [(name, text) for name, text in texts if name != "appPackageName"] + [("deviceOsName", "ios,android")]
    found: list[dict[str, str]] = []
    for _ in range(dice.weighted((3, 1), (2, 2), (1, 3))):
        name, text = dice.pick(texts)
        one = {name: text}
        if dice.chance(0.4):
            other, more = dice.pick(texts)
            one.setdefault(other, more)
        found.append(one)
    met = [one for one in found if _is_met(one, documents, dice)]
    return deepcopy(met) or [{"deviceOsName": "ios,android"}]


def _is_met(texts: dict[str, str], documents: list[Document], dice: Dice) -> bool:
    try:
        world_of(documents, dice, scope=Scope([texts])).device(dice)
    except ValueError:
        return False
    return True
