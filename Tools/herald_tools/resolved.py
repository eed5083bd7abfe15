"""The versions of Swift packages that the repository is built with: `Package.resolved`."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from herald_tools.environment import fail
from herald_tools.paths import ROOT

RESOLVED = ROOT / "Package.resolved"

# What hummingbird's own products for tests, TLS and HTTP/2 need. The linker takes nothing of them into the program,
# which a release checks by the objects of its link. A package that is missing here counts as linked.
UNLINKED = {
    "async-http-client",
    "swift-algorithms",
    "swift-asn1",
    "swift-certificates",
    "swift-configuration",
    "swift-crypto",
    "swift-http-structured-headers",
    "swift-nio-http2",
    "swift-nio-ssl",
    "swift-nio-transport-services",
    "swift-numerics",
}


@dataclass(frozen=True)
class Pin:
    """A package at the version that was resolved, or at a revision where it has none."""

    identity: str
    location: str
    version: str | None
    revision: str

    @property
    def at(self) -> str:
        """The version, or else the revision."""
        return self.version or self.revision

    @property
    def address(self) -> str:
        """The location without its scheme, such as `github.com/apple/swift-nio`: what lists of advisories go by."""
        return self.location.removeprefix("https://").removesuffix(".git")


def read(path: Path = RESOLVED) -> list[Pin]:
    """The packages of a resolved file, in its order. Ends the program where there is no such file."""
    try:
        pins = json.loads(path.read_text())["pins"]
        return [
            Pin(pin["identity"], pin["location"], pin["state"].get("version"), pin["state"]["revision"]) for pin in pins
        ]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        fail(
            "noResolved",
            "The list of resolved packages cannot be read.",
            path,
            f"{type(error).__name__}: {error}",
            "take the file that is tracked: `git checkout Package.resolved`",
        )


def linked_after_all(scratch: Path) -> set[str]:
    """The packages of `UNLINKED` with a module among the objects of the program that was built in this folder."""
    lists = scratch.glob("*/*/herald.product/Objects.LinkFileList")
    modules = {module for one in lists for module in re.findall(r"/(\w+)\.build/", one.read_text())}
    return {
        folder.name.lower()
        for folder in scratch.glob("checkouts/*")
        if folder.name.lower() in UNLINKED and modules & {source.name for source in folder.glob("Sources/*")}
    }
