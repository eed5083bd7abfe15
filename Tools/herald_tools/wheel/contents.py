"""What a wheel holds, without installing it."""

import base64
import csv
import hashlib
import io
import json
import re
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from herald_tools.paths import ROOT
from herald_tools.release import elf, wheel

LARGEST = 25_000_000  # bytes
_SHARED = ("man/man1/herald.1.gz", "man/man1/herald-why.1.gz", "bash-completion/completions/herald",
           "zsh/site-functions/_herald", "fish/vendor_completions.d/herald.fish")  # fmt: skip


def faults(path: Path) -> Iterator[str]:
    """Sentences about what is wrong with a wheel."""
    found = re.fullmatch(r"herald_log-(.+)-py3-none-(manylinux_(\d+)_(\d+)_x86_64)\.whl", path.name)
    if found is None:
        yield f"{path.name} is not the name of the wheel"
        return
    version, glibc = found[1], (int(found[3]), int(found[4]))
    if path.stat().st_size > LARGEST:
        yield f"it has {path.stat().st_size} bytes, more than {LARGEST}"
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
        modes = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
    yield from _missing(files, version)
    yield from _record(files, f"herald_log-{version}.dist-info/RECORD")
    program = f"herald_log-{version}.data/scripts/herald"
    yield from (
        f"{name} has the mode {mode:o}"
        for name, mode in modes.items()
        if mode != (wheel.EXECUTABLE if name == program else wheel.PLAIN)
    )
    yield from _metadata(files[f"herald_log-{version}.dist-info/METADATA"].decode(), files, version)
    yield from _binaries(files, glibc)


def _missing(files: dict[str, bytes], version: str) -> Iterator[str]:
    wanted = [f"herald_log-{version}.data/data/share/{name}" for name in _SHARED]
    wanted += ["herald_log/__init__.py", "herald_log/py.typed", f"herald_log-{version}.data/scripts/herald"]
    wanted += [f"herald_log-{version}.dist-info/{name}" for name in ("licenses/LICENSE", "sboms/herald.cdx.json")]
    yield from (f"{name} is not in it" for name in wanted if name not in files)
    bill = json.loads(files.get(f"herald_log-{version}.dist-info/sboms/herald.cdx.json", b"{}"))
    names = {component["name"] for component in bill.get("components", [])}
    unnamed = [component["name"] for component in bill.get("components", []) if "version" not in component]
    if unnamed:
        yield f"it lacks versions and licences of {', '.join(unnamed)}: make it where packages of Debian brought them"
    needed = {"grdb.swift", "swift", *([] if unnamed else ["sqlite3"])}
    yield from (f"the bill of materials lacks {name}" for name in sorted(needed - names))
    digest = hashlib.sha256(files[f"herald_log-{version}.data/scripts/herald"]).hexdigest()
    if digest not in json.dumps(bill):
        yield "the bill of materials is of another program"


def _record(files: dict[str, bytes], name: str) -> Iterator[str]:
    rows = list(csv.reader(io.StringIO(files[name].decode())))
    listed = {row[0]: row[1:] for row in rows}
    if listed.keys() != files.keys() or len(listed) != len(rows):
        yield f"the record differs in {sorted(listed.keys() ^ files.keys())}"
    for file, (digest, size) in listed.items():
        if file == name:
            continue
        made = base64.urlsafe_b64encode(hashlib.sha256(files[file]).digest()).rstrip(b"=").decode()
        if digest != f"sha256={made}" or int(size) != len(files[file]):
            yield f"the record is wrong about {file}"


def _metadata(text: str, files: dict[str, bytes], version: str) -> Iterator[str]:
    """What `packaging` and the contract ask of the metadata; `twine check` reads them too."""
    from packaging.metadata import Metadata

    try:
        read = Metadata.from_email(text, validate=True)
    except Exception as error:  # a group of errors, one for each field
        yield f"the metadata are not valid: {error} {getattr(error, 'exceptions', '')}"
        return
    if any(needed.marker is None or "extra" not in str(needed.marker) for needed in read.requires_dist or []):
        yield "it needs another distribution outside of its extras"
    texts = {f"herald_log-{version}.dist-info/licenses/{name}" for name in read.license_files or []}
    yield from (f"{name} is no licence in it" for name in sorted(texts - files.keys()))
    if read.license_expression is None:
        yield "it has no expression of its licences"


def _binaries(files: dict[str, bytes], glibc: tuple[int, int]) -> Iterator[str]:
    newest = (0, 0)
    for name, content in files.items():
        if not elf.is_elf(content):
            continue
        with tempfile.NamedTemporaryFile() as file:
            file.write(content)
            file.flush()
            found = elf.read(Path(file.name))
        newest = max(newest, found.glibc)
        yield from (f"{name} needs {library}" for library in sorted(found.needed - wheel.GLIBC))
        if found.runpath:
            yield f"{name} looks for libraries in {found.runpath}"
        if ".symtab" in found.sections:
            yield f"{name} was not stripped"
        if bytes(ROOT) in content:
            yield f"{name} names the folder {ROOT}"
    if newest != glibc:
        yield f"its tag says glibc {glibc}, and its newest symbol is of {newest}"
