"""The system's libraries that Herald links or loads, and the versions that are here."""

import ctypes
import ctypes.util
import gzip
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

_DOCUMENTS = Path("/usr/share/doc")


@dataclass(frozen=True)
class Library:
    """A library of the system: its name in the list, in pkg-config, as a file, and as a package of Debian."""

    name: str
    config: str
    file: str
    package: str
    # The function that returns the version as text.
    function: str = ""


LIBRARIES = (
    Library("sqlite", "sqlite3", "sqlite3", "libsqlite3-0", "sqlite3_libversion"),
    Library("zlib", "zlib", "z", "zlib1g", "zlibVersion"),
    Library("zstd", "libzstd", "zstd", "libzstd1", "ZSTD_versionString"),
    Library("openssl", "libcrypto", "crypto", "libssl3"),
    # Loaded when a policy is first fetched, so its headers need not be here.
    Library("curl", "libcurl", "curl", "libcurl4", "curl_version"),
)


def version(library: Library) -> str | None:
    """The version that is here: of pkg-config, which a build asks, or else of the library itself; nil without one."""
    if shutil.which("pkg-config"):
        asked = subprocess.run(["pkg-config", "--modversion", library.config], capture_output=True, text=True)
        if asked.returncode == 0:
            return asked.stdout.strip()
    if not library.function:
        return None
    try:
        function = getattr(ctypes.CDLL(ctypes.util.find_library(library.file) or ""), library.function)
        function.restype = ctypes.c_char_p
        said: bytes | None = function()
    except (OSError, AttributeError):
        return None
    # curl names what it was built with: `libcurl/7.88.1 OpenSSL/3.0.19 …`.
    return said.decode().split()[0].rpartition("/")[2] if said else None


def names_fix(library: Library, ids: tuple[str, ...], documents: Path = _DOCUMENTS) -> bool:
    """True where the distribution's list of changes names one of the ids: it mends without a new version."""
    changes = documents / library.package / "changelog.Debian.gz"
    try:
        text = gzip.decompress(changes.read_bytes()).decode(errors="replace")
    except (OSError, EOFError):
        return False
    return any(one in text for one in ids)
