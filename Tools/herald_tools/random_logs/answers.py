"""Random answers of update servers: documents of every published format but `herald`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

if TYPE_CHECKING:
    from herald_tools.random_logs.streams import Stream

from herald_tools.contract.formats.ssvc import bundle_number
from herald_tools.contract.versions import read_version
from herald_tools.random_logs import vocabulary
from herald_tools.random_logs.feeds import feed, prince
from herald_tools.random_logs.json_writer import Raw
from herald_tools.random_logs.pages import page

_HIGH = ["10.5", "10.5", "10.5.0", "11", "20.1", "10.5-rc.1"]
_NUMBERS = [0, 1, 1, Raw("1.0"), "1", "0", True, False, Raw("-0"), Raw("1e0"), Raw("0.0"), None]
_WRONG_NUMBERS = [2, Raw("0.5"), -1, "", " 1", "01", "TRUE", "yes", "no", Raw("1e400"), [], {}]
_WRONG_VERSIONS = [*vocabulary.WRONG_TYPES, "", " ", "abc", "v2", "2..7", None, Raw("2.0")]
_TEXTS = ["hello", "caf\u00e9", " \u00fc ", "", " ", "\u3000", 7, None, [], {}, True]
_REVIEWS = [1, "1", True, Raw("1.0"), Raw("1e0")]
_NO_REVIEWS = [0, "0", False, None, "true", "", 2, [], {}, " 1", "Y"]
_OWN_BUNDLES = [vocabulary.APP] * 5 + [f" {vocabulary.APP} "]
_OTHER_BUNDLES: list[Any] = [*vocabulary.PACKAGES, "", " ", 7, None, []]
_UPDATE_TYPES = ["force_update", "optional_update", "optional_update"]
_OTHER_TYPES = ["no_update", "no_update", "no_update", "Force_Update", "", 7, None, [], "other"]
_TRACKS = [1, 284882215, "77", 0, Raw("5.0"), Raw("5e0"), " 7 ", "7 8", "", True, [], None]
_SYSTEMS = [*vocabulary.SYSTEM_VERSIONS, "10.3.2", "15", "15", "x", 5, Raw("12.0")]
_FLAGS = ["Y", "y", "Y", True, "N", "n", "N", False, None]
_WRONG_FLAGS = ["yes", "", " Y", 1, 0, [], {}, "true", "\uff39"]


def answer(dice: Dice, format_name: str, scene: Stream) -> Any:
    """The root of a JSON document, or the text of a page, for a device."""
    return _MAKERS[format_name](dice, scene)


def version(dice: Dice, scene: Stream) -> Any:
    """A version, often near the device's, now and then none at all."""
    if dice.chance(0.03):
        return dice.pick(_WRONG_VERSIONS)
    return dice.weighted(
        (4, _near(dice, scene)),
        (2, dice.pick(_HIGH)),
        (2, dice.pick(vocabulary.VERSIONS)),
        (0.4, dice.pick(vocabulary.ODD_VERSIONS)),
    )


def _near(dice: Dice, scene: Stream) -> str:
    """The device's own version, or one that differs from it in one of its first three numbers."""
    written = scene.properties.get("appVersionName") or "1.0"
    mine = read_version(written)
    if mine is None or dice.chance(0.25):
        return dice.weighted((4, written), (1, f" {written}"), (1, f"{written}.0"), (1, f"{written}+b"))
    numbers = (mine.numbers + [0, 0])[:3]
    at = dice.pick([0, 1, 1, 2])
    step = dice.pick([1, 1, 1, 2, -1])
    numbers[at] += step
    if at == 0 and step < 0:
        numbers[1] += 1  # lower, though its second number is higher
    kept = numbers[: dice.randint(at + 1, 3)]
    return ".".join(map(str, kept)) + dice.weighted((12, ""), (1, "-beta.2"), (1, ".0"), (1, "+5"))


def _address(dice: Dice) -> Any:
    return dice.weighted(
        (8, dice.pick(vocabulary.GOOD_URLS)),
        (1, dice.pick(vocabulary.BAD_URLS)),
        (0.5, dice.pick(vocabulary.BLANKS)),
        (0.5, dice.pick(vocabulary.WRONG_TYPES)),
        (0.3, None),
    )


