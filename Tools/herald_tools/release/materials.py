"""Lists what a released program is made of: a bill of materials in CycloneDX 1.5 (https://cyclonedx.org)."""

import hashlib
import json
import platform
import subprocess
import uuid
from datetime import datetime, timezone
from pathlib import Path

from herald_tools import resolved
from herald_tools.environment import Unavailable
from herald_tools.release import dpkg
from herald_tools.release.build import BUILD, archives

Component = dict[str, object]


def write(target: Path, version: str, digest: str, time: int) -> None:
    """Writes the list for a program with a SHA-256, dated by a time in seconds since 1970."""
    name = f"pkg:generic/herald@{version}"
    components = [*_packages(), *(_libraries() if platform.system() == "Linux" else []), _toolchain()]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{name}#{digest}')}",
        "version": 1,
        "metadata": {
            "timestamp": f"{datetime.fromtimestamp(time, timezone.utc):%Y-%m-%dT%H:%M:%SZ}",
            "component": {
                "type": "application",
                "bom-ref": name,
                "name": "herald",
                "version": version,
                "purl": name,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
                "hashes": [{"alg": "SHA-256", "content": digest}],
            },
        },
        "components": components,
        "dependencies": [{"ref": name, "dependsOn": [component["bom-ref"] for component in components]}],
    }
    target.write_text(json.dumps(bill, indent=2) + "\n")


def _packages() -> list[Component]:
    """The Swift packages in the program, at the versions that were resolved."""
    if linked := resolved.linked_after_all(BUILD):
        raise Unavailable(
            "linkedAfterAll",
            f"The bill of materials would lack {', '.join(sorted(linked))}.",
            resolved.__file__,
            "their modules were linked into the program",
            "take them out of `UNLINKED`",
        )
    return [
        _component(pin.identity, pin.at, f"pkg:swift/{pin.address}@{pin.at}")
        for pin in resolved.read()
        if pin.identity not in resolved.UNLINKED
    ]


def _libraries() -> list[Component]:
    """The system's libraries inside the program: the sources of their packages, or else the archives themselves."""
    found = []
    for name, archive in archives().items():
        package = dpkg.owner(archive)
        found.append(
            _component(package.source, package.version, package.address) if package else _unnamed(name, archive)
        )
    return found


def _unnamed(name: str, archive: Path) -> Component:
    """An archive that no package brought. It has no version, because a guessed one would be looked up."""
    return {
        "type": "library",
        "bom-ref": name,
        "name": name,
        "description": "Its version is not known: no package of Debian is known to have brought it to the builder.",
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(archive.read_bytes()).hexdigest()}],
    }


def _toolchain() -> Component:
    """Swift's own library, which is inside the program too."""
    shown = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    version = shown.split("Swift version ")[1].split()[0]
    return _component("swift", version, f"pkg:github/swiftlang/swift@swift-{version}-RELEASE")


def _component(name: str, version: str, purl: str) -> Component:
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
