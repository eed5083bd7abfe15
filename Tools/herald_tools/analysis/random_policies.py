"""Random documents over small alphabets, so that every class of devices can be tried."""

import json
from collections.abc import Callable
from typing import Any

from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

PACKAGE = "com.example.app"
# Documents that a solver decides: filters, segments, targets and triggers alone.
PLAIN = "plain"
_LIMITS, _TIMES, _DRAWS, _ALL = "limits", "times", "draws", "all"
PROFILES = (PLAIN, _LIMITS, _TIMES, _DRAWS, _ALL)
VERSIONS = ("1.0", "2.0", "2.5", "2.10", "3.0")
_DATES = ("2026-03-01", "2026-03-10T12:00Z", "2026-04-01 09:30", "2026-05-01T00:00+02:00", "2026-02-01")
_SITES = ("https://example.com/get", "https://example.com/get", "https://example.com/other")
_STORES = ("itms-apps://example.com/app", "market://details?id=com.example.app", "https://example.com/get")
_TEXTS: tuple[JSONObject, ...] = (
    {"*": "Please update"},
    {"en": "Please update", "*": "Lütfen"},
    {"en": "Please update", "tr": {"message": "Lütfen"}},
    {"de-AT": "Bitte"},
    {"en": {"message": " "}},
)
_DAYS = ("mo", "tu", "we", "th", "fr", "sa", "su")
_CHANGES = ("major", "minor", "patch", "revision", "prerelease")
_WORDS = ("launch", "login", "schedule", "manual", "foreground", "operation", "operation:pay")


def profile_of(seed: int) -> str:
    return PROFILES[seed % len(PROFILES)]


def make_policy(profile: str, dice: Dice) -> JSONObject:
    """A random document, as JSON."""
    root: JSONObject = {"packageName": PACKAGE}
    scene = Scene(dice)
    if dice.chance(0.2):
        root["reviewVersions"] = dice.pick(["3.0", ">=3.0", "2.*", "''", "*"])
    if dice.chance(0.4):
        root["segments"] = {name: make_filters(dice, scene, 1) for name in ("s", "t")}
    if profile in (_LIMITS, _ALL):
        _limit_root(root, dice)
    if profile in (_DRAWS, _ALL) and dice.chance(0.4):
        root["holdout"] = {"id": "h", "percent": dice.pick([0, 10, 50, 100])}
    if profile in (_TIMES, _ALL) and dice.chance(0.2):
        root["quietHours"] = dice.pick([{"from": "22:00", "to": "07:00"}, {"from": "08:00", "to": "20:00"}])
    count = dice.randrange(2, 7)
    messages = dice.randrange(0, 2) if count > 2 else 0
    numbers = iter(range(1, 10))
    root["updates"] = [_rule(str(next(numbers)), "update", profile, root, scene) for _ in range(count - messages)]
    if messages:
        root["messages"] = [_rule(str(next(numbers)), "message", profile, root, scene) for _ in range(messages)]
    return root


def written(root: JSONObject) -> str:
    return json.dumps(root, ensure_ascii=False, indent=1)