def _some(dice: Dice, root: JSONObject, **choices: tuple[float, Callable[[], Any]]) -> JSONObject:
    """Adds keys, each by its (probability, value maker)."""
    for key, (probability, make) in choices.items():
        if dice.chance(probability):
            root[key] = make()
    return root


def _either(dice: Dice, usual: Sequence[Any], odd: Sequence[Any], share: float = 0.06) -> Any:
    return dice.pick(odd if dice.chance(share) else usual)


def _review(dice: Dice) -> Any:
    return _either(dice, _NO_REVIEWS, _REVIEWS, 0.4)


# The formats


def _ssvc(dice: Dice, scene: Stream) -> JSONObject:
    root = _some(
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


def _bundle_number(dice: Dice, scene: Stream) -> Any:
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


def _sunstripe(dice: Dice, scene: Stream) -> JSONObject:
    info = _some(
        dice,
        {},
        needed_version_update=(
            0.95,
            lambda: _either(
                dice,
                [True, 1, "1", "true", "YES", 1, 0, False],
                _WRONG_NUMBERS + ["True", "Yes", "YES ", Raw("1.0")],
                0.12,
            ),
        ),
        update_type=(0.92, lambda: _either(dice, _UPDATE_TYPES, _OTHER_TYPES, 0.2)),
        update_url=(0.8, lambda: _address(dice)),
        update_alert_body=(0.5, lambda: dice.pick(_TEXTS)),
        update_alert_title=(0.3, lambda: dice.pick(_TEXTS)),
        update_update_button_title=(0.2, lambda: dice.pick(_TEXTS)),
    )
    root = _some(
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


def _login(dice: Dice, scene: Stream) -> JSONObject:
    return _some(
        dice,
        {},
        hasNewVersion=(
            0.95,
            lambda: _either(
                dice,
                ["1", "1", 1, True, "true", Raw("1.0"), "0", False],
                _NUMBERS + _WRONG_NUMBERS + ["false", "False"],
                0.2,
            ),
        ),
        needUpgrade=(0.7, lambda: _either(dice, _NUMBERS, _WRONG_NUMBERS, 0.1)),
        downloadUrl=(0.85, lambda: _address(dice)),
        review=(0.25, lambda: _review(dice)),
    )


def _table(dice: Dice, scene: Stream) -> JSONObject:
    if dice.chance(0.03):
        return dice.pick([{}, {"versions": None}, {"versions": {}}, {"versions": "x"}, {"Versions": []}])
    rows: list[Any] = [_row(dice, version(dice, scene)) for _ in range(dice.weighted((1, 0), (4, 1), (6, 3), (2, 6)))]
    if dice.chance(0.6):
        own = _row(dice, scene.properties.get("appVersionName") or "1.0")
        rows.append({**own, "updated": dice.pick(["Y", "y", True])})
        rows.reverse()
    if dice.chance(0.7):
        newest = _row(dice, dice.pick([*_HIGH, "30", "30", "30", "30.0", "30.0"]))
        rows.append({**newest, "updated": "N", "forceUpdated": dice.pick(["N", "N", "Y"])})
    if dice.chance(0.08):
        rows.append(dice.pick([None, "x", 7, [], {}]))
    if dice.chance(0.4):
        dice.shuffle(rows)
    return {"versions": rows}


def _row(dice: Dice, text: Any) -> JSONObject:
    return _some(
        dice,
        {"version": text},
        updated=(0.9, lambda: _either(dice, _FLAGS, _WRONG_FLAGS)),
        forceUpdated=(0.8, lambda: _either(dice, _FLAGS, _WRONG_FLAGS)),
        downloadUrl=(0.85, lambda: _address(dice)),
        review=(0.15, lambda: _review(dice)),
    )


def _segments(dice: Dice, scene: Stream) -> JSONObject:
    return _some(
        dice,
        {},
        version=(0.98, lambda: version(dice, scene)),
        downloadUrl=(0.85, lambda: _address(dice)),
        review=(0.25, lambda: _review(dice)),
        title=(0.2, lambda: dice.pick(_TEXTS)),
        message=(0.4, lambda: dice.pick(_TEXTS)),
        whatIsNew=(0.2, lambda: dice.pick(_TEXTS)),
    )


def _itunes(dice: Dice, scene: Stream) -> JSONObject:
    entry = _some(
        dice,
        {},
        version=(0.98, lambda: version(dice, scene)),
        trackViewUrl=(0.6, lambda: _address(dice)),
        trackId=(0.7, lambda: dice.pick(_TRACKS)),
        bundleId=(0.85, lambda: _either(dice, _OWN_BUNDLES, _OTHER_BUNDLES)),
        minimumOsVersion=(0.6, lambda: dice.pick([*_SYSTEMS, *[scene.properties.get("deviceOsVersion")] * 3])),
        releaseNotes=(0.3, lambda: dice.pick(_TEXTS)),
        description=(0.4, lambda: _description(dice, scene)),
        currentVersionReleaseDate=(0.2, lambda: dice.pick(["2026-01-01T00:00:00Z", "x", 5])),
    )
    root = {"resultCount": 1, "results": [entry]}
    if dice.chance(0.07):
        root["results"] = dice.pick([[], None, {}, "x", [None], [[]], ["x"], [entry, {}], [entry, "x"], [{}, entry]])
    if dice.chance(0.1):
        root["resultCount"] = dice.pick([0, Raw("0.0"), "0", None, False, 2, Raw("-0"), []])
    return root


def _description(dice: Dice, scene: Stream) -> Any:
    """A store's text, with upgrader's mark for the minimum version."""
    least = version(dice, scene)
    mark = dice.pick(["[:mav: {}]", "[:MAV:{}]", "[Minimum supported app version: {}]", "[:mav: {}", "[mav: {}]"])
    return dice.weighted(
        (8, dice.pick(["", "New! ", "[ [:mav: x] "]) + mark.format(least) + dice.pick(["", " More."])),
        (1, dice.pick(_TEXTS)),
    )


def _storepage(dice: Dice, scene: Stream) -> str:
    return page(dice, version(dice, scene), version(dice, scene))


def _umeng(dice: Dice, scene: Stream) -> JSONObject:
    return _some(
        dice,
        {},
        update=(
            0.97,
            lambda: _either(
                dice,
                ["Yes", "Yes", "YES", "yes", True, "No", "nO", False],
                ["", "true", 1, None, [], " Yes", "Ye\u017f"],
            ),
        ),
        version=(0.95, lambda: version(dice, scene)),
        path=(0.85, lambda: _address(dice)),
        update_log=(0.3, lambda: dice.pick(_TEXTS)),
    )


def _appupdate(dice: Dice, scene: Stream) -> JSONObject:
    root = _umeng(dice, scene)
    names = {"version": "new_version", "path": "apk_file_url"}
    root = {names.get(key, key): value for key, value in root.items()}
    return _some(dice, root, constraint=(0.5, lambda: dice.pick([True, True, False, None, "true", 1, []])))


def _appupdater(dice: Dice, scene: Stream) -> JSONObject:
    return _some(
        dice,
        {},
        latestVersion=(0.85, lambda: version(dice, scene)),
        latestVersionCode=(0.7, lambda: _code(dice, scene)),
        url=(0.85, lambda: _address(dice)),
        releaseNotes=(0.3, lambda: dice.pick([*_TEXTS, ["a", "b"]])),
    )


def _code(dice: Dice, scene: Stream) -> Any:
    """A version code, often near the device's."""
    mine = read_version(scene.properties.get("appVersionCode") or "")
    near = (mine.numbers[0] if mine else 10) + dice.pick([0, 1, 1, -1])
    return _either(dice, [near, near, 10, 50, 99], [str(near), Raw(f"{near}.0"), Raw("1.5"), True, "x", None, []])


def _princeofversions(dice: Dice, scene: Stream) -> JSONObject:
    return prince(dice, scene, version, _code)


def _appcast(dice: Dice, scene: Stream) -> str:
    return feed(dice, scene, version, _address)


_MAKERS = {
    "ssvc": _ssvc,
    "sunstripe": _sunstripe,
    "login": _login,
    "table": _table,
    "segments": _segments,
    "itunes": _itunes,
    "storepage": _storepage,
    "umeng": _umeng,
    "princeofversions": _princeofversions,
    "appcast": _appcast,
    "appupdater": _appupdater,
    "appupdate": _appupdate,
}
NAMES = tuple(_MAKERS)
