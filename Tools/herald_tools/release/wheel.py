"""Makes a wheel for Python of a filled prefix, with the program inside: the same files give the same bytes.

The format: https://packaging.python.org/en/latest/specifications/binary-distribution-format/
"""

import base64
import hashlib
import re
import time
import zipfile
from pathlib import Path

from herald_tools.environment import Unavailable
from herald_tools.paths import ROOT, TOOLS
from herald_tools.release import elf, licences
from herald_tools.release.build import BUILD

# The machines whose wheel was tried.
MACHINES = ("linux-x86_64",)
PACKAGE = TOOLS / "herald_log"
# What glibc itself consists of: a program of the tag `manylinux` may not need more where a user has installed nothing.
GLIBC = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-x86-64.so.2"}
PLAIN, EXECUTABLE = 0o100644, 0o100755
METADATA = """Metadata-Version: 2.4
Name: herald-log
Version: {version}
Summary: Says why a user saw an update prompt, and why not: the program herald, and a log's answers in Python
Author: The Herald authors
License-Expression: {expression}
{licences}
Keywords: event log,update prompt,replay,policy,audit
Classifier: Environment :: Console
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Requires-Python: >=3.10
Provides-Extra: parquet
Requires-Dist: pyarrow>=14; extra == 'parquet'
Description-Content-Type: text/markdown

{description}"""
WHEEL = """Wheel-Version: 1.0
Generator: herald-release {version}
Root-Is-Purelib: false
Tag: {tag}
"""
ENTRY_POINTS = """[console_scripts]
herald-parquet = herald_log._parquet.write:main
"""


def pack(filled: Path, bill: Path, folder: Path, version: str, moment: int) -> Path:
    """Packs the program, its pages and completions, its bill of materials and the Python package; returns the wheel.

    Raises `Unavailable` where the program would not run on a machine that has glibc alone.
    """
    if not re.fullmatch(r"\d+(\.\d+)*((a|b|rc)\d+)?", version):
        why = "an index of Python packages refuses it (PEP 440)"
        fix = "write it as 1.2.3, or 1.2.3rc1"
        raise Unavailable("otherVersion", f"`{version}` is not a version of a wheel.", "Tools/release", why, fix)
    program = filled / "bin" / "herald"
    tag = f"py3-none-manylinux_{'_'.join(map(str, required_glibc(program)))}_x86_64"
    files = _files(filled, bill, version, tag)
    target = folder / f"herald_log-{version}-{tag}.whl"
    _write(target, files, f"herald_log-{version}.dist-info/RECORD", moment)
    return target


def required_glibc(program: Path) -> tuple[int, int]:
    """The oldest glibc that has every symbol of a program. Raises `Unavailable` where it needs other libraries too."""
    found = elf.read(program)
    told = [f"it needs {library}" for library in sorted(found.needed - GLIBC)]
    told += [f"it looks for libraries in {found.runpath}"] if found.runpath else []
    told += ["it was not stripped"] if ".symtab" in found.sections else []
    content = program.read_bytes()
    told += [f"it names the folder {place}" for place in (ROOT, BUILD, Path.home()) if _names(content, place)]
    if told:
        why, fix = (
            "a wheel is for every machine with this glibc",
            "see the options in Tools/herald_tools/release/build.py",
        )
        raise Unavailable("notPortable", f"The program is of this machine: {'; '.join(told)}.", program, why, fix)
    return found.glibc


def _names(content: bytes, folder: Path) -> bool:
    """True where a content names a folder, unless its name is a word that says nothing, such as `/root`."""
    return len(folder.parts) > 2 and bytes(folder) + b"/" in content


def _files(filled: Path, bill: Path, version: str, tag: str) -> dict[str, tuple[bytes, int]]:
    """The content and the mode of each file, by its name."""
    files: dict[str, tuple[bytes, int]] = {}
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            files[path.relative_to(PACKAGE.parent).as_posix()] = path.read_bytes(), PLAIN
    data, information = f"herald_log-{version}.data", f"herald_log-{version}.dist-info"
    files[f"{data}/scripts/herald"] = (filled / "bin" / "herald").read_bytes(), EXECUTABLE
    for path in sorted((filled / "share").rglob("*")):
        place = path.relative_to(filled).as_posix()
        if path.is_file() and not place.startswith("share/doc/"):
            files[f"{data}/data/{place}"] = path.read_bytes(), PLAIN
    texts = licences.files()
    written = {
        "METADATA": METADATA.format(
            version=version,
            expression=licences.expression(),
            licences="\n".join(f"License-File: {name}" for name in texts),
            description=(ROOT / "Tools" / "packaging" / "wheel.md").read_text(),
        ).encode(),
        "WHEEL": WHEEL.format(version=version, tag=tag).encode(),
        "entry_points.txt": ENTRY_POINTS.encode(),
        "sboms/herald.cdx.json": bill.read_bytes(),
        **{f"licenses/{name}": text for name, text in texts.items()},
    }
    files |= {f"{information}/{name}": (content, PLAIN) for name, content in written.items()}
    return files


def _write(target: Path, files: dict[str, tuple[bytes, int]], record: str, moment: int) -> None:
    """Writes an archive of files, and after them the record of all."""
    date = time.gmtime(max(moment, _OLDEST))[:6]
    lines = [f"{name},{_digest(content)},{len(content)}\n" for name, (content, _) in files.items()]
    listed = "".join([*lines, f"{record},,\n"]).encode()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (content, mode) in {**files, record: (listed, PLAIN)}.items():
            entry = zipfile.ZipInfo(name, date)
            entry.create_system = 3  # Unix, whose modes these are; pip asks that a program be a regular file
            entry.external_attr = mode << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)


_OLDEST = 315_532_800  # 1980, the first year of such an archive


def _digest(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
    return f"sha256={digest.decode()}"
