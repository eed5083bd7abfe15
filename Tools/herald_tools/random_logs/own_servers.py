"""Random answers of apps' own update servers."""

from typing import Any

from herald_tools.contract.formats.ssvc import bundle_number
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.answer_parts import HIGH, TEXTS, address, either, some, version
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.json_writer import Raw
from herald_tools.random_logs.scene import Scene

_NUMBERS = [0, 1, 1, Raw("1.0"), "1", "0", True, False, Raw("-0"), Raw("1e0"), Raw("0.0"), None]
_WRONG_NUMBERS = [2, Raw("0.5"), -1, "", " 1", "01", "TRUE", "yes", "no", Raw("1e400"), [], {}]
_REVIEWS = [1, "1", True, Raw("1.0"), Raw("1e0")]
_NO_REVIEWS = [0, "0", False, None, "true", "", 2, [], {}, " 1", "Y"]
UPDATE_TYPES = ["force_update", "optional_update", "optional_update"]
OTHER_TYPES = ["no_update", "no_update", "no_update", "Force_Update", "", 7, None, [], "other"]
_FLAGS = ["Y", "y", "Y", True, "N", "n", "N", False, None]
_WRONG_FLAGS = ["yes", "", " Y", 1, 0, [], {}, "true", "\uff39"]


def _review(dice: Dice) -> Any:
    return either(dice, _NO_REVIEWS, _REVIEWS, 0.4)


def ssvc(dice: Dice, scene: Scene) -> JSONObject:
    root = some(
        dice,
        {},
        SSVCMinimumSupportedVersionNumber=(0.7, lambda: _bundle_number(dice, scene)),
        SSVCLatestVersionNumber=(0.6, lambda: _bundle_number(dice, scene)),
        SSVCLatestVersionKey=(0.6, lambda: version(dice, scene)),
        SSVCLatestVersionAvailableSince=(0.3, lambda: dice.pick([1388750400, -1, "soon", [], None])),
    )
    if dice.chance(0.04):
        root["SSVCLatestVersionKey"] = dice.pick([Raw("2.0"), 5, True, [], {}])
    return root


def _bundle_number(dice: Dice, scene: Scene) -> Any:
    properties = scene.properties
    written = properties.get("appVersionCode", properties.get("appVersionName"))
    mine = bundle_number(written or "") or 0x99998000
    near = max(mine + dice.pick([0, 0, 1, 1, -1]), 0)
    number = dice.weighted((6, near), (2, mine + 0x100000), (2, 0), (1, 0x99998000), (0.3, 10**30))
    return dice.weighted(
        (8, number),
        (2, str(number)),
        (0.5, Raw(f"{number}.0")),
        (0.2, Raw(f"{number}e0")),
        (0.2, f" {number} "),
        (0.1, Raw("1e400")),
        (0.1, None),
        (0.7, dice.pick([-5, -5, Raw("1.5"), True, "x", "", [], {}, "-1", "0x10"])),
    )


def sunstripe(dice: Dice, scene: Scene) -> JSONObject:
    info = some(
        dice,
        {},
        needed_version_update=(
            0.95,
            lambda: either(
                dice,
                [True, 1, "1", "true", "YES", 1, 0, False],
                _WRONG_NUMBERS + ["True", "Yes", "YES ", Raw("1.0")],
                0.12,
            ),
        ),
        update_type=(0.92, lambda: either(dice, UPDATE_TYPES, OTHER_TYPES, 0.2)),
        update_url=(0.8, lambda: address(dice)),
        update_alert_body=(0.5, lambda: dice.pick(TEXTS)),
        update_alert_title=(0.3, lambda: dice.pick(TEXTS)),
        update_update_button_title=(0.2, lambda: dice.pick(TEXTS)),
    )
    root = some(
        dice,
        {"result": "successed"},
        code=(0.8, lambda: dice.pick([2000, 2000, 3000, 5000, "x", None, []])),
        messages=(0.5, lambda: dice.pick([["m"], [], "m", None])),
    )
    if dice.chance(0.12):
        root["result"] = dice.pick(["failured", "SUCCESSED", "successed ", "", 1, None, []])
    if dice.chance(0.95):
        root["version_info"] = info if dice.chance(0.95) else dice.pick([None, [], "x", 5, True, [info]])
    return root


def login(dice: Dice, scene: Scene) -> JSONObject:
    return some(
        dice,
        {},
        hasNewVersion=(
            0.95,
            lambda: either(
                dice,
                ["1", "1", 1, True, "true", Raw("1.0"), "0", False],
                _NUMBERS + _WRONG_NUMBERS + ["false", "False"],
                0.2,
            ),
        ),
        needUpgrade=(0.7, lambda: either(dice, _NUMBERS, _WRONG_NUMBERS, 0.1)),
        downloadUrl=(0.85, lambda: address(dice)),
        review=(0.25, lambda: _review(dice)),
    )


def table(dice: Dice, scene: Scene) -> JSONObject:
    if dice.chance(0.03):
        return dice.pick([{}, {"versions": None}, {"versions": {}}, {"versions": "x"}, {"Versions": []}])
    rows: list[Any] = [_row(dice, version(dice, scene)) for _ in range(dice.weighted((1, 0), (4, 1), (6, 3), (2, 6)))]
    if dice.chance(0.6):
        own = _row(dice, scene.properties.get("appVersionName") or "1.0")
        rows.append({**own, "updated": dice.pick(["Y", "y", True])})
        rows.reverse()
    if dice.chance(0.7):
        newest = _row(dice, dice.pick([*HIGH, "30", "30", "30", "30.0", "30.0"]))
        rows.append({**newest, "updated": "N", "forceUpdated": dice.pick(["N", "N", "Y"])})
    if dice.chance(0.08):
        rows.append(dice.pick([None, "x", 7, [], {}]))
    if dice.chance(0.4):
        dice.shuffle(rows)
    root: JSONObject = {"versions": rows}
    revisions = (0.15, lambda: either(dice, [1, 2, 3, 3, 4, "2", 0, -1], ["x", 1.5, True, None, []]))
    return some(dice, root, revision=revisions)


def _row(dice: Dice, text: Any) -> JSONObject:
    return some(
        dice,
        {"version": text},
        updated=(0.9, lambda: either(dice, _FLAGS, _WRONG_FLAGS)),
        forceUpdated=(0.8, lambda: either(dice, _FLAGS, _WRONG_FLAGS)),
        downloadUrl=(0.85, lambda: address(dice)),
        review=(0.15, lambda: _review(dice)),
    )


def segments(dice: Dice, scene: Scene) -> JSONObject:
    return some(
        dice,
        {},
        version=(0.98, lambda: version(dice, scene)),
        downloadUrl=(0.85, lambda: address(dice)),
        review=(0.25, lambda: _review(dice)),
        title=(0.2, lambda: dice.pick(TEXTS)),
        message=(0.4, lambda: dice.pick(TEXTS)),
        whatIsNew=(0.2, lambda: dice.pick(TEXTS)),
    )
