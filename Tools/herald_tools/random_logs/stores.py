"""Random answers of stores, and of the servers of update libraries."""

from typing import Any

from herald_tools.contract.versions import read_version
from herald_tools.json_types import JSONObject
from herald_tools.random_logs import vocabulary
from herald_tools.random_logs.answer_parts import TEXTS, address, either, some, version
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.feeds import feed, prince
from herald_tools.random_logs.json_writer import Raw
from herald_tools.random_logs.pages import page
from herald_tools.random_logs.scene import Scene

_OWN_BUNDLES = [vocabulary.APP] * 5 + [f" {vocabulary.APP} "]
_OTHER_BUNDLES: list[Any] = [*vocabulary.PACKAGES, "", " ", 7, None, []]
_TRACKS = [1, 284882215, "77", 0, Raw("5.0"), Raw("5e0"), " 7 ", "7 8", "", True, [], None]
_SYSTEMS = [*vocabulary.SYSTEM_VERSIONS, "10.3.2", "15", "15", "x", 5, Raw("12.0")]


def itunes(dice: Dice, scene: Scene) -> JSONObject:
    entry = some(
        dice,
        {},
        version=(0.98, lambda: version(dice, scene)),
        trackViewUrl=(0.6, lambda: address(dice)),
        trackId=(0.7, lambda: dice.pick(_TRACKS)),
        bundleId=(0.85, lambda: either(dice, _OWN_BUNDLES, _OTHER_BUNDLES)),
        minimumOsVersion=(0.6, lambda: dice.pick([*_SYSTEMS, *[scene.properties.get("deviceOsVersion")] * 3])),
        releaseNotes=(0.3, lambda: dice.pick(TEXTS)),
        description=(0.4, lambda: _description(dice, scene)),
        currentVersionReleaseDate=(0.2, lambda: dice.pick(["2026-01-01T00:00:00Z", "x", 5])),
    )
    root = {"resultCount": 1, "results": [entry]}
    if dice.chance(0.07):
        root["results"] = dice.pick([[], None, {}, "x", [None], [[]], ["x"], [entry, {}], [entry, "x"], [{}, entry]])
    if dice.chance(0.1):
        root["resultCount"] = dice.pick([0, Raw("0.0"), "0", None, False, 2, Raw("-0"), []])
    return root


def _description(dice: Dice, scene: Scene) -> Any:
    """A store's text, with upgrader's mark for the minimum version."""
    least = version(dice, scene)
    mark = dice.pick(["[:mav: {}]", "[:MAV:{}]", "[Minimum supported app version: {}]", "[:mav: {}", "[mav: {}]"])
    return dice.weighted(
        (8, dice.pick(["", "New! ", "[ [:mav: x] "]) + mark.format(least) + dice.pick(["", " More."])),
        (1, dice.pick(TEXTS)),
    )


def storepage(dice: Dice, scene: Scene) -> str:
    return page(dice, version(dice, scene), version(dice, scene))


def umeng(dice: Dice, scene: Scene) -> JSONObject:
    return some(
        dice,
        {},
        update=(
            0.97,
            lambda: either(
                dice,
                ["Yes", "Yes", "YES", "yes", True, "No", "nO", False],
                ["", "true", 1, None, [], " Yes", "Ye\u017f"],
            ),
        ),
        version=(0.95, lambda: version(dice, scene)),
        path=(0.85, lambda: address(dice)),
        update_log=(0.3, lambda: dice.pick(TEXTS)),
    )


def appupdate(dice: Dice, scene: Scene) -> JSONObject:
    root = umeng(dice, scene)
    names = {"version": "new_version", "path": "apk_file_url"}
    root = {names.get(key, key): value for key, value in root.items()}
    return some(dice, root, constraint=(0.5, lambda: dice.pick([True, True, False, None, "true", 1, []])))


def appupdater(dice: Dice, scene: Scene) -> JSONObject:
    return some(
        dice,
        {},
        latestVersion=(0.85, lambda: version(dice, scene)),
        latestVersionCode=(0.7, lambda: _code(dice, scene)),
        url=(0.85, lambda: address(dice)),
        releaseNotes=(0.3, lambda: dice.pick([*TEXTS, ["a", "b"]])),
    )


def _code(dice: Dice, scene: Scene) -> Any:
    """A version code, often near the device's."""
    mine = read_version(scene.properties.get("appVersionCode") or "")
    near = (mine.numbers[0] if mine else 10) + dice.pick([0, 1, 1, -1])
    return either(dice, [near, near, 10, 50, 99], [str(near), Raw(f"{near}.0"), Raw("1.5"), True, "x", None, []])


def princeofversions(dice: Dice, scene: Scene) -> JSONObject:
    return prince(dice, scene, version, _code)


def appcast(dice: Dice, scene: Scene) -> str:
    return feed(dice, scene, version, address)
