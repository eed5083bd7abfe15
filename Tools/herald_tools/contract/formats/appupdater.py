"""The format `appupdater`: the latest version, and its code."""

from herald_tools.contract import fields
from herald_tools.contract.fields import Invalid
from herald_tools.contract.formats.document import Fetch, destination, is_newer, read_root, update, version_of
from herald_tools.contract.policy import Policy, Refused
from herald_tools.contract.text import is_blank
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import JSONObject, Properties


def read_appupdater(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    code = _code(root)
    version = _version(root, code is not None)
    if version is None and code is None:
        raise Refused("noVersion")
    rules = update(
        "appupdater",
        "optional",
        destination(fetch, root.get("url")),
        is_offered=lambda properties: is_offered(code, version, properties),
        published=root["latestVersion"] if version else None,
        published_code=code.numbers[0] if code and not version else None,
    )
    return Policy(family="appupdater", rules=rules)


def _version(root: JSONObject, has_code: bool) -> Version | None:
    """The version; beside a code one that cannot be read counts as absent."""
    try:
        return version_of(root, "latestVersion") if "latestVersion" in root else None
    except Refused:
        if has_code:
            return None
        raise


def _code(root: JSONObject) -> Version | None:
    try:
        code = fields.whole_number(root, "latestVersionCode")
    except Invalid as error:
        raise Refused("invalidDocument") from error
    return None if code is None else Version([code], None)


def is_offered(code: Version | None, version: Version | None, properties: Properties) -> bool:
    """By the code, where the device has one too; else by the version."""
    installed = properties.get("appVersionCode") or ""
    if code is not None and (version is None or not is_blank(installed)):
        mine = read_version(installed)
        return mine is not None and code.compare(mine) > 0
    return version is not None and is_newer(version, properties)
