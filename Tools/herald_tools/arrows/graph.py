"""Arrows between folders of a Swift module, or files of a Python package, and the circles that they form."""

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from herald_tools.arrows.python_source import PythonSource
from herald_tools.arrows.swift_source import SwiftSource


@dataclass
class Arrow:
    """One end uses the other: which names, and where they are used and declared."""

    uses: dict[str, set[Path]] = field(default_factory=lambda: defaultdict(set))  # name -> the files that use it
    declared: dict[str, Path] = field(default_factory=dict)


Arrows = dict[tuple[str, str], Arrow]


def arrows(sources: list[SwiftSource], kinds: tuple[str, ...]) -> Arrows:
    """The arrows (user, used) that names of these kinds make: `types`, `functions`, `extension_members`."""
    found: Arrows = defaultdict(Arrow)
    for kind in kinds:
        places = declared_once(sources, kind)
        for source in sources:
            for name in source.mentions(kind) & places.keys():
                used = places[name]
                if used.folder != source.folder:
                    arrow = found[source.folder, used.folder]
                    arrow.uses[name].add(source.path)
                    arrow.declared[name] = used.path
    return found


def import_arrows(sources: list[PythonSource]) -> Arrows:
    """The arrows (user, used) that imports make between the files of a package."""
    found: Arrows = defaultdict(Arrow)
    modules = {source.name: source for source in sources}
    for source in sources:
        for module, name in source.imports(modules.keys() - {source.name}):
            used = modules[module]
            arrow = found[source.file, used.file]
            arrow.uses[name].add(source.path)
            arrow.declared[name] = used.path
    return found


def declared_once(sources: list[SwiftSource], kind: str) -> dict[str, SwiftSource]:
    """The place of each name that only one folder declares: nobody can tell which of two is meant."""
    places: dict[str, list[SwiftSource]] = defaultdict(list)
    for source in sources:
        for name in getattr(source, kind):
            places[name].append(source)
    once = {name: found[0] for name, found in places.items() if len({one.folder for one in found}) == 1}
    if kind != "extension_members":
        return once
    folders: dict[str, set[str]] = defaultdict(set)
    for source in sources:
        for name in source.all_members:
            folders[name].add(source.folder)
    return {name: source for name, source in once.items() if folders[name] == {source.folder}}


def circles(found: Arrows) -> list[list[str]]:
    """Groups of folders or files that reach each other, each sorted."""
    reached = {end: reach(end, found) for end in {end for pair in found for end in pair}}
    in_circles = [end for end in reached if end in reached[end]]
    groups = {frozenset(other for other in reached[one] if one in reached[other]) for one in in_circles}
    return sorted(sorted(group) for group in groups)


def reach(start: str, found: Arrows) -> set[str]:
    """Every folder or file that a path of arrows from this one ends in."""
    following: dict[str, set[str]] = defaultdict(set)
    for user, used in found:
        following[user].add(used)
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        fresh = following[waiting.pop()] - reached
        reached |= fresh
        waiting += fresh
    return reached
