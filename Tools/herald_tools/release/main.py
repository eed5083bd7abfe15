"""Makes a release: the program, packed for download, for Debian and for Python, with checksums and its materials.

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
from herald_tools.release import archive, build, contents, debian, dpkg, materials, version, wheel


def main() -> int:
    parser = argparse.ArgumentParser(prog="Tools/release", description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "dist", metavar="FOLDER")
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
    """Makes the files of a release in a folder, in the place of older ones; returns their paths, the wheel's last."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in [*folder.glob("herald[-_]*"), *folder.glob("SHA256SUMS")]:
        path.unlink()
    name = f"herald-{number}-{build.machine()}"
    filled = build.BUILD / "files" / name
    shutil.rmtree(filled, ignore_errors=True)
    contents.fill(filled, herald, number, time)
    made = [folder / f"{name}.tar.gz"]
    archive.pack(filled, made[0], time)
    if platform.system() == "Linux" and shutil.which("dpkg-deb"):
        processor = build.machine().split("-")[1]
        target = folder / f"herald_{number}_{debian.ARCHITECTURES.get(processor, processor)}.deb"
        debian.package(filled, build.BUILD / "debian", target, number, processor, time)
        made.append(target)
    else:
        print("No package for Debian is made: that needs `dpkg-deb`, on Linux.", file=sys.stderr)
    made.append(folder / f"{name}.cdx.json")
    materials.write(made[-1], number, digest(herald), time)
    if platform.system() == "Linux" and (unnamed := dpkg.unnamed(build.archives())):
        print(
            f"No package of Debian is known to have brought {', '.join(unnamed)}, so the versions and licences are not "
            "known. The bill of materials says so, and the licences in a wheel.",
            file=sys.stderr,
        )
    wheels = []
    if build.machine() in wheel.MACHINES:
        wheels.append(wheel.pack(filled, made[-1], folder, number, time))
    else:
        print(f"No wheel is made for {build.machine()}, only for {', '.join(wheel.MACHINES)}.", file=sys.stderr)
    made.append(folder / "SHA256SUMS")
    made[-1].write_text("".join(f"{digest(path)}  {path.name}\n" for path in sorted([*made[:-1], *wheels])))
    return [*made, *wheels]


def digest(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
