"""What documents of many formats have: a JSON object at the root, a destination, a version, a review flag."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from herald_tools.contract import urls
from herald_tools.contract.formats.markup import has_words
from herald_tools.contract.json_reader import JSONError, read_json
from herald_tools.contract.numbers import Number, number_from_text
from herald_tools.contract.policy import Refused, Rule
from herald_tools.contract.text import is_blank, trim
from herald_tools.contract.times import Bound, Moment
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import JSONObject, Properties

_LEVELS = 64


@dataclass(frozen=True)
class Fetch:
    """What a format may take from the fetch that brought a document."""

    url: str
    store_url: str | None = None
    house_rules: JSONObject | None = None
    time: Moment | None = None  # when the document arrived

    def believes(self, release: Bound | None) -> Bound | None:
        """A release that a store dates, unless that is later than the fetch."""
        if release is None or (self.time is not None and release.of(self.time) < release.value):
            return None
        return release


def read_root(body: str) -> JSONObject:
    """The object that a document is, without its keys that are null."""
    try:
        root = read_json(body.removeprefix("\ufeff"), commas=True, depth=_LEVELS)
    except JSONError as error:
        raise Refused("invalidJSON") from error
    if not isinstance(root, dict):
        raise Refused("invalidDocument")
    return present(root)


def present(holder: JSONObject) -> JSONObject:
    """The keys that are not null."""
    return {key: value for key, value in holder.items() if value is not None}


def update(rule_id: str, kind: str, destination: str | None, message: Any = None, **tests: Any) -> list[Rule]:
    """The one rule, as a list; none without a destination. `message`: what the document brings."""
    if destination is None:
        return []
    brings_text = has_words(message)
    return [
        Rule(
            id=f"update:{rule_id}",
            kind=kind,
            website_url=destination,
            languages=["*"] if brings_text else None,
            **tests,
        )
    ]


def destination(fetch: Fetch, *values: Any) -> str | None:
    """The first usable address of a document's values, else the fetch's `storeUrl`."""
    addresses = (urls.read_url(value) for value in (*values, fetch.store_url) if isinstance(value, str))
    return next((address for address in addresses if address is not None), None)


def version_of(root: JSONObject, name: str = "version") -> Version:
    """A `version` that must be one."""
    text = root.get(name)
    version = read_version(text) if isinstance(text, str) else None
    if version is None:
        raise Refused("invalidVersion")
    return version


def installed(properties: Properties) -> Version | None:
    """The version of the app; None where it is missing or none."""
    text = properties.get("appVersionName")
    return None if text is None else read_version(text)


def is_newer(version: Version, properties: Properties) -> bool:
    """Whether a version is above the app's."""
    mine = installed(properties)
    return mine is not None and version.compare(mine) > 0


def is_newer_release(version: Version, properties: Properties) -> bool:
    """The same, but a pre-release on either side never passes."""
    mine = installed(properties)
    return mine is not None and mine.pre is None and version.pre is None and version.compare(mine) > 0


_WORDS = {"true": True, "yes": True, "y": True, "false": False, "no": False, "n": False}


class NotAFlag(Exception):
    """A value that is neither yes nor no."""


def flag(value: Any) -> bool | None:
    """A yes or a no in any spelling; None where it is absent."""
    if isinstance(value, str):
        value = trim(value)
        if not value:
            return None
        if value.lower() in _WORDS:
            return _WORDS[value.lower()]
        value = number_from_text(value) or {}
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Number):
        return value.value() != 0
    raise NotAFlag


def deciding_flag(value: Any) -> bool | None:
    """The same where a document with another value is none."""
    try:
        return flag(value)
    except NotAFlag as error:
        raise Refused("invalidDocument") from error


def lenient_flag(value: Any) -> bool:
    """The same where another value counts as absent, and absent is no."""
    try:
        return flag(value) or False
    except NotAFlag:
        return False


def demand_any(root: JSONObject, *names: str) -> None:
    """A document that has none of some keys is none; an empty text counts as absent."""
    if all(isinstance(value := root.get(name, ""), str) and is_blank(value) for name in names):
        raise Refused("invalidDocument")


def under_review(value: Any) -> Callable[[str | None], bool]:
    """The versions under review by a flag at the root: every version, or none."""
    answer = lenient_flag(value)
    return lambda version_name: answer
