"""The mutants that nobody can notice, with their reasons: `Tools/mutants/equivalent.json`.

An entry names its place by file, function, kind and text, so that lines may move. Where a function has several places
with the same text, `number` counts them from 1.
"""

import json
from collections import defaultdict
from pathlib import Path

from herald_tools.mutants.build import Site
from herald_tools.mutants.verdicts import SURVIVED, Verdict
from herald_tools.paths import TOOLS

LISTED = TOOLS / "mutants" / "equivalent.json"

Place = tuple[str, str, str, str, int]


def places(sites: list[Site]) -> dict[Place, Site]:
    """The places by what names them."""
    found: dict[Place, Site] = {}
    numbers: dict[tuple[str, str, str, str], int] = defaultdict(int)
    for site in sites:
        named = (site.file, site.function, site.kind, site.text)
        numbers[named] += 1
        found[named + (numbers[named],)] = site
    return found


def read(path: Path = LISTED) -> dict[Place, str]:
    """The reasons by place."""
    entries = json.loads(path.read_text())
    found: dict[Place, str] = {}
    for entry in entries:
        named = (entry["file"], entry["function"], entry["kind"], entry["text"], entry.get("number", 1))
        found[named] = entry["reason"]
    return found


def check(
    reasons: dict[Place, str], sites: list[Site], verdicts: dict[int, Verdict]
) -> tuple[dict[int, str], list[str]]:
    """The reasons by number of the place, and what is wrong with the list."""
    known, equivalent, wrong = places(sites), {}, []
    for named, reason in reasons.items():
        site = known.get(named)
        words = f"{named[0]} {named[1]}: {named[2]}: {named[3]}"
        if site is None or site.is_aside:
            wrong.append(f"{words}: there is no such place any more")
        elif (verdict := verdicts[site.id]).killer != SURVIVED:
            wrong.append(f"{words}: it is not equivalent, {verdict.killer} noticed it: {verdict.detail}")
        else:
            equivalent[site.id] = reason
    return equivalent, wrong
