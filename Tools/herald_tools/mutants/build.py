"""Builds one optimized program with all mutants: the core is written anew with a switch at each place.

Other packages are taken from the debug build as they are, with its flags. The sources of the product stay as they are.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from herald_tools.apple.flags import module_flags
from herald_tools.mutants import scope
from herald_tools.paths import ROOT, TOOLS

BUILD = ROOT / ".build-mutants"
PROGRAM = BUILD / "mutants"
_DEBUG = ROOT / ".build" / "debug"
_PARTS = TOOLS / "mutants"
_REWRITE = BUILD / "rewrite"
_SITES = BUILD / "sites.json"
# Reads the documents, which takes little of a replay: optimizing it would take longer than it saves.
_UNOPTIMIZED = "HeraldFormats"
# A module stands after those that it imports.
_MODULES = {
    "Herald": BUILD / "Herald",
    "HeraldFormats": ROOT / "Sources" / "HeraldFormats",
    "HeraldLines": ROOT / "Sources" / "HeraldLines",
    "MutantsProgram": _PARTS / "Program",
}


@dataclass(frozen=True)
class Site:
    """A place that one mutant changes."""

    id: int
    file: str
    line: int
    function: str
    kind: str
    text: str
    is_aside: bool

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line} {self.function}: {self.kind}: {self.text}"


@dataclass(frozen=True)
class Places:
    """All places, and the number of cases in switches that return a value, which have no opposite."""

    sites: list[Site]
    values: int


def build() -> Places:
    """Builds what changed since the last time, and what stands on it."""
    is_new = build_rewriter()
    core, switch = BUILD / "Herald", _PARTS / "Switch"
    _make("core", [*sorted(scope.CORE.rglob("*.swift")), Path(scope.__file__)], partial(_rewrite_core, core), is_new)
    # A core that is written anew as it was is compiled only where its text is another.
    is_new = _make("switch", sorted(switch.glob("m*")), partial(_run, _compiling_switch()))
    for name, folder in _MODULES.items():
        files = sorted(folder.rglob("*.swift")) + [switch / "Switches.swift"] * (name == "Herald")
        is_new = _make(name, files, partial(_run, _compiling(name, files)), is_new)
    if is_new or not PROGRAM.exists():
        _run(_linking())
    return places(json.loads(_SITES.read_text()))


def build_rewriter() -> bool:
    """Builds the program that writes the core anew, where it changed; returns true if it did."""
    BUILD.mkdir(exist_ok=True)
    files = sorted((_PARTS / "Rewrite").glob("*.swift"))
    return _make("rewrite", files, partial(_run, _compiling_rewriter(files)))


def _make(name: str, files: list[Path], make: Callable[[], None], is_stale: bool = False) -> bool:
    """Makes a part where its files are others than the last time; returns true if it did."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file}\0".encode() + file.read_bytes())
    mark = BUILD / f"{name}.made"
    if not is_stale and mark.exists() and mark.read_text() == digest.hexdigest():
        return False
    mark.unlink(missing_ok=True)
    make()
    mark.write_text(digest.hexdigest())
    return True


def _rewrite_core(core: Path) -> None:
    shutil.rmtree(core, ignore_errors=True)
    shutil.copytree(scope.CORE, core, ignore=shutil.ignore_patterns("*.docc"))
    _SITES.write_text(rewrite(scope.CORE, core, scope.files()))


def places(listed: dict[str, Any]) -> Places:
    """The places that the rewriter lists."""
    sites = [
        Site(site["id"], site["file"], site["line"], site["function"], site["kind"], site["text"], site["isAside"])
        for site in listed["sites"]
    ]
    return Places(sites, listed["values"])


def rewrite(source: Path, target: Path, files: list[str]) -> str:
    """Writes files anew with their switches; returns the list of places."""
    command = [str(_REWRITE), str(source), str(target), "\n".join(scope.ASIDES), *files]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _compiling_rewriter(files: list[Path]) -> list[str]:
    """The toolchain brings the parser, as a library for macros."""
    compiler = Path(shutil.which("swiftc") or "swiftc").resolve()
    host = compiler.parent.parent / "lib" / "swift" / "host"
    if not (host / "SwiftParser.swiftmodule").is_dir():
        sys.exit(f"{host} has no SwiftParser, with which the sources are read.")
    return [
        "swiftc", "-swift-version", "6", "-o", str(_REWRITE), "-I", str(host), "-L", str(host), "-lSwiftSyntax",
        "-lSwiftOperators", "-lSwiftParser", "-Xlinker", "-rpath", "-Xlinker", str(host),
        *map(str, files),
    ]  # fmt: skip


def _compiling_switch() -> list[str]:
    return ["cc", "-O2", "-c", "-o", str(BUILD / "switch.o"), str(_PARTS / "Switch" / "mutants.c")]


def _compiling(name: str, files: list[Path]) -> list[str]:
    # The program is compiled as if it were a part of the lines.
    flags = module_flags("HeraldLines" if name == "MutantsProgram" else name, name)
    kept = [flag for flag in flags if flag not in ("-DDEBUG", "-warnings-as-errors")]
    return [
        "swiftc", "-c", "-Onone" if name == _UNOPTIMIZED else "-O", "-whole-module-optimization",
        "-o", str(BUILD / f"{name}.o"), "-emit-module", "-emit-module-path", str(BUILD / f"{name}.swiftmodule"),
        "-suppress-warnings",
        # Before the debug build's own modules of these names.
        "-I", str(BUILD), "-Xcc", f"-fmodule-map-file={_PARTS / 'Switch' / 'module.modulemap'}", *kept,
        *map(str, files),
    ]  # fmt: skip


def _linking() -> list[str]:
    objects = [str(BUILD / f"{name}.o") for name in (*_MODULES, "switch")]
    others = [_DEBUG / f"{name}.build" for name in ("SystemPackage", "CSystem", "CPlainText")]
    found = [str(file) for folder in others for file in sorted(folder.glob("*.o"))]
    return ["swiftc", "-o", str(PROGRAM), "-use-ld=lld", "-lcrypto", *objects, *found]


def _run(command: list[str]) -> None:
    began = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:8])} … ended with status {done.returncode}:\n{done.stderr[-6000:]}")
    print(f"{time.monotonic() - began:4.0f} s  {' '.join(command[:2])} {Path(command[-1]).name}", file=sys.stderr)
