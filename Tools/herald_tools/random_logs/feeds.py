"""Random feeds of releases, and configurations of Prince of Versions."""

from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from herald_tools.json_types import JSONObject
from herald_tools.random_logs import manners, vocabulary
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.json_writer import Raw
from herald_tools.random_logs.scene import Scene

_SPARKLE = "http://www.andymatuschak.org/xml-namespaces/sparkle"
_BREAKS = [
    lambda text: "<!DOCTYPE rss>" + text,
    lambda text: text[:-7],
    lambda text: text.replace("</item>", "", 1),
    lambda text: text.replace("<item>", "<item>&nbsp;", 1),
    lambda text: text.replace("<item>", "<item><x:y/>", 1),
    lambda text: text + "x",
    lambda text: text.replace("<item>", "<item>]]>", 1),
    lambda text: text.replace("<channel>", "<channel a='1' a='2'>", 1),
    lambda text: text.replace("<item>", "<item>\x01", 1),
    lambda text: "\n<?xml version='1.0'?>" + text,
    lambda text: text.replace("channel>", "chanel>"),
    lambda text: "",
]
_WHOLE = [
    lambda text: text,
    lambda text: "\ufeff" + text,
    lambda text: '<?xml version="1.0" encoding="iso-8859-1"?>\n' + text,
    lambda text: "<!-- feed --><?app x?>\r\n" + text + "\n",
    lambda text: text.replace("<item>", "<item><title><![CDATA[<b>&amp;]]></title><!-- <item> -->"),
]
_DATES = [
    "Mon, 02 Mar 2026 08:00:00 +0000",
    "1 Mar 2026 23:59 EST",
    "2026-03-01T08:00:00Z",
    "soon",
    "31 Feb 2026 08:00 GMT",
    "Monday, 2 March 26 8:00 GMT+0200",
    "Mo., 02-Mar-2026 08:00:00 +01:00 (CET)",
]

FREQUENCIES = ["ONCE", "ONCE", "ALWAYS", "once", 7, None]
NOTICES = ["ONCE", "ALWAYS", None]

Version = Callable[[Dice, Scene], Any]


def house_rules(dice: Dice, scene: Scene) -> Any:
    """The configuration of an app, now and then with values that cannot be read."""
    rules: JSONObject = {}
    for key, values in (
        ("displayPeriodInHours", [24, 1, Raw("0.5"), "12", 0, -1, "x", None]),
        ("maxDisplayCount", [1, 2, "3", 0, -1, Raw("1.5"), True]),
        ("skippable", [True, True, "1", False, "x", 2]),
        ("rollout", [100, 50, 10, "25.5", 101, [], None]),
        ("deadline", [{"deferrals": 3}]),
        ("unknown", [1]),
    ):
        if dice.chance(0.4):
            rules[key] = dice.pick(values)
    if scene.has_manners:
        manners.add_to_house(dice, rules, scene)
    return rules if dice.chance(0.95) else dice.pick([None, [], "x", 7])


def feed(dice: Dice, scene: Scene, version: Version, address: Callable[[Dice], Any]) -> str:
    """An appcast, whole or broken."""
    prefix = dice.pick(["sparkle", "sparkle", "s"])
    items = "".join(
        _item(dice, scene, prefix, version, address) for _ in range(dice.weighted((1, 0), (3, 1), (4, 3), (2, 5)))
    )
    text = f'<rss version="2.0" xmlns:{prefix}="{_SPARKLE}"><channel><title>App</title>{items}</channel></rss>'
    return dice.pick(_BREAKS if dice.chance(0.08) else _WHOLE)(text)