class Scene:
    """What all rules of a document speak of: few properties and texts, so that rules stand before others."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.names = dice.sample(sorted(_MAKERS), dice.weighted((4, 1), (4, 2), (1, 3)))
        self.texts = _TEXTS if dice.chance(0.3) else _TEXTS[:1]
        self.has_codes = dice.chance(0.2)


def make_filters(dice: Dice, scene: Scene, most: int = 2) -> JSONObject:
    """Filters of up to `most` properties."""
    names = dice.sample(scene.names, dice.randrange(1, min(most, len(scene.names)) + 1))
    return {name: _MAKERS[name](dice) for name in names}


def _letters(dice: Dice) -> str:
    """Parts over two letters, so that wildcards meet."""
    parts = ["a*", "*b", "a*b", "*a*", "?b*", "ab", "a", "*", "''", "b*a", "a?*", "*ab*"]
    chosen = dice.sample(parts, dice.weighted((5, 1), (3, 2), (1, 3)))
    return ",".join(("!" if dice.chance(0.25) else "") + part for part in chosen)


def _version_parts(dice: Dice) -> str:
    def part() -> str:
        version = dice.pick(VERSIONS)
        order = dice.weighted((3, "<"), (2, "<="), (2, ">"), (2, ">="), (1, "<>"), (2, ""))
        return dice.weighted((9, order + version), (1, "2.*"), (0.5, "''"), (0.5, "*"))

    parts = [part() for _ in range(dice.weighted((5, 1), (2, 2)))]
    return ",".join(("!" if dice.chance(0.2) else "") + one for one in parts)


_MAKERS: dict[str, Callable[[Dice], str]] = {
    "deviceModel": _letters,
    "appVersionName": _version_parts,
    "deviceOsName": lambda dice: dice.pick(["ios", "android", "i*", "!android", "''", "ios,android", "IOS"]),
    "tier": lambda dice: dice.pick(["a", "b", "a,b", "!a", "''", "!''", "<>2", "a , , !b"]),
}


def _limit_root(root: JSONObject, dice: Dice) -> None:
    if dice.chance(0.3):
        root["frequencyCaps"] = [{"cap": dice.randrange(1, 4), "periodInHours": dice.pick([1, 24, 72])}]
    if dice.chance(0.3):
        root["groups"] = {"g": {"frequencyCaps": [{"cap": 1, "periodInHours": dice.pick([1, 48])}]}}


def _rule(name: str, of: str, profile: str, root: JSONObject, scene: Scene) -> JSONObject:
    dice = scene.dice
    rule: JSONObject = {"id": name, "descriptions": dice.pick(_TEXTS[:1] if profile == PLAIN else scene.texts)}
    if dice.chance(0.75):
        rule["filters"] = make_filters(dice, scene)
    if "segments" in root and dice.chance(0.35):
        rule[dice.pick(["inSegments", "notInSegments"])] = [dice.pick(["s", "t"])]
    if of == "update":
        _update(rule, profile, scene)
    elif dice.chance(0.5):
        rule["targetWebsiteUrl"] = dice.pick(_SITES)
    if of == "message" and dice.chance(0.3):
        rule["targetPackageName"] = "com.example.other"
    if dice.chance(0.15):
        rule["triggers"] = dice.sample(_WORDS, 2)
    if profile in (_LIMITS, _ALL):
        _limit(rule, of, root, dice)
    if profile in (_TIMES, _ALL):
        _time(rule, of, dice)
    if profile in (_DRAWS, _ALL):
        _draw(rule, dice)
    return rule


def _update(rule: JSONObject, profile: str, scene: Scene) -> None:
    dice = scene.dice
    rule["targetWebsiteUrl"] = dice.pick(_SITES)
    # Rules that limits use up let others be seen.
    mild = 9 if profile == _LIMITS else 4
    rule |= dice.weighted((mild, {}), (4, {"forceUpdate": True}), (1, {"forceExit": True}))
    if dice.chance(0.5 if "appVersionName" in scene.names else 0.15):
        rule["targetVersion"] = dice.pick(VERSIONS)
    if profile == PLAIN:
        return
    if dice.chance(0.2):
        rule["targetWebsiteUrl"] = dice.pick(_STORES)
    if dice.chance(0.15):
        rule["targetGooglePlay"] = True
    if scene.has_codes and dice.chance(0.4):
        rule["targetVersionCode"] = 20
    if "targetVersion" in rule and dice.chance(0.3):
        rule[dice.pick(["updateTypes", "forceUpdateTypes"])] = dice.sample(_CHANGES, 2)
    if rule.get("forceExit") and dice.chance(0.3):
        del rule["targetWebsiteUrl"]


def _limit(rule: JSONObject, of: str, root: JSONObject, dice: Dice) -> None:
    if dice.chance(0.4):
        rule["maxDisplayCount"] = dice.pick([0, 1, 1, 2])
    if dice.chance(0.35):
        rule["displayPeriodInHours"] = dice.pick([1, 24, 48])
    if dice.chance(0.2):
        rule["frequencyCaps"] = [{"cap": 1, "periodInHours": dice.pick([2, 24])}]
    if "groups" in root and dice.chance(0.4):
        rule["groups"] = ["g"]
    if of == "update" and dice.chance(0.3):
        rule["skippable"] = True
    if of == "update" and "targetVersion" in rule and dice.chance(0.25):
        rule["deadline"] = dice.pick(
            [{"afterFirstShownInHours": 24}, {"deferrals": 1}, {"deferrals": 2, "becomes": "exit"}]
        )


def _time(rule: JSONObject, of: str, dice: Dice) -> None:
    if dice.chance(0.35):
        rule["displayAfterDate"] = dice.pick(_DATES)
    if dice.chance(0.35):
        rule["displayBeforeDate"] = dice.pick(_DATES)
    if dice.chance(0.2):
        rule |= {"releasedAt": dice.pick(_DATES), "releasedForDays": dice.pick([0, 3, 10])}
    if dice.chance(0.15):
        rule["weekdays"] = dice.sample(_DAYS, 3)
    if dice.chance(0.1):
        rule["quietHours"] = {"from": "12:00", "to": "18:30"}
    if of == "update" and dice.chance(0.25):
        rule["deadline"] = {"at": dice.pick(_DATES)} | dice.weighted((3, {}), (1, {"becomes": "exit"}))


def _draw(rule: JSONObject, dice: Dice) -> None:
    if dice.chance(0.4):
        rule["rollout"] = dice.pick([0, 10, 50, 99.99, 100])
    if dice.chance(0.2):
        rule["phasedRollout"] = _phases(dice)
    if dice.chance(0.2):
        rule["holdout"] = {"id": f"own-{rule['id']}", "percent": dice.pick([20, 100])}
    if dice.chance(0.2):
        rule["variants"] = [
            {"id": "x", "weight": dice.pick([0, 1, 3]), "descriptions": {"*": "Now!"}},
            {"id": "y", "weight": 1},
        ]


def _phases(dice: Dice) -> JSONObject:
    phases: dict[str, Any] = {"startAt": dice.pick(_DATES), "steps": dice.pick([[0, 50], [10, 100], [20, 50, 100]])}
    if dice.chance(0.3):
        phases["pausedAt"] = dice.pick(_DATES)
    return phases
