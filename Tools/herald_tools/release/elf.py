"""What an ELF file says of itself, read with binutils."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ELF:
    """An ELF file: the libraries that it needs, its folders to look for them, its newest glibc and its sections."""

    needed: frozenset[str]
    runpath: str | None
    glibc: tuple[int, int]
    sections: frozenset[str]


def is_elf(content: bytes) -> bool:
    """True for a file that begins as ELF files do."""
    return content.startswith(b"\x7fELF")


def read(path: Path) -> ELF:
    """Reads an ELF file. A glibc of (0, 0): it needs none."""
    headers = _printed("objdump", "-p", str(path))
    sections = _printed("readelf", "--section-headers", "--wide", str(path))
    versions = re.findall(r"\bGLIBC_(\d+)\.(\d+)", headers)
    runpath = re.search(r"^\s*(?:RUNPATH|RPATH)\s+(\S.*)", headers, re.M)
    return ELF(
        frozenset(re.findall(r"^\s*NEEDED\s+(\S+)", headers, re.M)),
        runpath and runpath[1],
        max(((int(major), int(minor)) for major, minor in versions), default=(0, 0)),
        frozenset(re.findall(r"^\s*\[\s*\d+\]\s+(\.\S+)", sections, re.M)),
    )


def _printed(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
