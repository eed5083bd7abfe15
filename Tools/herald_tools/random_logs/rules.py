"""Random rules of a policy: mostly readable, each key now and then wrong."""

from typing import Any

from herald_tools.contract.times import DAY, MINUTE
from herald_tools.json_types import JSONObject
from herald_tools.random_logs import dates, filters, manners, vocabulary
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.edges import tune
from herald_tools.random_logs.json_writer import Raw
from herald_tools.random_logs.scene import Scene

_HOUR = 60 * MINUTE
_COUNTS = [0, 1, 1, 2, 3, "2", Raw("1.0"), Raw("2e0"), Raw("9007199254740991"), " 1 "]
_BAD_COUNTS = [-1, Raw("1.5"), "1.5", Raw("9007199254740992")]
_PERIODS = [
    0,
    1,
    24,
    2,
    3,
    48,
    Raw("0.5"),
    Raw("1.9"),
    "0.25",
    Raw("0.00000125"),
    Raw("0.0000013888888"),
    Raw("1e-9"),
    Raw("2.5e-1"),
    Raw("9007199254740991"),
    Raw("0.0000000000001"),
    " 1 ",
    Raw("0.016666666"),
    Raw("0.00000375"),
]
_ROLLOUTS = [
    0,
    100,
    50,
    Raw("12.345"),
    "50",
    Raw("99.995"),
    Raw("0.005"),
    Raw("0.0049"),
    Raw("1e1"),
    Raw("33.335"),
    75,
    90,
    "-0",
]
_CODES = [11, 12, 10, 0, "11", -1, Raw("11.0"), Raw("1e1"), Raw("9007199254740991"), " 50 "]
_BAD_CODES = [Raw("10.5"), "11.9", Raw("9007199254740992"), "1e400"]
_GAPS = [0, 1, -1, 1000, -1000, MINUTE, -MINUTE, _HOUR, -_HOUR, DAY, -DAY, 3 * DAY, -3 * DAY]
_BAD_DATES = [
    "",
    " ",
    "null",
    "2026/01/01",
    "2026-02-30",
    "2026-03-02 24:00",
    "2026-03-02 08:60",
    "2026-3-2",
    "20260302",
    "2026-03-02 08:00:60",
    "2026-03-02T08:00  Z",
    "2026-03-02Z",
    "2026-03-02 08:00:00.",
    "2026-03-02 08:00:00.1234567890",
    "2026-03-02 08:00.1",
    "2026-03-02t08:00",
    "2026-03-02 08:00z",
    "2026-03-02  08:00",
    "2026-03-02 08:00+24:00",
    "2026-03-02 08:00+3",
    "2026-03-02 08:00+03:",
    "2025-02-29",
    "\u0662\u0660\u0662\u0666-03-02",
    "2026-03-02 08:00+03:60",
    "2026-13-01",
    "2026-00-10",
    "2026-03-02 08",
]
_MESSAGES = ["hello", "caf\u00e9", "cafe\u0301", "\U0001f600 \u2028", 'm"\\/\x01\x7f']
_BLANK_TEXTS = [
    "",
    " ",
    "\u3000",
    7,
    None,
    [],
    {},
    {"message": ""},
    {"message": " \u2003"},
    {"message": 7},
    {"title": "t"},
    {"message": None},
    True,
]


def rule(dice: Dice, kind: str, scene: Scene) -> Any:
    """A rule for `updates` or `messages`. `scene`: the device's moment and properties."""
    if dice.chance(0.02):
        return dice.pick([None, "x", 7, [], True, {}])
    entry: JSONObject = {}
    _identity(dice, entry)
    _conditions(dice, entry, scene)
    _destination(dice, entry, kind)
    if kind == "updates" or dice.chance(0.05):
        _update_keys(dice, entry)
    if dice.chance(0.05):
        entry[dice.pick(["extra", "note", "Filters", "caf\u00e9"])] = dice.pick(vocabulary.NESTED)
    if scene.has_manners:
        manners.add_to_rule(dice, entry, kind, scene)
    if dice.chance(0.3):
        tune(dice, entry, kind, scene)
    _spoil(dice, entry)
    return entry


def _identity(dice: Dice, entry: JSONObject) -> None:
    if dice.chance(0.75):
        entry["id"] = dice.pick(vocabulary.IDS)
    elif dice.chance(0.5):
        entry["id"] = dice.pick(vocabulary.AUTOMATIC_IDS)
    if dice.chance(0.98):
        entry["descriptions"] = descriptions(dice)


def descriptions(dice: Dice) -> JSONObject:
    keys = [dice.pick(vocabulary.LANGUAGE_KEYS) for _ in range(dice.weighted((3, 1), (3, 3), (2, 6), (0.3, 0)))]
    if dice.chance(0.7):
        keys.append("*")
    return {key: _texts(dice) for key in keys}


