"""The lines and documents that schemas are tried on: those of the corpus, those of random logs, and mutants of both."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

from herald_tools.json_types import JSONObject
from herald_tools.oracle.generate import generate
from herald_tools.paths import ROOT
from herald_tools.schemas.mutants import mutants

# What the schemas leave to the readers: a minus zero and exponents in a text, a time whose moment in UTC falls out of
# the years 1 to 9999, and a number beyond Python's.
_BEYOND_SCHEMAS = re.compile(
    r'" *-0(?:\.0+)? *"|" *-?[0-9.]+[eE][+0-9-]+ *"|"(?:0001-01-01|9999-12-31)[Tt]|(?<=[ \[])-?Infinity(?=[],}])'
)


def events(seeds: range) -> Iterator[JSONObject]:
    """The objects among the lines of the corpus, and of the random logs of some seeds."""
    logs = [path.read_bytes() for path in sorted((ROOT / "Events").rglob("log.jsonl"))]
    for log in logs + [generate(seed, 60, 2, wild=seed % 2 == 0) for seed in seeds]:
        for line in log.split(b"\n"):
            if isinstance(event := _json(line), dict):
                yield event


def documents(lines: list[JSONObject]) -> dict[str, dict[str, Any]]:
    """The JSON documents that events bring, by format and then by their text."""
    found: dict[str, dict[str, Any]] = {}
    for event in lines:
        data = event.get("data")
        if event.get("type") != "fetch.succeeded" or not isinstance(data, dict):
            continue
        text, name = data.get("document"), data.get("format")
        if not isinstance(text, str) or not isinstance(name, str):
            continue
        value = _json(text.encode("utf-8", "surrogatepass"))
        if value is not None and depth(value) <= 64 and len(text) < 100_000:
            found.setdefault("herald" if name == "turkcell" else name, {})[text] = value
    return found


def depth(value: Any) -> int:
    """The levels of nested objects and arrays."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return 1 + max(map(depth, inner), default=0)


def with_mutants(values: list[Any], names: list[str], count: int, seed: str) -> list[str]:
    """The texts of some values, and of mutants of them, `count` in all; each text once."""
    dice = random.Random(seed)
    dice.shuffle(values)
    values = [value for value in values if not _BEYOND_SCHEMAS.search(_text(value))]
    texts = {_text(value) for value in values[: count // 2]}
    objects = [value for value in values if isinstance(value, dict)]
    while objects and len(texts) < count:
        before = len(texts)
        for value in objects:
            texts.update(_text(mutant) for mutant in mutants(value, names, 4, dice))
            if len(texts) >= count:
                break
        if len(texts) == before:
            # A few small values have few mutants, so these are changed once more.
            objects = [value for value in map(json.loads, sorted(texts)) if isinstance(value, dict)]
    return sorted(texts)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _json(text: bytes) -> Any:
    """The value; None for what is not JSON as both sides read it, or is null."""

    def once(members: list[tuple[str, Any]]) -> JSONObject:
        if len({name for name, _ in members}) < len(members):
            raise ValueError("a name twice in one object")
        return dict(members)

    def refuse(word: str) -> Any:
        raise ValueError(word)

    try:
        value = json.loads(text.decode("utf-8"), object_pairs_hook=once, parse_constant=refuse)
        _text(value).encode("utf-8")  # half a surrogate pair cannot be written
    except (ValueError, RecursionError):
        return None
    return value
