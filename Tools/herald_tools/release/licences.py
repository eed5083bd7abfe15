"""The licences of what is inside the program, as files."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

from herald_tools import resolved
from herald_tools.environment import Unavailable
from herald_tools.paths import ROOT
from herald_tools.release.build import BUILD, archives

# Herald and most packages; Swift; GRDB and the parser of HTTP in NIO; Zstandard; zlib; SQLite; GCC's libraries; the
# tables of Unicode in Foundation.
EXPRESSION = (
    "Apache-2.0 AND Apache-2.0 WITH Swift-exception AND MIT AND BSD-3-Clause AND Zlib AND blessing "
    "AND GPL-3.0-or-later WITH GCC-exception-3.1 AND Unicode-3.0"
)


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
    """The licences of the system's libraries, by the Debian packages that have them."""
    for name, archive in archives().items():
        owner = subprocess.run(["dpkg-query", "--search", str(archive)], capture_output=True, text=True)
        package = owner.stdout.split(":")[0]
        text = Path("/usr/share/doc") / package / "copyright"
        if owner.returncode or not text.is_file():
            raise _missing(name, archive)
        yield f"libraries/{package}/copyright", text.read_bytes()


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