def _item(dice: Dice, scene: Scene, prefix: str, version: Version, address: Callable[[Dice], Any]) -> str:
    def element(name: str, value: Any) -> str:
        return f"<{prefix}:{name}>{escape(_text(value))}</{prefix}:{name}>"

    pieces, attributes = [], {"url": _text(address(dice))}
    for name, chance in (("version", 0.85), ("shortVersionString", 0.5)):
        value = (
            dice.pick([version(dice, scene), dice.pick(vocabulary.CODES)])
            if name == "version"
            else version(dice, scene)
        )
        if dice.chance(chance):
            if dice.chance(0.3):
                attributes[f"{prefix}:{name}"] = _text(value)
            else:
                pieces.append(element(name, value))
    system = scene.properties.get("deviceOsVersion") or "10"
    for name in ("minimumSystemVersion", "maximumSystemVersion"):
        if dice.chance(0.15):
            pieces.append(element(name, dice.pick([system, system, "9", "99", "x"])))
    if dice.chance(0.2):
        systems = [*vocabulary.SYSTEMS, "ios", "android", "osx", "windows-x64", "macos-arm64"]
        attributes[f"{prefix}:os"] = dice.pick(systems) or "ios"
    if dice.chance(0.1):
        attributes[f"{prefix}:cpu"] = dice.pick(vocabulary.ARCHITECTURES) or "arm64"
    if dice.chance(0.1):
        pieces.append(element("hardwareRequirements", dice.pick(["arm64", "x64, arm64", "x86_64 arm64", " "])))
    if dice.chance(0.1):
        attributes[f"{prefix}:MinimumSystemVersion"] = dice.pick(["9", "99", "x"])
    if dice.chance(0.15):
        pieces.append(element("channel", dice.pick(["beta", "BETA", "*", " "])))
    if dice.chance(0.2):
        critical = dice.pick(["", f' {prefix}:version="2.7"', f' {prefix}:version="x"', ' version="2.7"'])
        tag = f"<{prefix}:criticalUpdate{critical}/>"
        pieces.append(dice.pick([tag, f"<{prefix}:tags>{tag}</{prefix}:tags>"]))
    if dice.chance(0.15):
        own = scene.properties.get("appVersionName") or "1.0"
        inside = dice.pick(["", element("version", own), element("version", "2.0")])
        pieces.append(f"<{prefix}:informationalUpdate>{inside}</{prefix}:informationalUpdate>")
    if dice.chance(0.5):
        pieces.append(f"<pubDate>{dice.pick(_DATES)}</pubDate>")
    if dice.chance(0.3):
        interval = dice.pick(["86400", "3600", "0.5", "0", "x"])
        if dice.chance(0.3):
            attributes[f"{prefix}:phasedRolloutInterval"] = interval
        else:
            pieces.append(element("phasedRolloutInterval", interval))
    if dice.chance(0.5):
        pieces.append(f"<link>{escape(_text(address(dice)))}</link>")
    if dice.chance(0.85):
        pieces.append("<enclosure" + "".join(f" {name}={quoteattr(text)}" for name, text in attributes.items()) + "/>")
    dice.shuffle(pieces)
    return "<item>" + "".join(pieces) + "</item>"


def _text(value: Any) -> str:
    """As XML can carry it."""
    text = value if isinstance(value, str) else "7"
    return "".join(scalar for scalar in text if scalar >= " " or scalar in "\t\n")


def prince(dice: Dice, scene: Scene, version: Version, code: Version) -> JSONObject:
    """A configuration of Prince of Versions."""
    root: JSONObject = {}
    for key in ("ios2", "ios", "android2", "android", "macos2", "macos"):
        if dice.chance(0.4):
            entries = [_entry(dice, scene, version, code) for _ in range(dice.randint(0, 3))]
            root[key] = entries if dice.chance(0.8) or not entries else entries[0]
            if dice.chance(0.02):
                root[key] = dice.pick([None, "x", 7, [7], [None], True])
    return root


def _entry(dice: Dice, scene: Scene, version: Version, code: Version) -> JSONObject:
    def bound() -> Any:
        return code(dice, scene) if dice.chance(0.3) else version(dice, scene)

    if dice.chance(0.2):
        offered = {"version": bound(), "notification_type": dice.pick(NOTICES)}
        return {"minimum_version": bound(), "optional_update": offered if dice.chance(0.9) else dice.pick([None, 7])}
    entry: JSONObject = {}
    for key, chance in (("required_version", 0.7), ("last_version_available", 0.5), ("latest_version", 0.3)):
        if dice.chance(chance):
            entry[key] = bound()
    if dice.chance(0.4):
        entry["notify_last_version_frequency"] = dice.pick(FREQUENCIES)
    if dice.chance(0.5):
        names = [*scene.properties, "city", "tier"]
        wanted = {name: scene.properties.get(name, "x") for name in dice.sample(names, dice.randint(0, 2))}
        if dice.chance(0.4):
            system = scene.properties.get("deviceOsVersion") or "10"
            wanted["required_os_version"] = dice.pick([system, "9", "99", 21, "x", None, []])
        if dice.chance(0.1):
            wanted["tier"] = dice.pick(["*", 5, True, None, [], {}])
        entry["requirements"] = wanted if dice.chance(0.97) else dice.pick([7, [], "x"])
    return entry
