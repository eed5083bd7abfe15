"""Random keys that say when and how a rule asks, and what a document asks of all its rules."""

from typing import Any

from herald_tools.contract.times import DAY, MINUTE
from herald_tools.json_types import JSONObject
from herald_tools.random_logs import dates, filters
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.json_writer import Raw
from herald_tools.random_logs.scene import Scene

_HOUR = 60 * MINUTE
_SEGMENTS = ["beta", "caf\u00e9", "x/y~z", ""]
_GROUPS = ["sales", "news", " "]
_TRIGGERS = ["launch", "login", "schedule", "manual", "foreground", "operation", "operation:placeOrder", "operation::"]
_BAD_TRIGGERS = ["Launch", "heartbeat", "operation:", "", None, 7]
BECOMES = ["force", "exit", "exit"]
CHANGES = ["major", "minor", "patch", "revision", "prerelease"]
WEEKDAYS = ["mo", "tu", "we", "th", "fr", "sa", "su"]
_HOURS = [1, 2, 24, 48, "3", Raw("0.5"), Raw("0.00000001"), Raw("9007199254740991"), Raw("1e-9"), 12, 6]
# Long enough that showings fill a limit.
_CAP_HOURS = [*_HOURS, 168, 720, 8760, 87600]
_BAD_HOURS = [0, "0", -1, "x", None, True, Raw("9007199254740992"), []]
_DAYS = [0, 1, 2, "3", Raw("0.5"), Raw("1e-9"), 30, Raw("9007199254740991")]
_SHARES = [0, 1, 50, 100, "25", Raw("12.345"), Raw("99.995"), 100]
_BAD_SHARES = [101, -1, "x", None, True]
_GAPS = [0, 1, -1, _HOUR, -_HOUR, DAY, -DAY, -3 * DAY, 2 * _HOUR, -5 * _HOUR]
_CLOCKS = ["00:00", "08:00", "12:00", "22:00", "23:59", "07:30", "13:00"]
_BAD_CLOCKS = ["24:00", "7:00", "07:60", "07:00:00", " 07:00", 7, None, "\u0660\u0667:00"]
_DESCRIPTIONS: list[Any] = [{}, {"*": "v"}, {"en": "v"}, {"tr": {"message": "v"}}, {"de": " "}, None]
_WRONG: list[Any] = [7, "x", True, {}, [], [7], [None], {"x": 1}, [[]]]


def add_to_rule(dice: Dice, entry: JSONObject, kind: str, scene: Scene) -> None:
    """Some of the keys of a rule; `entry` has those that the contract's first part knows."""
    makers = dict(_BOTH)
    if kind == "updates" or dice.chance(0.1):
        makers |= _UPDATES
    for key, (probability, make) in makers.items():
        if dice.chance(probability):
            entry[key] = make(dice, scene)
    if "releasedForDays" in entry and dice.chance(0.9):
        entry["releasedAt"] = _date(dice, scene)
    if dice.chance(0.02):
        entry[dice.pick([*_BOTH, *_UPDATES])] = dice.pick(_WRONG)


def add_to_root(dice: Dice, root: JSONObject, scene: Scene) -> None:
    """Some of the keys of a root. The rules name segments and groups whether they stand there or not."""
    if dice.chance(0.95):
        names = [name for name in _SEGMENTS if dice.chance(0.97)]
        root["segments"] = {name: _segment(dice, scene) for name in names}
    if dice.chance(0.95):
        root["groups"] = {name: _group(dice) for name in _GROUPS if dice.chance(0.97)}
    if dice.chance(0.5):
        root["frequencyCaps"] = _caps(dice, scene)
    if dice.chance(0.3):
        root["holdout"] = _holdout(dice, scene)
    if dice.chance(0.25):
        root["quietHours"] = _quiet_hours(dice, scene)
    if dice.chance(0.03):
        key = dice.pick(["segments", "groups", "frequencyCaps", "holdout", "quietHours"])
        root[key] = dice.pick([*_WRONG, *_bad_roots(dice)])


def _holdout(dice: Dice, _: Scene) -> Any:
    return {
        "id": dice.pick(["q1", "caf\u00e9", "x y"]),
        "percent": dice.pick([0, 5, 20, "25", Raw("12.345"), 50, 100]),
    }


def _quiet_hours(dice: Dice, _: Scene) -> Any:
    start = dice.pick(_CLOCKS)
    return {"from": start, "to": dice.pick([clock for clock in _CLOCKS if clock != start])}


ODD_DAYS = ["Mo", "monday", "", 1, None]


def _weekdays(dice: Dice, _: Scene) -> Any:
    days = [dice.pick(WEEKDAYS) for _ in range(dice.weighted((5, 4), (2, 2), (1, 7), (0.1, 0)))]
    return days if dice.chance(0.97) else [*days, dice.pick(ODD_DAYS)]


def _bad_roots(dice: Dice) -> list[Any]:
    return [
        {"id": dice.pick([" ", "q", None]), "percent": dice.pick(_BAD_SHARES)},
        {"from": "08:00", "to": dice.pick(["08:00", *_BAD_CLOCKS])},
        {"beta": dice.pick([None, [], {"deviceOsName": []}, {"deviceOsName": None}])},
        [{"cap": dice.pick([0, 33, 1, Raw("1.5")]), "periodInHours": dice.pick(_BAD_HOURS)}],
    ]


def _segment(dice: Dice, scene: Scene) -> JSONObject | None:
    return dice.weighted((6, filters.filters(dice, scene.properties)), (4, {}), (0.1, None))


def _group(dice: Dice) -> Any:
    return dice.weighted((6, {"frequencyCaps": _caps(dice, None)}), (1, {}), (0.1, None))


