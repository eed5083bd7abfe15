"""The format `itunes`: the App Store's lookup."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from herald_tools.contract.canonical import NotCanonical, canonical_number
from herald_tools.contract.formats.document import (
    Fetch,
    destination,
    is_newer_release,
    present,
    read_root,
    update,
    version_of,
)
from herald_tools.contract.formats.systems import read_system
from herald_tools.contract.numbers import Number
from herald_tools.contract.policy import Policy, Refused, Rule
from herald_tools.contract.text import is_blank, trim
from herald_tools.contract.times import Bound, read_bound
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import JSONObject, Properties

# Each mark may begin inside an earlier one that is not closed.
_MARK = re.compile(r"\[(?=(?::mav:|minimum supported app version:)([^\]]*)\])", re.IGNORECASE | re.ASCII)
_MAC = "mac-software"
_PAGE = "itms-apps://itunes.apple.com/app/id"


def read_itunes(body: str, fetch: Fetch) -> Policy:
    read: dict[bool, list[Policy]] = {True: [], False: []}
    refusals = []
    for entry in _results(read_root(body)):
        try:
            read[entry.get("kind") == _MAC].append(_policy(entry, fetch))
        except Refused as refusal:
            refusals.append(refusal)
    main = next(iter(read[False] + read[True]), None)
    if main is None:
        raise refusals[0]

    def choose(properties: Properties) -> Policy:
        fitting = read[read_system(properties.get("deviceOsName"))[0] == "macos"]
        mine = trim(properties.get("appPackageName") or "")
        own = (policy for policy in fitting if policy.package_name == mine)
        return next(own, None) or next(iter(fitting), replace(main, rules=[], rank=None))

    rules = [rule for policy in read[False] + read[True] for rule in policy.rules]
    return replace(main, rules=rules, choose=choose, left_out=len(refusals))


def _policy(entry: JSONObject, fetch: Fetch) -> Policy:
    version = version_of(entry)
    bundle_id, date = entry.get("bundleId"), entry.get("currentVersionReleaseDate")
    url = destination(fetch, entry.get("trackViewUrl"), _page(entry.get("trackId")))
    runs_on, release = _runs_on(entry.get("minimumOsVersion")), _release(date)

    def rules(name: str, kind: str, least: Version) -> list[Rule]:
        return update(
            name,
            kind,
            url,
            is_offered=lambda properties: is_newer_release(least, properties),
            runs_on=runs_on,
            published=entry["version"],
            released_at=fetch.believes(release),
            is_release_unread=date is not None and release is None,
        )

    minimum = _minimum(entry.get("description"))
    return Policy(
        family="itunes",
        rank=version,
        package_name=trim(bundle_id) if isinstance(bundle_id, str) and not is_blank(bundle_id) else None,
        rules=(rules("itunes-minimum", "force", minimum) if minimum else []) + rules("itunes", "optional", version),
    )


def _release(written: Any) -> Bound | None:
    return read_bound(trim(written)) if isinstance(written, str) else None


def _minimum(description: Any) -> Version | None:
    """The version of the first of upgrader's marks that names one."""
    marks = _MARK.finditer(description) if isinstance(description, str) else []
    versions = (read_version(mark[1]) for mark in marks)
    return next((version for version in versions if version is not None), None)


def _results(root: JSONObject) -> list[JSONObject]:
    count, results = root.get("resultCount"), root.get("results")
    if results is None or results == [] or (isinstance(count, Number) and count.value() == 0):
        raise Refused("notInStore")
    if not isinstance(results, list) or not isinstance(results[0], dict):
        raise Refused("invalidDocument")
    return [present(result) for result in results if isinstance(result, dict)]


def _page(track_id: Any) -> str | None:
    """The store's address by number; None without one."""
    if isinstance(track_id, Number):
        try:
            return _PAGE + canonical_number(track_id.text)
        except NotCanonical:
            return None
    return _PAGE + trim(track_id) if isinstance(track_id, str) and not is_blank(track_id) else None


def _runs_on(minimum: Any) -> Callable[[Properties], bool]:
    """Whether a device's system is at least what the store demands; a limit that cannot be read nobody meets."""
    text = minimum.text if isinstance(minimum, Number) else minimum
    least = read_version(text) if isinstance(text, str) else None

    def runs_on(properties: Properties) -> bool:
        system = read_version(properties.get("deviceOsVersion", ""))
        return minimum is None or (least is not None and (system is None or system.compare(least) >= 0))

    return runs_on
