"""Random web pages of the App Store, as far as a version can be found in them."""

from typing import Any

from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.json_writer import Writer

_TYPES = ["SoftwareApplication", "SoftwareApplication", "SoftwareApplication", ["Thing", "SoftwareApplication"]]
_OTHER_TYPES = ["Organization", "softwareapplication", ["Thing"], None, 7, []]
_SCRIPTS = [
    '<script type="application/ld+json">',
    '<script type="application/ld+json">',
    "<script type='application/ld+json' id=x>",
    '<SCRIPT name="schema:software" TYPE="application/ld+json" >',
    "<script\n type=application/ld+json>",
]
_BROKEN = ["{", "", "[1,", '{"@type":"SoftwareApplication","softwareVersion":}', "null", "5", '"Version 99"']
_NOISE = [
    "<!-- Version 99.1 -->",
    '<script>var s = "Version 99.2";</script>',
    '<p title="Version 99.3">x</p>',
    "<style>/* Version 99.4 */</style>",
    '<script type="application/json">{"softwareVersion":"99.5"}</script>',
    "<p>version 99.6</p>",
    "<p>Version</p>",
    "<p>Version one</p>",
    "<p>Versions 99.7</p>",
    "<br/>",
    "&copy;",
    "<p>a &lt; b</p>",
]
_VISIBLE = [
    "<p>Version {}</p>",
    "<p>Version {}</p>",
    "<span>Version\n  {}, today</span>",
    "<p>Version&nbsp;{}</p>",
    "<li>Version {}</li><li>Version 99.8</li>",
    "<p>\u7248\u672c {}</p>",
    "<p>Version 0.1 was slow.</p><div><p>Versione:&nbsp;{}</p></div>",
    "<p><b>\u0627\u0644\u0625\u0635\u062f\u0627\u0631</b> {} </p>",
    "<p>S\u00fcr\u00fcm {} yeni</p>",
]


def page(dice: Dice, linked: Any, written: Any) -> str:
    """A page with a version in its JSON-LD, in its text, in both or in neither."""
    head = [dice.pick(_NOISE) for _ in range(dice.weighted((5, 0), (2, 1), (1, 3)))]
    if dice.chance(0.7):
        head.append(_linked(dice, linked))
    body = [dice.pick(_NOISE) for _ in range(dice.weighted((5, 0), (2, 1), (1, 3)))]
    if dice.chance(0.65):
        body.append(dice.pick(_VISIBLE).format(written if isinstance(written, str) else "1"))
    if dice.chance(0.02):
        return dice.pick(["", " ", "{}", "x", "<", "Version 10.5", "<!--"])
    return (
        f"<!DOCTYPE html><html><head><title>App</title>{''.join(head)}</head>"
        f"<body>{''.join(body)}<p>x</p></body></html>"
    )


def _linked(dice: Dice, version: Any) -> str:
    node = {
        "@context": "https://schema.org",
        "@type": dice.pick(_TYPES if dice.chance(0.9) else _OTHER_TYPES),
        "name": "App",
        "softwareVersion": version,
    }
    if dice.chance(0.05):
        del node["softwareVersion"]
    value = dice.weighted(
        (8, node),
        (1, [node]),
        (2, {"@graph": [{"@type": "Thing"}, node]}),
        (0.5, [{}, node, "x"]),
        (2, {"mainEntity": node}),
    )
    text = Writer(dice, breaks=True).write(value) if dice.chance(0.94) else dice.pick(_BROKEN)
    return dice.pick(_SCRIPTS) + text.replace("</", "<\\/") + "</script>"
