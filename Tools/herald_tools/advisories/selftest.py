"""Checks the check: how versions compare, the bounds of each range in the list, doctored resolved files, a renewal."""

import json
import subprocess
import tempfile
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Protocol

from herald_tools import resolved
from herald_tools.advisories import listing, renew, system
from herald_tools.advisories.listing import Listing
from herald_tools.advisories.versions import Range, Version
from herald_tools.environment import Unavailable
from herald_tools.json_types import JSONObject
from herald_tools.paths import command
from herald_tools.resolved import Pin


class Reported(Protocol):
    """What the check found."""

    lines: list[str]
    affected: int


Report = Callable[[list[Pin], Listing, date], Reported]

# Each one comes before the next: semantic versioning's own example, and numbers that are not words.
_ASCENDING = [
    *("0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11"),
    *("1.0.0-rc.1", "1.0.0", "1.2.9", "1.2.10", "1.10.0", "1.44.0", "1.44.1", "2.9.0", "2.99.0", "2.99.9", "2.100.0"),
    *("2.101.2", "10.0.0"),
]
_EQUAL = (("2.100", "2.100.0"), ("1.0.0+build.7", "1.0.0"), ("v1.2.3", "1.2.3"))
_NO_VERSIONS = ("", "main", "1.x", "1..2", "3665dee56525b865b786d538c567648b76899fc7")


def main(report: Report) -> int:
    """Runs all checks; returns 1 where one fails."""
    failed: list[str] = []
    for check in (_versions, _ranges, _listed, _library, _renewed, _broken, _statuses):
        failed += check()
    failed += _doctored(report)
    print("\n".join(failed) if failed else "Versions, ranges, doctored files and a renewal: as they should be.")
    return 1 if failed else 0


def _versions() -> list[str]:
    found = [Version(text) for text in _ASCENDING]
    failed = [f"{a} is not before {b}" for at, a in enumerate(found) for b in found[at + 1 :] if not (a < b and b > a)]
    failed += [f"{a} is not {b}" for a, b in _EQUAL if Version(a) != Version(b)]
    return failed + [f"`{text}` is read as a version" for text in _NO_VERSIONS if _is_version(text)]


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except ValueError:
        return False
    return True


def _ranges() -> list[str]:
    cases = (
        (Range("2.0.0", fixed="2.100.0"), "2.0.0 2.99.0 2.100.0-beta.1", "1.9.9 2.100.0 2.100.1 3.0.0"),
        (Range(last="1.19.1"), "0.1 1.19.1", "1.19.2"),
        (Range("1.2.0"), "1.2.0 99.0.0", "1.1.9"),
    )
    return [
        f"{version} {'is not' if affected else 'is'} in {one}"
        for one, inside, outside in cases
        for affected, versions in ((True, inside), (False, outside))
        for version in versions.split()
        if one.holds(Version(version)) != affected
    ]


def _listed() -> list[str]:
    """Of every advisory in the list its first version is affected, and the one with the fix is not."""
    failed: list[str] = []
    for advisory in listing.read().advisories:
        for one in advisory.ranges:
            if not advisory.holds(Version(one.introduced)):
                failed.append(f"{advisory.ids[0]} does not hold {one.introduced}, which brought it")
            if one.fixed is not None and advisory.holds(Version(one.fixed)):
                failed.append(f"{advisory.ids[0]} holds {one.fixed}, which mends it")
    known = {advisory.ids[0]: advisory for advisory in listing.read().advisories}
    reset = known["WAL-reset"]
    for text, affected in {
        "3.6.23": False, "3.40.1": True, "3.44.5": True, "3.44.6": False, "3.45.0": True, "3.50.6": True,
        "3.50.7": False, "3.51.2": True, "3.51.3": False, "3.53.0": False,
    }.items():  # fmt: skip
        if reset.holds(Version(text)) != affected:
            failed.append(f"the WAL-reset bug is {'not ' if affected else ''}in SQLite {text}")
    return failed


def _doctored(report: Report) -> list[str]:
    """Resolved files with what must be found in them."""
    known, today = listing.read(), listing.read().made
    tracked = resolved.read()
    failed: list[str] = []

    def expect(what: str, pins: list[Pin], affected: int, *words: str, later: int = 0) -> None:
        found = report(pins, known, today + timedelta(days=later))
        text = "\n".join(found.lines)
        failed.extend(f"{what}: nothing says `{word}`" for word in words if word not in text)
        if found.affected != affected:
            failed.append(f"{what}: {found.affected} advisories, not {affected}")

    expect("what is tracked", tracked, 0)
    expect("swift-nio 2.99.0", _with(tracked, "swift-nio", "2.99.0"), 3, "CVE-2026-28980", "2.100.0")
    expect(
        "swift-nio-http2 1.44.0", _with(tracked, "swift-nio-http2", "1.44.0"), 1, "GHSA-4px2-pw77-vc85", "not linked"
    )
    expect("swift-crypto 4.3.0", _with(tracked, "swift-crypto", "4.3.0"), 1, "CVE-2026-28815")
    expect("a branch", _with(tracked, "swift-nio", None), 0, "Not covered", "swift-nio ")
    stranger = Pin("swift-unheard-of", "https://example.com/swift-unheard-of", "1.0.0", "0" * 40)
    expect("a package nobody looked at", [*tracked, stranger], 0, "Not covered", "swift-unheard-of 1.0.0")
    expect("a list of 91 days", tracked, 0, "older than 90 days", later=91)
    expect("a list of tomorrow", tracked, 0, "in the future", later=-1)
    return failed


