"""The format `login`: what a login service answers beside its own business."""

from herald_tools.contract.formats.document import (
    Fetch,
    deciding_flag,
    demand_any,
    destination,
    lenient_flag,
    read_root,
    under_review,
    update,
)
from herald_tools.contract.policy import Policy, Refused


def read_login(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    demand_any(root, "hasNewVersion", "needUpgrade", "downloadUrl")
    has_new = deciding_flag(root.get("hasNewVersion"))
    if isinstance(root.get("needUpgrade"), list | dict):
        raise Refused("invalidDocument")
    rules = []
    if has_new:
        kind = "force" if lenient_flag(root.get("needUpgrade")) else "optional"
        rules = update("login", kind, destination(fetch, root.get("downloadUrl")))
    return Policy(family="login", is_under_review=under_review(root.get("review")), rules=rules)
