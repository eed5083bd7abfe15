"""The format `appcast`: Sparkle's feed of releases."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cmp_to_key

from herald_tools.contract.formats.appupdater import is_offered
from herald_tools.contract.formats.document import Fetch, destination, is_newer, update
from herald_tools.contract.formats.feeds import SPARKLE, Enclosure, Feed, Item, sparkle
from herald_tools.contract.formats.mail_dates import read_date
from herald_tools.contract.formats.markup import has_words
from herald_tools.contract.formats.sparkle_names import may_restrict
from herald_tools.contract.formats.systems import architecture_of, read_architecture, read_system
from herald_tools.contract.numbers import half_up, number_from_text
from herald_tools.contract.policy import Policy, Refused, Rule
from herald_tools.contract.text import is_blank, normalize
from herald_tools.contract.times import Bound, Moment
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import Properties

_PHONES = ("android", "ios", "ipados")
_MOST = (2**63 - 1) // 8


@dataclass
class _Release:
    """An item with one of its downloads."""

    item: Item
    enclosure: Enclosure | None
    name: str = ""

    def __post_init__(self) -> None:
        self.name = self.text("version") or self.text("shortVersionString") or ""
        self.version, self.short = (read_version(self.text(name) or "") for name in ("version", "shortVersionString"))

    def text(self, name: str) -> str | None:
        own = self.enclosure.all(sparkle(name)) if self.enclosure else []
        return self.item.get(sparkle(name)) or (own[0] if own else None)

    def limits(self, name: str) -> list[str]:
        """All that item and download say; each holds."""
        return self.item.limits(name) + (self.enclosure.limits(name) if self.enclosure else [])

    def has_unknown_limit(self) -> bool:
        """True where a name of Sparkle's namespace that is not read may say for whom the release is."""
        names = set(self.item.texts) | (self.enclosure.names() if self.enclosure else set())
        return any(may_restrict(name.removeprefix(SPARKLE)) for name in names if name.startswith(SPARKLE))

    def is_updatable(self, properties: Properties) -> bool:
        """True where the installed version is not below the lowest one to update from."""
        mine = self.installed(properties)
        bounds = [read_version(text) for text in self.limits("minimumUpdateVersion")]
        return all(bound is not None and mine is not None and bound.compare(mine) <= 0 for bound in bounds)

    def installed(self, properties: Properties) -> Version | None:
        """The installed version that the release is compared with."""
        code, name = properties.get("appVersionCode") or "", properties.get("appVersionName") or ""
        is_phone = self.short is None and normalize(properties.get("deviceOsName")) in _PHONES
        return read_version(name if self.version is None or is_phone or is_blank(code) else code)

    def is_above(self, bound: Version, properties: Properties) -> bool:
        mine = self.installed(properties)
        return mine is not None and bound.compare(mine) > 0

    def is_offered(self, properties: Properties) -> bool:
        return self.is_updatable(properties) and self._is_newer(properties)

    def _is_newer(self, properties: Properties) -> bool:
        if self.version is None:
            return self.short is not None and is_newer(self.short, properties)
        if self.short is None:
            return self.is_above(self.version, properties)
        return is_offered(self.version, self.short, properties)


def read_appcast(body: str, fetch: Fetch) -> Policy:
    feed = Feed(body)
    if not feed.is_feed:
        raise Refused("invalidDocument")
    found = [[_Release(item, each) for each in item.enclosures] or [_Release(item, None)] for item in feed.items]
    named = [[release for release in releases if release.name] for releases in found]
    releases = [release for releases in named for release in releases]
    if feed.items and all(release.version is None and release.short is None for release in releases):
        raise Refused("noVersion")
    releases.sort(key=cmp_to_key(_order))
    return Policy(
        family="appcast", rules=_rules(releases, fetch, feed.language), left_out=sum(not some for some in named)
    )


def _order(a: _Release, b: _Release) -> int:
    first, second = read_version(a.name), read_version(b.name)
    if first is None or second is None:
        return (first is None) - (second is None)
    return -first.compare(second)


def _rules(releases: list[_Release], fetch: Fetch, language: str | None) -> list[Rule]:
    leading = [release for release in releases if destination(fetch, *_urls(release)) is not None]
    taken, seen, rules = {release.name for release in leading}, set(), []
    for release in leading:
        rule_id, number = release.name, 2
        if release.name in seen:
            while (rule_id := f"{release.name}-{number}") in taken:
                number += 1
        seen.add(release.name)
        taken.add(rule_id)
        rules += _rule(release, rule_id, fetch, language)
    return rules


