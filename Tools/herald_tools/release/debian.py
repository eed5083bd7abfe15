"""Makes a package for Debian and Ubuntu of a filled prefix."""

import gzip
import os
import re
import shutil
import subprocess
from email.utils import formatdate
from pathlib import Path

MAINTAINER = "The Herald maintainers <maintainers@herald.invalid>"
ARCHITECTURES = {"x86_64": "amd64", "arm64": "arm64"}
CONTROL = """Package: herald
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: libcurl4
Section: devel
Priority: optional
Description: says why a user saw an update prompt, and why not
 Herald keeps every fetch, prompt, button and return to an app as an event, in
 JSON Lines or in a ledger. It replays such a log offline, explains every
 decision, audits what was shown, and tells what another policy would have
 shown.
 .
 libcurl is loaded when a policy is fetched from an address; a policy in a file
 needs none.
"""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: herald

Files: *
Copyright: 2026 The Herald authors
License: Apache-2.0
 On Debian systems, the full text is in /usr/share/common-licenses/Apache-2.0.
"""
# What lintian would otherwise report, with the reasons.
OVERRIDES = """# One program for all releases of Debian and Ubuntu: it carries its libraries.
herald: embedded-library
herald: statically-linked-binary
# The package is not built for the archive, so no bug asked for it.
herald: initial-upload-closes-no-bugs
"""


def package(filled: Path, folder: Path, target: Path, version: str, processor: str, time: int) -> None:
    """Packs what lies below a filled prefix; `folder` is where the package is put together."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(filled, folder / "usr")
    documents = folder / "usr" / "share" / "doc" / "herald"
    (documents / "LICENSE").unlink()
    (documents / "copyright").write_text(COPYRIGHT)
    _pack(documents / "CHANGELOG.md", documents / "NEWS.md.gz")
    (documents / "changelog.gz").write_bytes(gzip.compress(_changelog(version, time).encode(), 9, mtime=0))
    zsh = folder / "usr" / "share" / "zsh"
    (zsh / "site-functions").rename(zsh / "vendor-completions")
    overrides = folder / "usr" / "share" / "lintian" / "overrides" / "herald"
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES)
    _control(folder, version, ARCHITECTURES.get(processor, processor))
    for path in folder.rglob("*"):
        if path.is_dir() or (path.name == "herald" and path.parent.name == "bin"):
            path.chmod(0o755)
        elif path.is_file():
            path.chmod(0o644)
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(folder), str(target)]
    dated = os.environ | {"SOURCE_DATE_EPOCH": str(time)}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=dated)


def _control(folder: Path, version: str, architecture: str) -> None:
    control = folder / "DEBIAN" / "control"
    control.parent.mkdir()
    program = folder / "usr" / "bin" / "herald"
    kilobytes = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) // 1024
    control.write_text(
        CONTROL.format(
            version=version,
            architecture=architecture,
            maintainer=MAINTAINER,
            kilobytes=kilobytes,
            depends=", ".join(_libraries(program)),
        )
    )


# The packages of the C libraries that a Swift program needs, and the oldest version with every symbol that it uses.
_PACKAGES = {"libc.so.6": "libc6", "libgcc_s.so.1": "libgcc-s1 (>= 3.0)", "libstdc++.so.6": "libstdc++6 (>= 11)"}


def _libraries(program: Path) -> list[str]:
    """The packages with the shared libraries that a program names."""
    listed = subprocess.run(["objdump", "-p", str(program)], check=True, capture_output=True, text=True).stdout
    needed = set(re.findall(r"NEEDED\s+(\S+)", listed))
    versions = [tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([0-9.]+)", listed)]
    newest = ".".join(map(str, max(versions)))
    return [
        f"libc6 (>= {newest})" if library == "libc.so.6" else package
        for library, package in sorted(_PACKAGES.items())
        if library in needed
    ]


def _changelog(version: str, time: int) -> str:
    date = formatdate(time)
    return f"herald ({version}) unstable; urgency=medium\n\n  * See NEWS.md.\n\n -- {MAINTAINER}  {date}\n"


def _pack(source: Path, target: Path) -> None:
    target.write_bytes(gzip.compress(source.read_bytes(), 9, mtime=0))
    source.unlink()
