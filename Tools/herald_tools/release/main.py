"""Makes a release: the program, packed for download and for Debian, with checksums and what it is made of.

What it makes is for the system and processor that it runs on. Swift's static Linux SDK would build for others; where
that is missing, each kind of machine builds its own.
"""

import argparse
import hashlib
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from herald_tools.environment import Unavailable
from herald_tools.paths import ROOT
from herald_tools.release import archive, build, contents, debian, materials, version


def main() -> int:
    parser = argparse.ArgumentParser(prog="Tools/release", description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / ".build" / "release-files", metavar="FOLDER")
    parser.add_argument("--install", type=Path, metavar="PREFIX", help="fill a prefix such as /usr/local instead")
    options = parser.parse_args()
    try:
        number = version.agreed_version()
        herald = build.build()
        time = version.commit_time()
        if options.install:
            contents.fill(options.install, herald, number, time)
            print(f"Installed {options.install / 'bin' / 'herald'}, its manual pages and completions.")
        else:
            for path in make(herald, options.output, number, time):
                print(path)
    except Unavailable as error:
        error.report()
        return 1
    except subprocess.CalledProcessError as error:
        print(f"{Path(error.cmd[0]).name} ended with status {error.returncode}.", file=sys.stderr)
        return 1
    return 0


def make(herald: Path, folder: Path, number: str, time: int) -> list[Path]:
    """Makes the files of a release in a folder, which is emptied before; returns their paths."""
    shutil.rmtree(folder, ignore_errors=True)
    name = f"herald-{number}-{build.machine()}"
    filled = build.BUILD / "files" / name
    shutil.rmtree(filled, ignore_errors=True)
    contents.fill(filled, herald, number, time)
    folder.mkdir(parents=True)
    archive.pack(filled, folder / f"{name}.tar.gz", time)
    if platform.system() == "Linux" and shutil.which("dpkg-deb"):
        processor = build.machine().split("-")[1]
        target = folder / f"herald_{number}_{debian.ARCHITECTURES.get(processor, processor)}.deb"
        debian.package(filled, build.BUILD / "debian", target, number, processor, time)
    materials.write(folder / f"{name}.cdx.json", number, digest(herald), time)
    files = sorted(folder.iterdir())
    sums = folder / "SHA256SUMS"
    sums.write_text("".join(f"{digest(path)}  {path.name}\n" for path in files))
    return [*files, sums]


def digest(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
