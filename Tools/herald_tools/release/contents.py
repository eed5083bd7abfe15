"""The files of a release, at their places below a prefix such as `/usr/local`."""

import gzip
import shutil
import subprocess
from pathlib import Path

from herald_tools.paths import ROOT
from herald_tools.release import manual

COMPLETIONS = {
    "bash": "share/bash-completion/completions/herald",
    "zsh": "share/zsh/site-functions/_herald",
    "fish": "share/fish/vendor_completions.d/herald.fish",
}
DOCUMENTS = ("README.md", "CHANGELOG.md", "LICENSE")


def fill(prefix: Path, herald: Path, version: str, time: int) -> None:
    """Puts the program, its completions, its manual pages and its documents below a prefix.

    The pages are dated by a time in seconds since 1970.
    """
    program = prefix / "bin" / "herald"
    _copy(herald, program, 0o755)
    for shell, place in COMPLETIONS.items():
        script = subprocess.run(
            [str(herald), "--generate-completion-script", shell], check=True, capture_output=True
        ).stdout
        # A completion is read by a shell and not started, so it has no line that names one.
        _write(prefix / place, script.split(b"\n", 1)[1] if script.startswith(b"#!") else script)
    for page in manual.write(herald, prefix / "share" / "man" / "man1", version, time):
        # Without the file's name and time, so that the same page gives the same bytes.
        page.with_suffix(".1.gz").write_bytes(gzip.compress(page.read_bytes(), 9, mtime=0))
        page.unlink()
    for name in DOCUMENTS:
        _copy(ROOT / name, prefix / "share" / "doc" / "herald" / name, 0o644)


def _copy(source: Path, target: Path, mode: int) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def _write(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    target.chmod(0o644)
