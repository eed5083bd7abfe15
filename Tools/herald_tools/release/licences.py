"""The licences of what is inside the program, as files."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

from herald_tools import resolved
from herald_tools.environment import Unavailable
from herald_tools.paths import ROOT
from herald_tools.release import dpkg
from herald_tools.release.build import BUILD, archives

# Herald and most packages; Swift; GRDB and the parser of HTTP in NIO; the tables of Unicode in Foundation.
_OWN = ("Apache-2.0", "Apache-2.0 WITH Swift-exception", "MIT", "Unicode-3.0")
_LIBRARIES = {
    "libsqlite3.a": "blessing",
    "libz.a": "Zlib",
    "libzstd.a": "BSD-3-Clause",
    "libcrypto.a": "Apache-2.0",
    "libstdc++.a": "GPL-3.0-or-later WITH GCC-exception-3.1",
}
_UNNAMED = """The program has code of these libraries. No package of Debian is known to have brought them to the machine
that built it. So their versions are not known, and their licences are not among these files:

{libraries}

Find their licences, and add them, before you pass the program on.
"""


def expression() -> str:
    """The licences of all that is inside, in SPDX's language: of a library without a package nothing is claimed."""
    unnamed = dpkg.unnamed(archives())
    found = [*_OWN, *(licence for name, licence in _LIBRARIES.items() if name not in unnamed)]
    return " AND ".join(dict.fromkeys([*found, *(["LicenseRef-Unnamed-Libraries"] if unnamed else [])]))


def files() -> dict[str, bytes]:
    """The texts by the names that they get. Raises `Unavailable` where one is not found."""
    return dict(sorted([("LICENSE", (ROOT / "LICENSE").read_bytes()), *_packages(), *_libraries(), _swift()]))


def _packages() -> Iterator[tuple[str, bytes]]:
    """The licences and notices of the Swift packages that are linked."""
    folders = {folder.name.lower(): folder for folder in (BUILD / "checkouts").iterdir()}
    for pin in resolved.read():
        if pin.identity in resolved.UNLINKED:
            continue
        texts = [path for path in folders[pin.identity].glob("*") if path.stem.upper() in ("LICENSE", "NOTICE")]
        if not texts:
            raise _missing(pin.identity, folders[pin.identity])
        yield from ((f"packages/{pin.identity}/{path.name}", path.read_bytes()) for path in texts)


def _libraries() -> Iterator[tuple[str, bytes]]:
    """The licences of the system's libraries, by the Debian packages that have them; names the others."""
    unnamed = []
    for name, archive in archives().items():
        package = dpkg.owner(archive)
        if package is None:
            unnamed.append(name)
        elif package.licence.is_file():
            yield f"libraries/{package.name}/copyright", package.licence.read_bytes()
        else:
            raise _missing(name, package.licence)
    if unnamed:
        listed = "\n".join(f"    {name}" for name in unnamed)
        yield "libraries/UNNAMED.txt", _UNNAMED.format(libraries=listed).encode()


def _swift() -> tuple[str, bytes]:
    """The licence of Swift's own library."""
    shown = subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    text = Path(json.loads(shown)["paths"]["runtimeResourcePath"], "../../share/swift/LICENSE.txt").resolve()
    if not text.is_file():
        raise _missing("Swift", text)
    return "swift/LICENSE.txt", text.read_bytes()


def _missing(name: str, place: Path) -> Unavailable:
    return Unavailable(
        "noLicence",
        f"The licence of {name} is not there.",
        place,
        "the wheel has its code, and has to bring its licence",
        "install it whole, with its documentation",
    )
