"""Compiles Herald's own modules and the targets with libFuzzer's counters and the address sanitizer.

Other packages are taken from the debug build as they are. A package of Swift's could not do that: its flags would go to
all of them, and the targets need what is internal to modules.
"""

import json
import re
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from herald_tools.apple.flags import module_flags
from herald_tools.paths import ROOT, TOOLS

BUILD = ROOT / ".build-fuzz"
PROGRAM = BUILD / "herald-fuzz"
_DEBUG = ROOT / ".build" / "debug"
_TARGETS = ROOT / "Tests" / "HeraldServerTests" / "Fuzz"
_SANITIZED = ("-sanitize=fuzzer,address",)


@dataclass(frozen=True)
class Module:
    """A module, and how it is compiled. What strangers cannot reach has no counters, so as not to draw the fuzzer."""

    name: str
    flags: tuple[str, ...] = ("-O", *_SANITIZED)
    sources: list[Path] = field(default_factory=list)

    @property
    def object(self) -> Path:
        return BUILD / f"{self.name}.o"

    def files(self) -> list[Path]:
        if self.sources:
            return self.sources
        embedded = _DEBUG / f"{self.name}.build" / "DerivedSources" / "embedded_resources.swift"
        return sorted((ROOT / "Sources" / self.name).rglob("*.swift")) + [embedded] * embedded.exists()


# A module stands after those that it imports. Optimising the questions with counters takes over ten minutes.
_MODULES = [
    Module("Herald"),
    Module("HeraldFormats"),
    Module("HeraldLines"),
    Module("HeraldLog"),
    Module("HeraldGzip"),
    Module("HeraldPacking"),
    Module("HeraldWire"),
    Module("HeraldQuestions", ("-Onone", *_SANITIZED)),
    Module("HeraldPages", ("-Onone",)),
    Module("HeraldServer"),
    Module(
        "HeraldServerTests",
        ("-O", *_SANITIZED),
        # Without the test that reads the corpus.
        [*sorted(_TARGETS.glob("Fuzz[!C]*.swift")), TOOLS / "fuzz/Entry.swift"],
    ),
]


def build() -> None:
    """Compiles what changed since the last time, and all that stands after it."""
    BUILD.mkdir(exist_ok=True)
    took: dict[str, float] = {}
    is_stale = False
    for module in _MODULES:
        is_stale = is_stale or _is_stale(module)
        if is_stale:
            print(f"Compiling {module.name}", file=sys.stderr, flush=True)
            took[module.name] = _run(_compiling(module))
    if is_stale or not PROGRAM.exists():
        took["linking"] = _run(_linking())
        (BUILD / "took.json").write_text(json.dumps(took))


def _is_stale(module: Module) -> bool:
    if not module.object.exists():
        return True
    made = module.object.stat().st_mtime
    files = module.sources or (file for file in (ROOT / "Sources" / module.name).rglob("*") if file.is_file())
    return any(file.stat().st_mtime > made for file in files)


def _compiling(module: Module) -> list[str]:
    return [
        "swiftc", "-c", "-o", str(module.object), "-whole-module-optimization", "-gline-tables-only", *module.flags,
        "-emit-module", "-emit-module-path", str(BUILD / f"{module.name}.swiftmodule"), "-enable-testing",
        # Before the debug build's own modules of these names.
        "-I", str(BUILD), *(flag for flag in module_flags(module.name) if flag != "-DDEBUG"),
        *map(str, module.files()),
    ]  # fmt: skip


def _linking() -> list[str]:
    listed = shlex.split((_DEBUG / "herald.product" / "Objects.LinkFileList").read_text())
    others = [name for name in listed if not re.search(r"/Herald\w*\.build/", name)]
    own = [str(module.object) for module in _MODULES]
    return ["swiftc", "-o", str(PROGRAM), *_SANITIZED, "-use-ld=lld", "-lcrypto", *own, *others]


def _run(command: list[str]) -> float:
    began = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:4])} … ended with status {done.returncode}:\n{done.stderr[-4000:]}")
    return round(time.monotonic() - began, 1)