def _caps(dice: Dice, _: Scene | None) -> Any:
    return [
        {"cap": dice.pick([1, 1, 2, 3, "2", 32, Raw("1.0")]), "periodInHours": dice.pick(_CAP_HOURS)}
        for _ in range(dice.weighted((5, 1), (2, 2), (0.5, 0), (0.05, 9)))
    ]


def _triggers(dice: Dice, _: Scene) -> Any:
    words = [dice.pick(_TRIGGERS) for _ in range(dice.randint(1, 4))]
    if dice.chance(0.03):
        words.append(dice.pick(_BAD_TRIGGERS))
    return words if dice.chance(0.97) else []


def _names(known: list[str]) -> Any:
    return lambda dice, _: [dice.pick(known) for _ in range(dice.weighted((6, 1), (2, 2), (1, 0)))]


def _some_changes(dice: Dice, _: Scene) -> Any:
    return [dice.pick(CHANGES) for _ in range(dice.weighted((4, 2), (2, 1), (2, 4), (0.3, 0)))]


def _date(dice: Dice, scene: Scene) -> str:
    return dates.date(dice, scene.moment, dice.pick(_GAPS))


def _phases(dice: Dice, scene: Scene) -> Any:
    phases: JSONObject = {"startAt": _date(dice, scene)}
    if dice.chance(0.8):
        phases["steps"] = [dice.pick(_SHARES) for _ in range(dice.randint(1, 6))]
    if dice.chance(0.7):
        phases["intervalInHours"] = dice.pick(_HOURS)
    if dice.chance(0.3):
        phases["pausedAt"] = _date(dice, scene)
    if dice.chance(0.05):
        phases[dice.pick(list(phases))] = dice.pick([None, [], "x", [dice.pick(_BAD_SHARES)], 0])
    return phases


def deadline(dice: Dice, scene: Scene) -> Any:
    found: JSONObject = {}
    if dice.chance(0.55):
        found["at"] = _date(dice, scene)
        if dice.chance(0.4):
            found["graceInHours"] = dice.pick(_HOURS)
    if dice.chance(0.35):
        found["afterFirstShownInHours"] = dice.pick(_HOURS)
    if dice.chance(0.35):
        found["deferrals"] = dice.pick([1, 1, 2, 3, "1", Raw("2.0"), Raw("9007199254740991")])
    if dice.chance(0.3):
        found["becomes"] = dice.pick(BECOMES)
    if dice.chance(0.35):
        found["reminders"] = [
            {"withinHours": dice.pick(_HOURS), "displayPeriodInHours": dice.pick([0, *_HOURS])}
            for _ in range(dice.randint(1, 3))
        ]
    if dice.chance(0.06):
        key = dice.pick([*found, "graceInHours", "becomes", "deferrals"])
        found[key] = dice.pick([*_BAD_HOURS, "optional", [{}], ""])
    return found


def _variants(dice: Dice, _: Scene) -> Any:
    ids = ["a", "b", "caf\u00e9", "d"][: dice.randint(1, 4)]
    if dice.chance(0.04):
        ids.append(dice.pick(["a", " ", 7, None]))
    found = [{"id": name, "weight": dice.pick([1, 1, 3, 0, "2", 10_000])} for name in ids]
    for variant in found:
        if dice.chance(0.6):
            variant["descriptions"] = dice.pick(_DESCRIPTIONS)
    if dice.chance(0.04):
        found[0][dice.pick(["id", "weight", "descriptions"])] = dice.pick([-1, 10_001, Raw("0.5"), "x", [], None])
    return found


_BOTH: dict[str, Any] = {
    "triggers": (0.1, _triggers),
    "inSegments": (0.12, _names(_SEGMENTS)),
    "notInSegments": (0.12, _names(_SEGMENTS)),
    "releasedForDays": (0.12, lambda dice, _: dice.pick(_DAYS)),
    "releasedAt": (0.05, _date),
    "phasedRollout": (0.12, _phases),
    "frequencyCaps": (0.5, _caps),
    "groups": (0.25, _names(_GROUPS)),
    "variants": (0.25, _variants),
    "quietHours": (0.1, _quiet_hours),
    "holdout": (0.1, _holdout),
    "weekdays": (0.12, _weekdays),
}
_UPDATES: dict[str, Any] = {
    "updateTypes": (0.25, _some_changes),
    "forceUpdateTypes": (0.12, _some_changes),
    "deadline": (0.4, deadline),
    "forcedDescriptions": (0.2, lambda dice, _: dice.pick(_DESCRIPTIONS)),
}


def add_to_house(dice: Dice, house: JSONObject, scene: Scene) -> None:
    """Some of the keys that an app may configure."""
    for key in ("triggers", "updateTypes", "forceUpdateTypes", "releasedForDays", "frequencyCaps", "deadline"):
        if dice.chance(0.2):
            house[key] = ({**_BOTH, **_UPDATES})[key][1](dice, scene)
    if dice.chance(0.2):
        phases = _phases(dice, scene)
        if dice.chance(0.5):
            phases.pop("startAt", None)
        house["phasedRollout"] = phases
    if dice.chance(0.08):
        house[dice.pick(["triggers", "deadline", "frequencyCaps", "phasedRollout"])] = dice.pick(_WRONG)


def draws(dice: Dice) -> JSONObject:
    """Numbers for holdouts and variants."""
    names = ["holdout:q1", "holdout:x y", *(f"variant:{rule}" for rule in ("update:7", "message:1"))]
    return {name: dice.pick([0, 1, 2500, 4999, 5000, 9999]) for name in names if dice.chance(0.5)}
