"""The format `sunstripe`: SSVersionUpdater's answer, in which the server decides."""

from typing import Any

from herald_tools.contract.formats.document import Fetch, deciding_flag, destination, present, read_root, update
from herald_tools.contract.policy import Policy, Refused, Rule
from herald_tools.json_types import JSONObject


def read_sunstripe(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    if root.get("result") != "successed":
        raise Refused("serverSaidFailure")
    info = root.get("version_info", {})
    if not isinstance(info, dict):
        raise Refused("invalidDocument")
    return Policy(family="sunstripe", rules=_rules(present(info), fetch))


def _rules(info: JSONObject, fetch: Fetch) -> list[Rule]:
    kind, is_needed = _kind(info.get("update_type")), deciding_flag(info.get("needed_version_update"))
    if kind is None or not is_needed:
        return []
    url = destination(fetch, info.get("update_url"))
    return update("sunstripe", kind, url, message=info.get("update_alert_body"))


def _kind(update_type: Any) -> str | None:
    if update_type == "no_update":
        return None
    return "force" if update_type == "force_update" else "optional"
