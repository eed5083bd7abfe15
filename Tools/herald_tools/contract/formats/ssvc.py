"""The format `ssvc`: SSVC's answer, numbers that the bundle version's own number is compared with."""

import re
from collections.abc import Callable
from fractions import Fraction

from herald_tools.contract import fields
from herald_tools.contract.fields import Invalid
from herald_tools.contract.formats.document import Fetch, demand_any, destination, is_newer, read_root, update
from herald_tools.contract.numbers import Number, number_from_text
from herald_tools.contract.policy import Policy, Refused
from herald_tools.contract.text import trim
from herald_tools.contract.times import DAY, Bound, days_before
from herald_tools.contract.versions import read_version
from herald_tools.json_types import JSONObject, Properties

_BUNDLE = re.compile(r"([0-9]{0,2})(?:\.(?:([0-9])(?:\.([0-9]?))?)?)?(?:([dabf])([0-9]{0,3}))?")
_LONGEST = 10
_FIRST_DAY, _LAST_DAY = days_before(1, 1, 1), days_before(10_000, 1, 1)
_KEYS = (
    "SSVCMinimumSupportedVersionNumber",
    "SSVCLatestVersionNumber",
    "SSVCLatestVersionKey",
    "SSVCLatestVersionAvailableSince",
)
_STAGES = {"d": 0x20, "a": 0x40, "b": 0x60, "f": 0x80, None: 0x80}


def read_ssvc(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    demand_any(root, *_KEYS)
    minimum = _unsigned(root, "SSVCMinimumSupportedVersionNumber")
    latest = _unsigned(root, "SSVCLatestVersionNumber")
    key = root.get("SSVCLatestVersionKey")
    if key is not None and not isinstance(key, str):
        raise Refused("invalidDocument")
    read = _release(root)
    release, is_unread = fetch.believes(read), read is None and root.get("SSVCLatestVersionAvailableSince") is not None
    url, published = destination(fetch), key if key is not None and read_version(key) is not None else None
    return Policy(
        family="ssvc",
        rules=[
            *update("ssvc-minimum", "force", url, is_offered=_below(minimum), published=published, released_at=release),
            *update(
                "ssvc-latest",
                "optional",
                url,
                is_offered=_latest(latest, key),
                published=published,
                released_at=release,
                is_release_unread=is_unread,
            ),
        ],
    )


def _release(root: JSONObject) -> Bound | None:
    """Seconds since 1970; what is none, or before the year 1, counts as absent, and all after 9999 is its end."""
    try:
        seconds = fields.whole_number(root, "SSVCLatestVersionAvailableSince")
    except Invalid:
        return None
    if seconds is None or seconds * 1000 // DAY < _FIRST_DAY:
        return None
    return Bound(min(seconds * 1000, _LAST_DAY * DAY - 1), True)


def _unsigned(root: JSONObject, name: str) -> Fraction:
    value = root.get(name, Number("0"))
    if isinstance(value, str):
        value = number_from_text(trim(value))
    if not isinstance(value, Number):
        raise Refused("invalidDocument")
    number = value.value()
    if number < 0 or number.denominator != 1:
        raise Refused("invalidDocument")
    return number


def _latest(latest: Fraction, key: str | None) -> Callable[[Properties], bool]:
    if latest > 0:
        return _below(latest)
    version = None if key is None else read_version(key)
    return lambda properties: version is not None and is_newer(version, properties)


def _below(number: Fraction) -> Callable[[Properties], bool]:
    return lambda properties: _is_below(number, properties)


def _is_below(number: Fraction, properties: Properties) -> bool:
    bundle_version = properties.get("appVersionCode", properties.get("appVersionName"))
    installed = None if bundle_version is None else bundle_number(bundle_version)
    return installed is not None and installed < number


def bundle_number(text: str) -> int | None:
    """What CFBundleGetVersionNumber computes; None where it cannot."""
    match = _BUNDLE.fullmatch(text)
    if not match or not 0 < len(text) <= _LONGEST:
        return None
    major, minor, patch, stage, build = match.groups()
    if int(build or 0) > 255:
        return None
    digits = int(f"{major or 0:0>2}{minor or 0}{patch or 0}", 16)
    return digits << 16 | _STAGES[stage] << 8 | int(build or 0)
