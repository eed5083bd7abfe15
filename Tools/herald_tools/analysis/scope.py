"""The devices and moments that an answer speaks of, where these are not all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from herald_tools.contract import filters
from herald_tools.contract.text import is_blank, normalize
from herald_tools.contract.times import write_time
from herald_tools.contract.versions import read_version
from herald_tools.json_types import JSONObject, Properties

ASSUMED = "assumed.json"
USUAL = "usual"
# The filters of a model, and the systems that such a model has.
MODELS = {"iphone*": ("ios",), "ipad*": ("ios", "ipados"), "pixel*": ("android",), "sm-*": ("android",)}
# Properties that are versions, and true for each of them that may be blank.
VERSIONS = {"appVersionName": False, "deviceOsVersion": True, "appVersionCode": True}


@dataclass(frozen=True)
class Scope:
    """What is assumed of all devices, and the first moment that counts."""

    assumed: str | list[dict[str, str]] | None = None  # `usual`, or filters, all of one of which a device meets
    since: int | None = None

    def holds(self, properties: Properties) -> bool:
        if self.assumed is None:
            return True
        if isinstance(self.assumed, str):
            return is_usual(properties)
        return any(filters.all_match(texts, properties) for texts in self.assumed)

    def filters(self, read: Iterable[str]) -> Iterator[dict[str, str]]:
        """Filters that tell the assumed devices apart.

        - read: the properties that documents read. What usual devices have in others decides nothing.
        """
        if not isinstance(self.assumed, str):
            yield from self.assumed or []
            return
        names = set(read)
        for name in sorted(names & VERSIONS.keys()):
            yield {name: "<1.1,>=1.1"}
        if {"deviceModel", "deviceOsName"} <= names:
            yield from ({"deviceModel": text} for text in MODELS)
            yield from ({"deviceOsName": text} for text in ("ios", "ipados", "android", "''"))

    def options(self) -> list[str]:
        assumed = [] if self.assumed is None else ["--assume", USUAL if isinstance(self.assumed, str) else ASSUMED]
        return assumed + ([] if self.since is None else ["--from", write_time(self.since)])

    def write(self, folder: Path) -> None:
        if isinstance(self.assumed, list):
            written: JSONObject | list[dict[str, str]] = self.assumed[0] if len(self.assumed) == 1 else self.assumed
            (folder / ASSUMED).write_text(json.dumps(written, ensure_ascii=False), encoding="utf-8")


EVERYTHING = Scope()


def is_usual(properties: Properties) -> bool:
    """True where the system fits the model, and versions are versions."""
    for name, may_be_blank in VERSIONS.items():
        text = properties.get(name)
        if not (may_be_blank if is_blank(text or "") else read_version(text) is not None):
            return False
    system = normalize(properties.get("deviceOsName"))
    known = [systems for text, systems in MODELS.items() if filters.matches(text, properties.get("deviceModel"))]
    return not system or all(system in systems for systems in known)
