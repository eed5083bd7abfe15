"""The version of a release, which the program, the list of changes and the tag must agree on."""

import os
import re
import subprocess

from herald_tools.environment import Unavailable
from herald_tools.paths import ROOT

PROGRAM = ROOT / "Sources" / "HeraldCLI" / "HeraldCommand.swift"
CHANGES = ROOT / "CHANGELOG.md"


def program_version() -> str:
    """The version that `herald --version` prints."""
    found = re.search(r'static let version = "([^"]+)"', PROGRAM.read_text())
    if found is None:
        fix = "correct the pattern in Tools/herald_tools/release/version.py"
        raise Unavailable("noVersion", "The program's version was not found.", PROGRAM, "its line has changed", fix)
    return found[1]


def described_version() -> str | None:
    """The version of the newest section of the list of changes; nil where it has none."""
    found = re.search(r"^## ([0-9][^\s,]*)", CHANGES.read_text(), re.M)
    return found and found[1]


def tags() -> list[str]:
    """The tags of the commit that is built."""
    result = subprocess.run(["git", "tag", "--points-at", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return result.stdout.split()


def agreed_version() -> str:
    """The version, after program, list of changes and tag were compared. Raises `Unavailable` where they differ."""
    version = program_version()
    if described_version() != version:
        raise Unavailable(
            "otherVersion",
            f"The program is {version}, and the newest section of the changes is about {described_version()}.",
            CHANGES,
            "people look up there what is new",
            f"begin the section `## {version}`, or correct `version` in {PROGRAM.name}",
        )
    wrong = [tag for tag in tags() if re.match(r"v?[0-9]", tag) and tag.removeprefix("v") != version]
    if wrong:
        raise Unavailable(
            "otherTag",
            f"The program is {version}, and this commit has the tag {wrong[0]}.",
            ROOT,
            "an archive would have another version than its tag",
            f"move the tag, or correct `version` in {PROGRAM.name}",
        )
    return version


def commit_time() -> int:
    """The commit's time in seconds since 1970, which all packed files get, so that a source has one archive.

    `SOURCE_DATE_EPOCH` comes first (https://reproducible-builds.org/specs/source-date-epoch), and outside of a
    repository the time of the list of changes stands for it.
    """
    told = os.environ.get("SOURCE_DATE_EPOCH")
    if told:
        return int(told)
    result = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    return int(result.stdout) if result.returncode == 0 else int(CHANGES.stat().st_mtime)
