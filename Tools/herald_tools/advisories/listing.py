"""The list of advisories in the repository: `advisories.json`, beside this file."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from herald_tools.advisories.versions import Range, Version
from herald_tools.environment import fail
from herald_tools.json_types import JSONObject

LIST = Path(__file__).with_name("advisories.json")


@dataclass(frozen=True)
class Advisory:
    """A known defect of a package or a library, with the versions that have it."""

    of: str
    ids: tuple[str, ...]
    what: str
    ranges: tuple[Range, ...]
    source: str
    # Empty where the ranges were read in the advisory or a copy of it; else what they rest on.
    unverified: str = ""
    # Why Herald can live with it where the library cannot be changed.
    lived_with: str = ""

    def holds(self, version: Version) -> bool:
        return any(one.holds(version) for one in self.ranges)

    @property
    def fixed(self) -> str:
        """The versions with the fix, in words."""
        return ", ".join(one.fixed for one in self.ranges if one.fixed) or "none that is known"


@dataclass(frozen=True)
class Listing:
    """What is known: when it was looked up, for which packages, and what was found."""

    made: date
    packages: frozenset[str]
    libraries: frozenset[str]
    advisories: tuple[Advisory, ...]

    def of(self, name: str) -> Iterator[Advisory]:
        return (advisory for advisory in self.advisories if advisory.of == name)


def read(path: Path = LIST) -> Listing:
    """Reads a list. Ends the program where it is not one."""
    try:
        return listing(json.loads(path.read_text()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        fail(
            "noAdvisories",
            "The list of advisories cannot be read.",
            path,
            f"{type(error).__name__}: {error}",
            "take the file that is tracked, or make it anew: `Tools/advisories --renew`",
        )


def listing(json_object: JSONObject) -> Listing:
    """A list of its JSON. Raises `ValueError` and the like where a part is missing, or names what was not looked at."""
    found = Listing(
        date.fromisoformat(json_object["made"]),
        frozenset(json_object["packages"]),
        frozenset(json_object["libraries"]),
        tuple(advisory(member) for member in json_object["advisories"]),
    )
    for one in found.advisories:
        if one.of not in found.packages | found.libraries:
            raise ValueError(f"{one.ids[0]} is of {one.of}, which is not among what was looked at")
        for version_range in one.ranges:
            bounds = (version_range.introduced, version_range.fixed, version_range.last)
            _ = [Version(bound) for bound in bounds if bound is not None]
    return found


def advisory(member: JSONObject) -> Advisory:
    """An advisory of its JSON."""
    ranges = tuple(Range(**one) for one in member["ranges"])
    if not member["ids"] or not ranges:
        raise ValueError(f"an advisory of {member['of']} has no id, or no versions")
    return Advisory(
        member["of"],
        tuple(member["ids"]),
        member["what"],
        ranges,
        member["source"],
        member.get("unverified", ""),
        member.get("livedWith", ""),
    )
