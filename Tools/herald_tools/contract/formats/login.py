"""The format `login`: what a login service answers beside its own business."""

from herald_tools.contract.canonical import NotCanonical, canonical_number
from herald_tools.contract.formats.document import Fetch, destination, read_root, under_review, update
from herald_tools.contract.numbers import Number
from herald_tools.contract.policy import Policy, Refused
from herald_tools.json_types import JSONObject


def read_login(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    if not any(name in root for name in ("hasNewVersion", "needUpgrade", "downloadUrl")):
        raise Refused("invalidDocument")
    has_new, needs_upgrade = _word(root, "hasNewVersion"), _word(root, "needUpgrade")
    rules = []
    if has_new not in (None, "0", "false"):
        kind = "force" if needs_upgrade in ("1", "true") else "optional"
        rules = update("login", kind, destination(fetch, root.get("downloadUrl")))
    return Policy(family="login", is_under_review=under_review(root.get("review")), rules=rules)


def _word(root: JSONObject, name: str) -> str | None:
    """A text; numbers and booleans as one."""
    value = root.get(name)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, Number):
        raise Refused("invalidDocument")
    try:
        return canonical_number(value.text)
    except NotCanonical as error:
        raise Refused("invalidDocument") from error
