"""Fails where folders of a module of `Sources` form a circle, and names the files of its arrows.

An arrow A -> B: a file in A uses a type or a function that only B declares. `--members` also names members that
extensions in B add and A uses, where B needs A already. They are matched by name alone, so some may be of another type:
they fail nothing. `--all` prints every arrow.
"""

import argparse
from pathlib import Path

from herald_tools.arrows.graph import Arrow, Arrows, arrows, circles, reach
from herald_tools.arrows.swift_source import read_module
from herald_tools.paths import ROOT

_NAMES = 8  # of one arrow that are printed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="?", type=Path, default=ROOT / "Sources", help="a folder of modules (Sources)")
    parser.add_argument("--members", action="store_true", help="name members of extensions that point back")
    parser.add_argument("--all", action="store_true", help="print every arrow")
    options = parser.parse_args()
    modules = sorted(path for path in options.sources.iterdir() if path.is_dir())
    failed = sum(not points_one_way(module, options) for module in modules)
    print(f"{len(modules)} modules: the folders of {len(modules) - failed} point one way, of {failed} in circles")
    return 1 if failed else 0


def points_one_way(module: Path, options: argparse.Namespace) -> bool:
    """Whether the folders of a module form no circle; prints those that do."""
    sources = read_module(module)
    found = arrows(sources, ("types", "functions"))
    rings = circles(found)
    for ring in rings:
        print(f"{module.name}: a circle of {' '.join(ring)}")
        print_arrows(module, {pair: arrow for pair, arrow in found.items() if set(pair) <= set(ring)})
    if options.all:
        print(f"{module.name}:")
        print_arrows(module, found)
    if options.members:
        by_members = arrows(sources, ("extension_members",))
        print(f"{module.name}, members of extensions:")
        print_arrows(module, {(a, b): arrow for (a, b), arrow in by_members.items() if a in reach(b, found)})
    return not rings


def print_arrows(module: Path, found: Arrows) -> None:
    """Prints each arrow with its evidence."""
    for (user, used), arrow in sorted(found.items()):
        print(f"  {user} -> {used}")
        for line in evidence(module, arrow):
            print(f"    {line}")


def evidence(module: Path, arrow: Arrow) -> list[str]:
    """A line for each name: who uses it, and where it is declared."""
    lines = []
    for name, files in sorted(arrow.uses.items())[:_NAMES]:
        users = ", ".join(sorted(str(file.relative_to(module)) for file in files)[:3])
        lines.append(f"{name}: {users} uses {arrow.declared[name].relative_to(module)}")
    if len(arrow.uses) > _NAMES:
        lines.append(f"and {len(arrow.uses) - _NAMES} names more")
    return lines