def _statuses() -> list[str]:
    """The program's status for the tracked file, a doctored one, a torn one and a missing one."""
    text = resolved.RESOLVED.read_text()
    version = next(pin.version for pin in resolved.read() if pin.identity == "swift-nio")
    doctored = text.replace(f'"version" : "{version}"', '"version" : "2.99.0"')
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, content, status in (("tracked", text, 0), ("doctored", doctored, 1), ("torn", text[:-9], 1)):
            path = Path(folder) / name
            path.write_text(content)
            failed += _status(path, status)
        failed += _status(Path(folder) / "missing", 1)
    return failed


def _status(path: Path, wanted: int) -> list[str]:
    ended = subprocess.run([*command("advisories"), "--resolved", str(path)], capture_output=True, text=True)
    if ended.returncode == wanted:
        return []
    return [f"{path.name}: status {ended.returncode}, not {wanted}: {ended.stderr}"]


def _with(pins: list[Pin], identity: str, version: str | None) -> list[Pin]:
    return [Pin(p.identity, p.location, version, p.revision) if p.identity == identity else p for p in pins]


def _library() -> list[str]:
    """A missing list of changes of a distribution names no fix."""
    library = system.LIBRARIES[0]
    with tempfile.TemporaryDirectory() as folder:
        if system.names_fix(library, ("CVE-2025-6965",), Path(folder)):
            return ["a list of changes that is missing names a fix"]
    return []


def _renewed() -> list[str]:
    """A renewal takes OSV's answer in pages, leaves out what was withdrawn, and keeps what OSV does not know."""
    pin = Pin("swift-nio", "https://github.com/apple/swift-nio.git", "2.101.2", "0" * 40)
    document: JSONObject = {
        "id": "GHSA-test",
        "aliases": ["CVE-2026-1"],
        "summary": "A test.",
        "affected": [
            {
                "package": {"ecosystem": "SwiftURL", "name": "github.com/apple/swift-nio"},
                "ranges": [
                    {
                        "type": "SEMVER",
                        "events": [
                            {"introduced": "0"},
                            {"fixed": "2.1.0"},
                            {"introduced": "2.2.0"},
                            {"last_affected": "2.3.0"},
                        ],
                    }
                ],
            }
        ],
    }
    pages: list[JSONObject] = [
        {"vulns": [document | {"id": "GHSA-gone", "withdrawn": "2026-01-01T00:00:00Z"}], "next_page_token": "more"},
        {"vulns": [document]},
    ]
    asked: list[JSONObject | None] = []

    def answer(address: str, body: JSONObject | None) -> JSONObject:
        asked.append(body)
        return pages[len(asked) - 1]

    def silent(address: str, body: JSONObject | None) -> JSONObject:
        raise Unavailable("noAnswer", "", address, "", "")

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "advisories.json"
        path.write_text(listing.LIST.read_text())
        try:
            renew.renew(path, [pin], silent, date(2026, 12, 1))
            return ["a renewal without an answer ends well"]
        except Unavailable:
            if path.read_text() != listing.LIST.read_text():
                return ["a renewal without an answer changes the list"]
        old: JSONObject = json.loads(path.read_text())
        # What is kept is of packages and libraries that were looked at.
        old["advisories"] = [one for one in old["advisories"] if one["of"] in ("swift-nio", "sqlite", "zlib", "zstd")]
        path.write_text(json.dumps(old))
        renew.renew(path, [pin], answer, date(2026, 12, 1))
        new = listing.read(path)
    ids = {name for advisory in new.advisories for name in advisory.ids}
    made = next((one for one in new.advisories if "GHSA-test" in one.ids), None)
    failed = []
    if made is None or made.ranges != (Range("0", "2.1.0"), Range("2.2.0", last="2.3.0")):
        failed.append(f"a renewed advisory is {made}")
    if "GHSA-gone" in ids or "WAL-reset" not in ids or "CVE-2026-28980" not in ids or new.made != date(2026, 12, 1):
        failed.append(f"a renewed list has {sorted(ids)}, made on {new.made}")
    if len(asked) != 2 or (asked[1] or {}).get("page_token") != "more":
        failed.append(f"a renewal asked {asked}")
    return failed


def _broken() -> list[str]:
    """A list with an advisory of what was not looked at, without versions or with words for them, is refused."""
    good: JSONObject = json.loads(listing.LIST.read_text())
    first: JSONObject = good["advisories"][0]
    failed: list[str] = []
    changes: list[JSONObject] = [
        {"of": "unknown"},
        {"ranges": []},
        {"ranges": [{"introduced": "first"}]},
        {"ids": []},
    ]
    for change in changes:
        try:
            listing.listing(good | {"advisories": [first | change]})
            failed.append(f"a list with {change} is taken")
        except ValueError:
            continue
    return failed
