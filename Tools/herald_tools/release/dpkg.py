"""The packages of Debian, or of a system made of it, that brought the libraries inside the program."""

import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

_QUERY = "dpkg-query"


@dataclass(frozen=True)
class Package:
    """A package of a system by its own name, and the name and version of its source."""

    system: str
    name: str
    source: str
    version: str

    @property
    def address(self) -> str:
        """The source's package URL."""
        return f"pkg:deb/{self.system}/{self.source}@{self.version}?arch=source"

    @property
    def licence(self) -> Path:
        """The file with its licence."""
        return Path("/usr/share/doc") / self.name / "copyright"


def owner(file: Path) -> Package | None:
    """The package that brought a file; `None` where no package did, and where the system has no `dpkg-query`."""
    system = _system()
    if not shutil.which(_QUERY) or not system:
        return None
    found = _printed("--search", str(file))
    if not found:
        return None
    name = found.split(": ")[0].split(", ")[0]
    shown = _printed("--show", "--showformat", "${binary:Package} ${source:Package} ${source:Version}\n", name)
    if not shown:
        return None
    binary, source, version = shown.splitlines()[0].split()
    return Package(system, binary.split(":")[0], source, version)


def unnamed(files: dict[str, Path]) -> list[str]:
    """The names of the files that no package brought."""
    return [name for name, file in files.items() if owner(file) is None]


def _system() -> str | None:
    """The system's name for itself, such as `debian` or `ubuntu`."""
    try:
        return platform.freedesktop_os_release()["ID"]
    except OSError:
        return None


def _printed(*words: str) -> str:
    """What is printed about packages, nothing where they are not known."""
    done = subprocess.run([_QUERY, *words], capture_output=True, text=True)
    return "" if done.returncode else done.stdout
