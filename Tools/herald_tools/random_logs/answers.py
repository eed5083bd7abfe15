"""Random answers of update servers: documents of every published format but `herald`."""

from typing import Any

from herald_tools.random_logs import own_servers, stores
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.scene import Scene

_MAKERS = {
    "ssvc": own_servers.ssvc,
    "sunstripe": own_servers.sunstripe,
    "login": own_servers.login,
    "table": own_servers.table,
    "segments": own_servers.segments,
    "itunes": stores.itunes,
    "storepage": stores.storepage,
    "umeng": stores.umeng,
    "princeofversions": stores.princeofversions,
    "appcast": stores.appcast,
    "appupdater": stores.appupdater,
    "appupdate": stores.appupdate,
}
NAMES = tuple(_MAKERS)


def answer(dice: Dice, format_name: str, scene: Scene) -> Any:
    """The root of a JSON document, or the text of a page, for a device."""
    return _MAKERS[format_name](dice, scene)
