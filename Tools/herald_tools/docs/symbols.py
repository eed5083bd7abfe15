"""The public symbols of the modules that were built, read from symbol graphs of the toolchain."""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from herald_tools.environment import Unavailable
from herald_tools.paths import ROOT

# What has a page of its own; all else stands on the page of the type that it is a member of.
PAGE_KINDS = ("struct", "class", "enum", "protocol", "actor", "typealias")


@dataclass
class Symbol:
    """A public declaration with its comment, and its members."""

    module: str
    path: tuple[str, ...]
    kind: str
    declaration: str
    comment: str
    source: Path
    line: int
    identifier: str
    # Its place on the page where it stands, such as `apply(_:)`.
    anchor: str = ""
    members: list["Symbol"] = field(default_factory=list)
    conformances: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        return ".".join(self.path)

    @property
    def has_page(self) -> bool:
        return self.kind in PAGE_KINDS


def documented_modules() -> list[str]:
    """The library products, in the manifest's order, and the module that one of them passes on."""
    names = re.findall(r'\.library\(name: "(\w+)"', (ROOT / "Package.swift").read_text())
    return [*names, "HeraldCorpus"]


def extract(build: Path, folder: Path) -> dict[str, list[Symbol]]:
    """The symbols of each documented module that `build` has. Writes symbol graphs that are missing or old."""
    # By the path that the compiler was given: its cache of modules knows no other name for them.
    build = build.resolve()
    modules = [name for name in documented_modules() if (build / "Modules" / f"{name}.swiftmodule").exists()]
    folder.mkdir(parents=True, exist_ok=True)
    flags = [*module_map_flags(build), *system_flags()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda module: extract_module(module, build, folder, flags), modules))
    return {module: read_graphs(module, folder) for module in modules}


def extract_module(module: str, build: Path, folder: Path, flags: list[str]) -> None:
    """Has the toolchain write a module's symbol graph, unless a later one is there."""
    built, graph = build / "Modules" / f"{module}.swiftmodule", folder / f"{module}.symbols.json"
    if graph.exists() and graph.stat().st_mtime > built.stat().st_mtime:
        return
    # What the module adds to types of another one has its own graph, which stays there when it adds nothing any more.
    for older in graphs_of(module, folder):
        older.unlink()
    command = ["swift-symbolgraph-extract", "-module-name", module, "-I", str(build / "Modules")]
    command += ["-target", target(build), "-output-dir", str(folder), "-minimum-access-level", "public"]
    command += ["-skip-synthesized-members", "-module-cache-path", str(folder / "cache"), *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Unavailable(
            "noSymbols",
            f"The symbols of {module} cannot be read.",
            built,
            done.stderr.strip().split("\n")[-1] or f"status {done.returncode}",
            "build again: `swift build`",
        )


def target(build: Path) -> str:
    """The system that was built for: SwiftPM keeps each one's build in a folder of its name."""
    return build.parent.name


def system_flags() -> list[str]:
    """Where Apple's own modules are; other toolchains know the place of theirs. This has not run on a Mac yet."""
    if sys.platform != "darwin":
        return []
    found = subprocess.run(["xcrun", "--show-sdk-path"], capture_output=True, text=True, check=True)
    return ["-sdk", found.stdout.strip()]


def module_map_flags(build: Path) -> list[str]:
    """Where the modules of C are that the Swift modules import."""
    maps = [
        *sorted(ROOT.glob("Sources/*/module.modulemap")),
        *sorted(ROOT.glob("Sources/*/include/module.modulemap")),
        *sorted(build.glob("*.build/module.modulemap")),
        *sorted((build.parent.parent / "checkouts").glob("*/Sources/*/module.modulemap")),
        *sorted((build.parent.parent / "checkouts").glob("*/Sources/*/include/module.modulemap")),
    ]
    return [flag for file in maps for flag in ("-Xcc", f"-fmodule-map-file={file}")]


def graphs_of(module: str, folder: Path) -> list[Path]:
    """The files of a module's symbol graphs: its own, and those of the modules whose types it adds to."""
    return sorted(folder.glob(f"{module}[.@]*symbols.json"))


def read_graphs(module: str, folder: Path) -> list[Symbol]:
    """The symbols of a module, and what it adds to types of others, members below their types."""
    graphs = [json.loads(file.read_text()) for file in graphs_of(module, folder)]
    symbols = [read_symbol(module, entry) for graph in graphs for entry in graph["symbols"]]
    by_identifier = {symbol.identifier: symbol for symbol in symbols}
    owned: set[str] = set()
    for relation in (relation for graph in graphs for relation in graph["relationships"]):
        symbol, other = by_identifier.get(relation["source"]), by_identifier.get(relation["target"])
        if symbol is None:
            continue
        if relation["kind"] in ("memberOf", "requirementOf", "optionalRequirementOf") and other:
            if symbol.identifier not in owned:
                other.members.append(symbol)
            owned.add(symbol.identifier)
        elif relation["kind"] in ("conformsTo", "inheritsFrom"):
            name = other.title if other else relation.get("targetFallback", "").split(".")[-1]
            if name and name not in ("Copyable", "Escapable", "SendableMetatype"):
                symbol.conformances.append(name)
    for symbol in symbols:
        symbol.members.sort(key=lambda member: (str(member.source), member.line))
        name_places(symbol.members)
    name_places([symbol for symbol in symbols if symbol.identifier not in owned and not symbol.has_page])
    return symbols


def name_places(members: list[Symbol]) -> None:
    """Names the places of members on one page; those that differ in their types alone are numbered."""
    taken: dict[str, int] = {}
    for member in members:
        name = member.path[-1].replace(" ", "")
        taken[name] = taken.get(name, 0) + 1
        member.anchor = name if taken[name] == 1 else f"{name}-{taken[name]}"


def read_symbol(module: str, entry: dict) -> Symbol:
    # A comment without a place is one of the standard library, about what every type of its kind has.
    comment = [line for line in entry.get("docComment", {}).get("lines", []) if "range" in line]
    place = entry.get("location", {})
    return Symbol(
        module=module,
        path=tuple(entry["pathComponents"]),
        kind=entry["kind"]["identifier"].removeprefix("swift."),
        declaration="".join(part["spelling"] for part in entry.get("declarationFragments", [])),
        comment="\n".join(line["text"] for line in comment),
        source=Path(place.get("uri", "").removeprefix("file://")),
        line=comment[0]["range"]["start"]["line"] if comment else place.get("position", {}).get("line", 0),
        identifier=entry["identifier"]["precise"],
    )
