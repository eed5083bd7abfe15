"""The format `appcast`: Sparkle's feed of releases."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cmp_to_key
from typing import Any
from xml.parsers import expat

from herald_tools.contract.formats.appupdater import is_offered
from herald_tools.contract.formats.document import Fetch, destination, update
from herald_tools.contract.numbers import half_up, number_from_text
from herald_tools.contract.policy import Policy, Refused, Rule
from herald_tools.contract.text import is_blank, normalize, trim
from herald_tools.contract.times import Bound, Moment, days_before, read_bound
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import Properties

_SPARKLE = "http://www.andymatuschak.org/xml-namespaces/sparkle "
_ITEM = ["rss", "channel", "item"]
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MAIL = re.compile(
    r"(?:\S+,\s*)?([0-9]{1,2})\s+([a-z]{3})\s+([0-9]{4})\s+([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?\s+(\S+)", re.ASCII
)
_ZONES = {"ut": 0, "gmt": 0, "utc": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6}
_ZONES |= {"pst": -8, "pdt": -7}


@dataclass
class _Item:
    texts: dict[str, str] = field(default_factory=dict)
    enclosure: dict[str, str] | None = None
    is_critical: bool = False
    critical_below: str | None = None
    is_informational: bool = False
    informational: list[str] = field(default_factory=list)

    def get(self, name: str) -> str | None:
        return _unblank(self.texts.get(name))

    def sparkle(self, name: str) -> str | None:
        own = (self.enclosure or {}).get(_SPARKLE + name)
        return self.get(_SPARKLE + name) or _unblank(own)


def _unblank(text: str | None) -> str | None:
    return None if text is None or is_blank(text) else trim(text)


class _Feed:
    """What expat tells of a feed."""

    def __init__(self) -> None:
        self.items: list[_Item] = []
        self.is_feed = False
        self._path: list[str] = []
        self._texts: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        is_inside = self._path[:3] == _ITEM
        self._path.append(name)
        self.is_feed = self.is_feed or self._path == _ITEM[:2]
        if self._path == _ITEM:
            self.items.append(_Item())
        if not is_inside:
            return
        self._texts.append("")
        item, inner = self.items[-1], self._path[3:]
        if inner == ["enclosure"] and item.enclosure is None:
            item.enclosure = attributes
        if inner in ([_SPARKLE + "criticalUpdate"], [_SPARKLE + "tags", _SPARKLE + "criticalUpdate"]):
            item.is_critical = True
            item.critical_below = item.critical_below or _unblank(attributes.get(_SPARKLE + "version"))
        if inner == [_SPARKLE + "informationalUpdate"]:
            item.is_informational = True

    def text(self, text: str) -> None:
        if self._texts:
            self._texts[-1] += text

    def end(self, name: str) -> None:
        if self._texts:
            text, inner, item = self._texts.pop(), self._path[3:], self.items[-1]
            if len(inner) == 1:
                item.texts.setdefault(name, text)
            version = _unblank(text)
            if inner == [_SPARKLE + "informationalUpdate", _SPARKLE + "version"] and version:
                item.informational.append(version)
            if self._texts:
                self._texts[-1] += text
        self._path.pop()


def _refuse(*_: Any) -> None:
    raise Refused("invalidDocument")


def read_appcast(body: str, fetch: Fetch) -> Policy:
    feed = _Feed()
    parser = expat.ParserCreate("utf-8", " ")
    parser.StartElementHandler, parser.EndElementHandler = feed.start, feed.end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = feed.text, _refuse
    try:
        parser.Parse(body.encode("utf-8"), True)
    except expat.ExpatError as error:
        raise Refused("invalidDocument") from error
    if not feed.is_feed:
        raise Refused("invalidDocument")
    releases = [
        (item, name) for item in feed.items if (name := item.sparkle("version") or item.sparkle("shortVersionString"))
    ]
    releases.sort(key=cmp_to_key(_order))
    return Policy(family="appcast", rules=_rules(releases, fetch))


def _order(a: tuple[_Item, str], b: tuple[_Item, str]) -> int:
    first, second = read_version(a[1]), read_version(b[1])
    if first is None or second is None:
        return (first is None) - (second is None)
    return -first.compare(second)


def _rules(releases: list[tuple[_Item, str]], fetch: Fetch) -> list[Rule]:
    taken, seen, rules = {name for _, name in releases}, set(), []
    for item, name in releases:
        rule_id, number = name, 2
        if name in seen:
            while (rule_id := f"{name}-{number}") in taken:
                number += 1
        seen.add(name)
        taken.add(rule_id)
        rules += _rule(item, rule_id, fetch)
    return rules


def _rule(item: _Item, name: str, fetch: Fetch) -> list[Rule]:
    link, short, version = item.get("link"), _version(item, "shortVersionString"), _version(item, "version")
    tells = (item.is_informational and not item.informational) or item.enclosure is None
    urls = [link] if tells else [(item.enclosure or {}).get("url"), link]
    shown = item.sparkle("shortVersionString") if short else item.sparkle("version") if version else None
    rules = update(
        f"appcast-{name}",
        "optional",
        destination(fetch, *urls),
        is_offered=lambda properties: is_offered(version, short or version, properties),
        runs_on=lambda properties: _runs_on(item, properties),
        published=shown,
        skippable=True,
        is_critical=_critical(item),
        phase=_phase(item),
        released_at=fetch.believes(_date(item.get("pubDate"))),
        closing=("filters", "version", "rollout"),
    )
    page = destination(Fetch(""), link)
    versions = [read for text in item.informational if (read := read_version(text))]
    for rule in rules:
        if page and item.is_informational and versions:
            rule.page = (page, lambda properties: _is_any_of(versions, properties))
    return rules


def _version(item: _Item, name: str) -> Version | None:
    return read_version(item.sparkle(name) or "")


def _runs_on(item: _Item, properties: Properties) -> bool:
    system = read_version(properties.get("deviceOsVersion") or "")
    for name, sign in (("minimumSystemVersion", 1), ("maximumSystemVersion", -1)):
        bound = item.get(_SPARKLE + name)
        if bound is not None:
            limit = read_version(bound)
            if limit is None or system is None or system.compare(limit) * sign < 0:
                return False
    os, channel = item.sparkle("os"), item.get(_SPARKLE + "channel")
    if os is not None and normalize(os) != normalize(properties.get("deviceOsName")):
        return False
    return channel is None or normalize(channel) == normalize(properties.get("appcastChannel"))


def _critical(item: _Item) -> Callable[[Properties], bool]:
    if not item.is_critical or item.critical_below is None:
        return lambda properties: item.is_critical
    bound = read_version(item.critical_below)
    return lambda properties: bound is not None and is_offered(bound, bound, properties)


def _is_any_of(versions: list[Version], properties: Properties) -> bool:
    code = properties.get("appVersionCode") or ""
    mine = read_version(properties.get("appVersionName") or "" if is_blank(code) else code)
    return mine is not None and any(version.compare(mine) == 0 for version in versions)


def _phase(item: _Item) -> Callable[[Moment], int] | None:
    seconds, start = number_from_text(item.get(_SPARKLE + "phasedRolloutInterval") or ""), _date(item.get("pubDate"))
    interval = half_up(seconds.value() * 1000) if seconds else 0
    if start is None or interval < 1:
        return None

    def phase(now: Moment) -> int:
        elapsed = start.of(now) - start.value
        return 0 if elapsed < 0 else ((min(elapsed // interval, 6) + 1) * 20_000 + 7) // 14

    return phase


def _date(text: str | None) -> Bound | None:
    match = _MAIL.fullmatch(" ".join((text or "").lower().split()))
    if not match:
        return read_bound(text) if text else None
    day, year, hour, minute, second = (int(match[at] or 0) for at in (1, 3, 4, 5, 6))
    month = _MONTHS.index(match[2]) + 1 if match[2] in _MONTHS else 0
    zone = _zone(match[7])
    if not month or zone is None or not year or hour > 23 or minute > 59 or second > 59:
        return None
    start = days_before(year, month, day)
    if not 1 <= day <= days_before(year + month // 12, month % 12 + 1, 1) - days_before(year, month, 1):
        return None
    return Bound(((start * 24 + hour) * 60 + minute - zone) * 60_000 + second * 1000, True)


def _zone(text: str) -> int | None:
    if text in _ZONES:
        return _ZONES[text] * 60
    match = re.fullmatch(r"([+-])([0-9]{2})([0-9]{2})", text)
    if not match or int(match[2]) > 23 or int(match[3]) > 59:
        return None
    return (int(match[2]) * 60 + int(match[3])) * (-1 if match[1] == "-" else 1)
