"""Fails where folders of a Swift module, or files of a Python package, form a circle; names the files of its arrows.

In a module of `Sources`, an arrow A -> B: a file in folder A uses a type or a function that only folder B declares.
`--members` also names members that extensions in B add and A uses, where B needs A already. They are matched by name
alone, so some may be of another type: they fail nothing. In a Python package, such as `herald_tools` and `herald_log`,
an arrow A -> B: file A imports file B or a name of it, at its head, inside of a function or under `TYPE_CHECKING`.
`--all` prints every arrow.
"""

import argparse
from pathlib import Path

from herald_tools.arrows.graph import Arrow, Arrows, arrows, circles, import_arrows, reach
from herald_tools.arrows.python_source import read_package
from herald_tools.arrows.swift_source import read_module
from herald_tools.paths import ROOT, TOOLS

_NAMES = 8  # of one arrow that are printed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="?", type=Path, default=ROOT / "Sources", help="a folder of modules (Sources)")
    parser.add_argument(
        "--python",
        type=Path,
        nargs="+",
        default=[TOOLS / "herald_tools", TOOLS / "herald_log"],
        metavar="FOLDER",
        help="packages (Tools/herald_tools and Tools/herald_log)",
    )
    parser.add_argument("--members", action="store_true", help="name members of extensions that point back")
    parser.add_argument("--all", action="store_true", help="print every arrow")
    options = parser.parse_args()
    modules = sorted(path for path in options.sources.iterdir() if path.is_dir())
    failed = sum(not points_one_way(module, options) for module in modules)
    print(f"{len(modules)} modules: the folders of {len(modules) - failed} point one way, of {failed} in circles")
    in_circles = sum(check_package(package, options.all) for package in options.python)
    return 1 if failed or in_circles else 0


def points_one_way(module: Path, options: argparse.Namespace) -> bool:
    """True where the folders of a module form no circle; prints the circles."""
    sources = read_module(module)
    found = arrows(sources, ("types", "functions"))
    rings = print_found(module, found, options.all)
    if options.members:
        by_members = arrows(sources, ("extension_members",))
        print(f"{module.name}, members of extensions:")
        print_arrows(module, {(a, b): arrow for (a, b), arrow in by_members.items() if a in reach(b, found)})
    return not rings


def check_package(package: Path, prints_all: bool) -> int:
    """The number of a package's files that are in circles; prints the circles."""
    sources = read_package(package)
    in_circles = sum(map(len, print_found(package, import_arrows(sources), prints_all)))
    one_way = len(sources) - in_circles
    print(f"{len(sources)} files of {package.name}: {one_way} point one way, {in_circles} in circles")
    return in_circles


def print_found(place: Path, found: Arrows, prints_all: bool) -> list[list[str]]:
    """The circles that arrows form, each printed with its arrows; then, where asked for, every arrow."""
    rings = circles(found)
    for ring in rings:
        print(f"{place.name}: a circle of {' '.join(ring)}")
        print_arrows(place, {pair: arrow for pair, arrow in found.items() if set(pair) <= set(ring)})
    if prints_all:
        print(f"{place.name}:")
        print_arrows(place, found)
    return rings


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