def _texts(dice: Dice) -> Any:
    if dice.chance(0.15):
        return dice.pick(_BLANK_TEXTS)
    if dice.chance(0.3):
        return dice.pick(_MESSAGES)
    texts = {"message": dice.pick(_MESSAGES)}
    if dice.chance(0.3):
        texts[dice.pick(["title", "whatIsNew", "warnings", "imageUrl", "x"])] = dice.pick(
            _MESSAGES + [Raw("1.50"), None, Raw("1E-7")]
        )
    return texts


def _conditions(dice: Dice, entry: JSONObject, scene: Scene) -> None:
    if dice.chance(0.35):
        entry["filters"] = filters.filters(dice, scene.properties)
    if dice.chance(0.2):
        entry["displayAfterDate"] = dates.date(dice, scene.moment, dice.pick(_GAPS))
    if dice.chance(0.2):
        entry["displayBeforeDate"] = dates.date(dice, scene.moment, dice.pick(_GAPS))
    if dice.chance(0.25):
        entry["maxDisplayCount"] = dice.pick(_COUNTS)
    if dice.chance(0.45):
        entry["displayPeriodInHours"] = dice.pick(_PERIODS)
    if dice.chance(0.2):
        entry["rollout"] = dice.pick(_ROLLOUTS)


def _destination(dice: Dice, entry: JSONObject, kind: str) -> None:
    if dice.chance(0.85 if kind == "updates" else 0.4):
        entry[dice.pick(["targetWebsiteUrl", "targetWebsiteUrl", "targetPackageUrl"])] = dice.pick(vocabulary.GOOD_URLS)
    if dice.chance(0.1):
        entry["targetPackageUrl"] = dice.pick(vocabulary.GOOD_URLS + vocabulary.BLANKS)
    if dice.chance(0.25):
        entry["targetGooglePlay"] = dice.pick(vocabulary.TRUE_FORMS + vocabulary.FALSE_FORMS[:2])
    if dice.chance(0.25):
        entry["targetPackageName"] = dice.pick(vocabulary.PACKAGES + vocabulary.BLANKS)


def _update_keys(dice: Dice, entry: JSONObject) -> None:
    if dice.chance(0.25):
        entry["forceUpdate"] = dice.pick(vocabulary.TRUE_FORMS + vocabulary.FALSE_FORMS)
    if dice.chance(0.12):
        entry["forceExit"] = dice.pick(vocabulary.TRUE_FORMS + vocabulary.FALSE_FORMS)
    if dice.chance(0.35):
        entry["targetVersion"] = dice.pick(vocabulary.VERSIONS if dice.chance(0.88) else vocabulary.ODD_VERSIONS)
    if dice.chance(0.22):
        entry["targetVersionCode"] = dice.pick(_CODES)
    if dice.chance(0.4):
        entry["skippable"] = dice.pick(vocabulary.TRUE_FORMS + vocabulary.FALSE_FORMS)


_SPOILED: dict[str, list[Any]] = {
    "id": [True, [], {}],
    "filters": [[], "x", 7, True],
    "descriptions": [[], "x", None, True],
    "targetWebsiteUrl": vocabulary.BAD_URLS + vocabulary.WRONG_TYPES + vocabulary.BLANKS,
    "targetPackageUrl": vocabulary.BAD_URLS + vocabulary.WRONG_TYPES,
    "targetPackageName": vocabulary.WRONG_TYPES,
    "targetGooglePlay": vocabulary.BAD_BOOLS,
    "displayAfterDate": _BAD_DATES + vocabulary.WRONG_TYPES,
    "displayBeforeDate": _BAD_DATES,
    "maxDisplayCount": vocabulary.BAD_NUMBERS + _BAD_COUNTS,
    "rollout": vocabulary.BAD_NUMBERS + [101, Raw("100.001")],
    "displayPeriodInHours": vocabulary.BAD_NUMBERS + [-5, Raw("9007199254740991.5")],
    "forceUpdate": vocabulary.BAD_BOOLS,
    "forceExit": vocabulary.BAD_BOOLS,
    "targetVersion": vocabulary.WRONG_TYPES + vocabulary.ODD_VERSIONS,
    "skippable": vocabulary.BAD_BOOLS,
    "targetVersionCode": vocabulary.BAD_NUMBERS + _BAD_CODES,
}


def _spoil(dice: Dice, entry: JSONObject) -> None:
    """Now and then one key is wrong, or null."""
    if dice.chance(0.12):
        key = dice.pick([*_SPOILED, "displayAfterDate", "displayBeforeDate", "displayBeforeDate"])
        entry[key] = dice.pick(_SPOILED[key])
    if dice.chance(0.05) and entry:
        entry[dice.pick(list(entry))] = None
