"""Builds the program that people install. It carries the toolchain's libraries, SQLite and the like."""

import platform
import shutil
import subprocess
import sys
from pathlib import Path

from herald_tools.environment import Unavailable
from herald_tools.paths import ROOT
from herald_tools.release import icu_data

BUILD = ROOT / ".build-release"
# What the linker takes from an archive, so that a machine need not have it. libcurl is not among them: Herald loads the
# system's one when it first fetches a policy, because that one knows the system's certificates.
STATIC_LIBRARIES = {
    "sqlite3": "libsqlite3-dev",
    "z": "zlib1g-dev",
    "zstd": "libzstd-dev",
    "crypto": "libssl-dev",
    "stdc++": "g++",
}


def archives() -> dict[str, Path]:
    """The archives of the static libraries, by their names. Raises `Unavailable` where one is missing."""
    found = {}
    for name, package in STATIC_LIBRARIES.items():
        archive = f"lib{name}.a"
        path = subprocess.run(["cc", f"-print-file-name={archive}"], capture_output=True, text=True).stdout.strip()
        if not Path(path).is_absolute():
            raise Unavailable(
                "noArchive",
                f"{archive} is missing.",
                "the C compiler's folders",
                "the released program carries this library",
                f"install it with its archive (Debian and Ubuntu: apt-get install {package})",
            )
        found[archive] = Path(path).resolve()
    return found


def static_library_folder() -> Path:
    """A folder with nothing but archives, which the linker therefore prefers to the system's shared libraries."""
    folder = BUILD / "archives"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, path in archives().items():
        (folder / name).symlink_to(path)
    return folder


def build() -> Path:
    """Builds the program, optimized and stripped of its symbols; returns its path."""
    options = ["-c", "release", "--product", "herald", "--scratch-path", str(BUILD)]
    # So that a commit's release can be made again: the versions that are tracked, or none.
    options.append("--only-use-versions-from-resolved-file")
    # No library is looked for beside the program, and what a debugger would read is stripped anyway.
    options += ["--disable-local-rpath", "-debug-info-format", "none"]
    # The folder of the build stays out of the program, so that its length moves nothing there: C libraries name their
    # files in messages, and the linker's digest is of what names it.
    options += ["-Xcc", f"-fmacro-prefix-map={BUILD}/="]
    if platform.system() == "Linux":
        options += ["-Xlinker", "--build-id=none"]
        # The compiler's own `-L` comes before the system's folders, and the linker's after them.
        options += ["--static-swift-stdlib", "-Xswiftc", f"-L{static_library_folder()}"]
        options += ["-Xswiftc", "-Xclang-linker", "-Xswiftc", "-static-libgcc", "-Xlinker", str(_older_glibc())]
        options += ["-Xlinker", f"--version-script={_exports()}"]
        # So that the linker leaves out each function that nothing calls, and not only whole modules.
        options += ["-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections"]
    print("$ swift build " + " ".join(options), file=sys.stderr)
    subprocess.run(["swift", "build", *options], cwd=ROOT, check=True, stdout=sys.stderr)
    shown = subprocess.run(
        ["swift", "build", *options, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    stripped = BUILD / "herald"
    shutil.copy2(Path(shown.stdout.strip()) / "herald", stripped)
    sections: list[str] = []
    if platform.system() == "Linux":
        icu_data.reduce(stripped)
        # The compiler's digest of each module, which names the folder too.
        sections = ["--remove-section=.swift_modhash"]
    subprocess.run(["strip", *sections, str(stripped)], check=True)
    return stripped


def _exports() -> Path:
    """A version script by which the program exports nothing: nobody links with it, and its names are megabytes."""
    made = BUILD / "exports.map"
    BUILD.mkdir(parents=True, exist_ok=True)
    made.write_text("{ local: *; };\n")
    return made


def _older_glibc() -> Path:
    """An object file in the place of what the archives take of a newer glibc than the program itself."""
    made = BUILD / "older_glibc.o"
    source = ROOT / "Tools" / "packaging" / "older_glibc.c"
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-c", str(source), "-o", str(made)], check=True)
    return made


def machine() -> str:
    """The system and processor in a file's name, such as `linux-x86_64`."""
    names = {"arm64": "arm64", "aarch64": "arm64", "AMD64": "x86_64"}
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    return f"{system}-{names.get(platform.machine(), platform.machine())}"
