"""Herald's filters taken apart, so that each peer can be given the same policy in its own words."""

import json
from pathlib import Path

VERSIONS = ("appVersionName", "deviceOsVersion")


def rules(policy: str) -> list[tuple[str, dict]]:
    """Rule ids with their filters: property -> parts."""
    document = json.loads(Path(policy).read_text())
    result = []
    for rule in document["messages"]:
        filters = {name: [part(text) for text in value.split(",")] for name, value in rule["filters"].items()}
        result.append((f"message:{rule['id']}", filters))
    return result


def part(text: str) -> tuple[bool, str, str]:
    """A part in three: true where it excludes, its operator, and the value that it compares with."""
    excludes = text.startswith("!")
    text = text.removeprefix("!")
    for operator in ("<=", ">=", "<", ">"):
        if text.startswith(operator):
            return excludes, operator, text.removeprefix(operator)
    return (excludes, "prefix", text[:-1]) if text.endswith("*") else (excludes, "=", text)


def number(version: str) -> int:
    """A version as one number, for peers that know no versions."""
    major, minor, patch = (int(piece) for piece in three(version).split("."))
    return major * 1_000_000 + minor * 1_000 + patch


def three(version: str) -> str:
    """A version with all three of its numbers."""
    return ".".join((version.split(".") + ["0", "0"])[:3])
