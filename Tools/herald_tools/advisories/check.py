"""Names the advisories of what the program is built with: `Package.resolved`, and the system's libraries.

Ends with status 1 where a resolved package is affected. A library of the system is named, and fails with --system
alone: distributions mend without a new version. --renew looks up the list anew, which needs a network.
"""

import argparse
import sys
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from herald_tools import resolved
from herald_tools.advisories import listing, renew, selftest, system
from herald_tools.advisories.listing import Advisory, Listing
from herald_tools.advisories.versions import Version
from herald_tools.environment import Unavailable

# The days after which nobody should rely on a list.
OLD = 90


@dataclass
class Report:
    """What was found, in lines, and how many of it fail."""

    lines: list[str] = field(default_factory=list)
    affected: int = 0
    affected_libraries: int = 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--resolved", type=Path, default=resolved.RESOLVED, help="the file of resolved packages")
    parser.add_argument("--list", type=Path, default=listing.LIST, help="the list of advisories")
    parser.add_argument("--system", action="store_true", help="fail for libraries of the system too")
    parser.add_argument("--renew", action="store_true", help="look up the list anew, at OSV (https://osv.dev)")
    parser.add_argument("--self-test", action="store_true", help="check this program with doctored files")
    arguments = parser.parse_args()
    if arguments.self_test:
        return selftest.main(report)
    pins = resolved.read(arguments.resolved)
    if arguments.renew:
        try:
            renew.renew(arguments.list, pins, renew.over_https, date.today())
        except Unavailable as error:
            error.report()
            return 1
    found = report(pins, listing.read(arguments.list), date.today())
    about_system(listing.read(arguments.list), found)
    print("\n".join(found.lines))
    sys.stdout.flush()
    return 1 if found.affected or (arguments.system and found.affected_libraries) else 0


def report(pins: list[resolved.Pin], known: Listing, today: date) -> Report:
    """What a list knows of resolved packages."""
    found = Report()
    days = (today - known.made).days
    found.lines.append(
        f"The list of advisories was made on {known.made}, {days} days ago, for {len(known.packages)} packages."
    )
    if days > OLD:
        found.lines.append(f"warning: It is older than {OLD} days: that it names nothing newer says nothing.")
    if days < 0:
        found.lines.append("warning: That is in the future: the clock or the date is wrong.")
    uncovered: list[str] = []
    for pin in pins:
        version = _version(pin)
        if version is None or pin.identity not in known.packages:
            uncovered.append(f"{pin.identity} {pin.at}")
            continue
        for advisory in known.of(pin.identity):
            if advisory.holds(version):
                found.affected += 1
                where = " (not linked into the program)" if pin.identity in resolved.UNLINKED else ""
                found.lines += [f"error: {pin.identity} {version}{where}: {one}" for one in _about(advisory)]
    if uncovered:
        found.lines.append(
            "warning: Not covered, since nobody looked for their advisories or they are at no version: "
            + ", ".join(uncovered)
        )
    if not found.affected:
        found.lines.append(f"None of the {len(pins) - len(uncovered)} resolved packages that are covered is affected.")
    return found


def _version(pin: resolved.Pin) -> Version | None:
    try:
        return Version(pin.version or "")
    except ValueError:
        return None


def about_system(known: Listing, found: Report) -> None:
    """Adds the libraries of this system, with what the list knows of their versions."""
    for library in system.LIBRARIES:
        text = system.version(library)
        if text is None:
            found.lines.append(f"{library.name}: not here, or it says no version")
            continue
        if library.name not in known.libraries:
            found.lines.append(f"{library.name} {text}: not covered; its fixes come with the system's updates")
            continue
        try:
            held = [advisory for advisory in known.of(library.name) if advisory.holds(Version(text))]
        except ValueError as error:
            found.lines.append(f"warning: {library.name}: {error}.")
            continue
        if not held:
            found.lines.append(f"{library.name} {text}: in none")
        for advisory in held:
            if system.names_fix(library, advisory.ids):
                found.lines.append(f"{library.name} {text}: {advisory.ids[0]} is mended by the distribution")
            else:
                found.affected_libraries += 1
                found.lines += [f"warning: {library.name} {text}: {one}" for one in _about(advisory)]


def _about(advisory: Advisory) -> list[str]:
    lines = [f"{', '.join(advisory.ids)}: {advisory.what}. Fixed in {advisory.fixed}. {advisory.source}"]
    if advisory.unverified:
        lines.append(f"the versions are not verified: {advisory.unverified}")
    if advisory.lived_with:
        lines.append(f"what it means here: {advisory.lived_with}")
    return lines