def _urls(release: _Release) -> list[str | None]:
    item, enclosure, link = release.item, release.enclosure, release.item.get("link")
    if enclosure is None or (item.is_informational and not item.informational):
        return [link]
    return [next(iter(enclosure.all("url")), None), link]


def _rule(release: _Release, name: str, fetch: Fetch, language: str | None) -> list[Rule]:
    item, version, short = release.item, release.version, release.short
    date = read_date(item.get("pubdate"))
    rules = update(
        f"appcast-{name}",
        "optional",
        destination(fetch, *_urls(release)),
        is_offered=release.is_offered,
        runs_on=lambda properties: _runs_on(release, properties),
        published=release.text("shortVersionString") if short else release.text("version") if version else None,
        skippable=True,
        is_critical=_critical(release),
        phase=_phase(release, date),
        steps=_steps(release, date),
        released_at=date,
        is_release_unread=date is None and item.get("pubdate") is not None,
        note_languages=_languages(item, language),
        closing=("filters", "version", "rollout"),
    )
    page = destination(Fetch(""), item.get("link"))
    versions = [read for text in item.informational if (read := read_version(text))]
    for rule in rules:
        if page and item.is_informational and versions:
            rule.page = (page, lambda properties: _is_any_of(versions, release.installed(properties)))
    return rules


def _languages(item: Item, language: str | None) -> list[str]:
    """The languages of the notes; none where one text is for all."""
    notes = [own or language or "*" for text, own in item.texts.get("description", []) if has_words(text)]
    return list(dict.fromkeys(notes)) if len(notes) > 1 else []


def _runs_on(release: _Release, properties: Properties) -> bool:
    lowest = release.limits("minimumUpdateVersion")
    if release.has_unknown_limit() or any(read_version(text) is None for text in lowest):
        return False
    system = read_version(properties.get("deviceOsVersion") or "")
    for name, sign in (("minimumSystemVersion", 1), ("maximumSystemVersion", -1)):
        for bound in release.limits(name):
            limit = read_version(bound)
            if limit is None or system is None or system.compare(limit) * sign < 0:
                return False
    mine = architecture_of(properties)
    for text in release.limits("os"):
        wanted, architecture = read_system(text)
        if wanted != read_system(properties.get("deviceOsName"))[0] or architecture not in (None, mine):
            return False
    for text in (*release.limits("hardwareRequirements"), *release.limits("cpu")):
        if mine is None or mine not in map(read_architecture, text.replace(",", " ").split()):
            return False
    channels = normalize(properties.get("appcastChannel")).split(",")
    return all(normalize(channel) in channels for channel in release.limits("channel"))


def _critical(release: _Release) -> Callable[[Properties], bool]:
    below = release.item.critical_below
    if not release.item.is_critical or below is None:
        return lambda properties: release.item.is_critical
    bound = read_version(below)
    return lambda properties: bound is not None and release.is_above(bound, properties)


def _is_any_of(versions: list[Version], mine: Version | None) -> bool:
    return mine is not None and any(version.compare(mine) == 0 for version in versions)


def _phase(release: _Release, start: Bound | None) -> Callable[[Moment], int] | None:
    """Seven equal steps; where their beginning or their length cannot be read, the first one for good."""
    steps, interval = _steps(release, start), _interval(release)
    if not steps:
        return None

    def phase(now: Moment) -> int:
        elapsed = 0 if start is None else start.of(now) - start.value
        if elapsed < 0:
            return 0
        return steps[min(elapsed // interval, 6)] if len(steps) > 1 and interval else steps[0]

    return phase


def _steps(release: _Release, start: Bound | None) -> tuple[int, ...]:
    """The shares of the phases; none for an item without phases."""
    interval = _interval(release)
    if not release.limits("phasedRolloutInterval") or interval == 0:
        return ()
    is_read = start is not None and interval is not None and interval <= _MOST
    return tuple((step * 20_000 + 7) // 14 for step in range(1, 8 if is_read else 2))


def _interval(release: _Release) -> int | None:
    """The length of a phase; None where it cannot be read."""
    written = next(iter(release.limits("phasedRolloutInterval")), None)
    seconds = None if written is None else number_from_text(written)
    return None if seconds is None or seconds.value() < 0 else half_up(seconds.value() * 1000)
