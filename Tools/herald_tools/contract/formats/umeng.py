"""The formats `umeng` and `appupdate`: a service that says whether there is an update."""

from herald_tools.contract.formats.document import (
    Fetch,
    deciding_flag,
    destination,
    is_newer,
    lenient_flag,
    read_root,
    update,
    version_of,
)
from herald_tools.contract.policy import Policy, Refused
from herald_tools.json_types import JSONObject


def read_umeng(body: str, fetch: Fetch) -> Policy:
    return _policy("umeng", read_root(body), fetch, "version", "path")


def read_appupdate(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    return _policy("appupdate", root, fetch, "new_version", "apk_file_url", forces=lenient_flag(root.get("constraint")))


def _policy(name: str, root: JSONObject, fetch: Fetch, version_key: str, url_key: str, forces: bool = False) -> Policy:
    has_update = deciding_flag(root.get("update"))
    if has_update is None:
        raise Refused("invalidDocument")
    if not has_update:
        return Policy(family=name)
    version = version_of(root, version_key)
    rules = update(
        name,
        "force" if forces else "optional",
        destination(fetch, root.get(url_key)),
        is_offered=lambda properties: is_newer(version, properties),
        published=root[version_key],
    )
    return Policy(family=name, rules=rules)
