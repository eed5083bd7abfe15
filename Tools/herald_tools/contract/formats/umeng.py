"""The format `umeng`: a third party's update service."""

from ..policy import Policy, Refused
from .document import destination, is_newer, read_root, update, version_of

_WORDS = {"yes": True, "no": False}


def read_umeng(body, fetch):
    root = read_root(body)
    word = root.get("update")
    has_update = _WORDS.get(word.lower()) if isinstance(word, str) else None
    if has_update is None:
        raise Refused("invalidDocument")
    return Policy(family="umeng", rules=_rules(root, fetch) if has_update else [])


def _rules(root, fetch):
    version = version_of(root)
    return update(
        "umeng",
        "optional",
        destination(fetch, root.get("path")),
        is_offered=lambda properties: is_newer(version, properties),
    )
