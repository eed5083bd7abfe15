"""The format `umeng`: a third party's update service."""

from herald_tools.contract.formats.document import Fetch, destination, is_newer, read_root, update, version_of
from herald_tools.contract.policy import Policy, Refused, Rule
from herald_tools.json_types import JSONObject

_WORDS = {"yes": True, "no": False}


def read_umeng(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    word = root.get("update")
    has_update = _WORDS.get(word.lower()) if isinstance(word, str) else None
    if has_update is None:
        raise Refused("invalidDocument")
    return Policy(family="umeng", rules=_rules(root, fetch) if has_update else [])


def _rules(root: JSONObject, fetch: Fetch) -> list[Rule]:
    version = version_of(root)
    return update(
        "umeng",
        "optional",
        destination(fetch, root.get("path")),
        is_offered=lambda properties: is_newer(version, properties),
    )
