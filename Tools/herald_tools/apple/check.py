"""Type-checks the code for Apple's systems against stubs of their modules, with the flags of the last debug build."""

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from herald_tools.apple.flags import module_flags
from herald_tools.paths import ROOT, TOOLS

STUBS = TOOLS / "apple/stubs"
SAMPLES = TOOLS / "apple/samples"
EVERYWHERE = ("Darwin", "Security", "CryptoKit", "SwiftUI", "os")
# A Mac has both of Foundation's window systems only under Catalyst, so each is checked without the other.
SYSTEMS = {"iOS": (*EVERYWHERE, "UIKit"), "macOS": (*EVERYWHERE, "AppKit")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for system, modules in SYSTEMS.items():
            stubs = Path(folder) / system
            stubs.mkdir()
            for module in modules:
                build_stub(module, stubs)
            failed += check_system(system, modules, stubs)
    return 1 if failed else 0


def build_stub(module: str, folder: Path) -> None:
    flags = ["-parse-as-library", "-swift-version", "6", "-I", str(folder)]
    output = ["-emit-module", "-emit-module-path", str(folder / f"{module}.swiftmodule")]
    source = str(STUBS / f"{module}.swift")
    subprocess.run(["swiftc", "-module-name", module, *flags, *output, source], check=True)


def check_system(system: str, modules: tuple[str, ...], stubs: Path) -> int:
    """Checks the library's files that ask for one of the modules, then the samples; returns how many fail."""
    needed = re.compile(rf"canImport\(({'|'.join(modules)})\)")
    # The command line is for macOS alone, whose `posix_spawn` has other types than the one of Linux.
    sources = (file for file in sorted(ROOT.glob("Sources/*/**/*.swift")) if "HeraldCLI" not in file.parts)
    files = [file for file in sources if needed.search(file.read_text())]
    imports = re.compile(rf"^import ({'|'.join(modules)})$", re.MULTILINE)
    samples = [file for file in sorted(SAMPLES.glob("*.swift")) if imports.search(file.read_text())]
    with ThreadPoolExecutor() as pool:
        passed = list(pool.map(lambda file: type_checks(file, stubs), files))
    if all(passed):
        # A sample uses what only such a system declares, so it needs the runtime as that system has it.
        passed += [emit_runtime(stubs)] + [sample_checks(file, stubs) for file in samples]
    failed = passed.count(False)
    print(f"{system}: {len(files)} files and {len(samples)} samples, {failed} failed")
    return failed


def type_checks(file: Path, stubs: Path) -> bool:
    module = file.relative_to(ROOT / "Sources").parts[0]
    others = [str(other) for other in module_sources(module) if other != file]
    flags = [*module_flags(module), "-I", str(stubs), "-import-module", "Darwin"]
    return run(["swiftc", "-frontend", "-typecheck", "-primary-file", str(file), *others, *flags])


def emit_runtime(stubs: Path) -> bool:
    """Emits the module HeraldRuntime beside the stubs, as a system with them has it."""
    output = [
        "-emit-module",
        "-experimental-skip-non-inlinable-function-bodies",
        "-o",
        str(stubs / "HeraldRuntime.swiftmodule"),
    ]
    flags = [*module_flags("HeraldRuntime"), "-import-module", "Darwin"]
    sources = [str(file) for file in module_sources("HeraldRuntime")]
    return run(["swiftc", "-frontend", "-I", str(stubs), *flags, *output, *sources])


def sample_checks(file: Path, stubs: Path) -> bool:
    flags = module_flags("HeraldRuntime", named="Sample")
    return run(["swiftc", "-frontend", "-typecheck", "-I", str(stubs), *flags, str(file)])


def module_sources(module: str) -> list[Path]:
    return sorted((ROOT / "Sources" / module).rglob("*.swift"))


def run(command: list[str]) -> bool:
    result = subprocess.run(command, capture_output=True, text=True)
    sys.stderr.write(result.stderr)
    return result.returncode == 0
