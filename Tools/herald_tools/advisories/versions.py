"""Comparing versions as semantic versioning does (https://semver.org, section 11), and ranges of them."""

import re
from dataclasses import dataclass
from functools import total_ordering

_FORM = re.compile(r"^[vV]?(\d+(?:\.\d+)*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$")


@total_ordering
class Version:
    """A version, such as `2.100.0` or `1.0.0-beta.2`. Numbers that it lacks are zeros."""

    def __init__(self, text: str) -> None:
        """Raises `ValueError` where the text is not a version."""
        found = _FORM.match(text.strip())
        if found is None:
            raise ValueError(f"`{text}` is not a version")
        self.text = text
        numbers = [int(part) for part in found[1].split(".")]
        while numbers and numbers[-1] == 0:
            numbers.pop()
        self._numbers = numbers
        # A version before a release comes before it; numbers come before words.
        parts = found[2].split(".") if found[2] else []
        self._before = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]

    def _key(self) -> tuple[list[int], bool, list[tuple[int, int, str]]]:
        return (self._numbers, not self._before, self._before)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self._key() == other._key()

    def __lt__(self, other: "Version") -> bool:
        return self._key() < other._key()

    def __hash__(self) -> int:
        return hash(str(self._key()))

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Range:
    """Versions with a defect: from its first one up to its fix, or to the last affected one."""

    introduced: str = "0"
    fixed: str | None = None
    last: str | None = None

    def holds(self, version: Version) -> bool:
        """True where the version has the defect. Without a fix and a last one, all later versions have it."""
        if version < Version(self.introduced):
            return False
        if self.fixed is not None:
            return version < Version(self.fixed)
        return self.last is None or version <= Version(self.last)

    def __str__(self) -> str:
        start = "" if self.introduced == "0" else f"from {self.introduced} "
        if self.fixed is not None:
            return f"{start}before {self.fixed}"
        return f"{start}up to {self.last}" if self.last else f"{start}without an end".strip()
