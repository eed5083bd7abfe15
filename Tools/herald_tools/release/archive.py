"""Packs a folder so that the same files give the same bytes."""

import gzip
import tarfile
from pathlib import Path


def pack(folder: Path, target: Path, time: int) -> None:
    """Packs a folder under its own name as `.tar.gz`; each file gets the same time and belongs to nobody."""

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.mtime, member.uid, member.gid, member.uname, member.gname = time, 0, 0, "", ""
        return member

    with (
        open(target, "wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in [folder, *sorted(folder.rglob("*"))]:
            archive.add(path, str(path.relative_to(folder.parent)), recursive=False, filter=plain)
