"""What the product declares: its types of events, formats, keys and rule tests, as it prints them itself."""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from herald_tools.json_types import JSONObject
from herald_tools.patience import PATIENCE

_PLACEHOLDER = re.compile("[A-Z]+")
_WORDS = re.compile("`([^`]+)`")


@dataclass(frozen=True)
class Key:
    """A key of an object of documents, a field of a type of event, or an attribute of every event."""

    object: str  # the object's name in its format; of a field the type of event
    path: str  # the object's place in the document or event, such as `updates[]`
    name: str
    value: str  # its kind in words, such as `an integer from 0`
    is_required: bool
    is_refused_otherwise: bool  # a value of another kind makes the whole line unreadable

    @property
    def is_any_name(self) -> bool:
        """Whether it stands for names that the document chooses, as `LANGUAGE` does."""
        return _PLACEHOLDER.fullmatch(self.name) is not None

    @property
    def words(self) -> list[str]:
        """The words of a list of words, closed or not; empty for another kind."""
        listed = self.value.startswith("one of ") or "each one of " in self.value
        return _WORDS.findall(self.value) if listed else []

    @property
    def has_closed_words(self) -> bool:
        return bool(self.words) and "another word" not in self.value


@dataclass(frozen=True)
class Declarations:
    types: tuple[str, ...]
    event_keys: tuple[Key, ...]  # of the object `event`, and of each type
    formats: dict[str, tuple[Key, ...]]  # by each name of a format; without house rules
    house_rules: tuple[Key, ...]
    rule_tests: tuple[str, ...]  # in their order

    def fields(self, event_type: str) -> tuple[Key, ...]:
        return tuple(key for key in self.event_keys if key.object == event_type)


def ask(herald: str) -> Declarations:
    """The declarations of a program."""
    schema = json.loads(_answer(herald, "schema", "events"))
    pages = {name: list(_rows(herald, "help", "policy", name)) for name in _format_names(herald)}
    house = {key: None for page in pages.values() for key in page if key.object == "houseRules"}
    return Declarations(
        types=tuple(schema["properties"]["type"]["anyOf"][0]["enum"]),
        event_keys=tuple(_rows(herald, "help", "events")),
        formats={name: tuple(key for key in page if key.object != "houseRules") for name, page in pages.items()},
        house_rules=tuple(house),
        rule_tests=tuple(line["code"] for line in _lines(herald, "explain-code") if line["kind"] == "test of a rule"),
    )


def _format_names(herald: str) -> list[str]:
    """What a shell offers for `--policy-format`, which is every name of a format."""
    command = json.loads(_answer(herald, "schema", "--experimental-dump-help"))["command"]
    option = next(each for each in command["arguments"] if each.get("valueName") == "format")
    names: list[str] = option["completionKind"]["list"]["values"]
    return names


def _rows(herald: str, *command: str) -> Iterator[Key]:
    for row in _lines(herald, *command):
        if "key" in row:
            yield Key(
                object=row["object"],
                path=row["path"],
                name=row["key"],
                value=row["value"],
                is_required=row.get("required") == "required",
                is_refused_otherwise=row["otherwise"] == "the line is refused",
            )


def _lines(herald: str, *command: str) -> list[JSONObject]:
    lines: list[Any] = [json.loads(line) for line in _answer(herald, *command, "--format", "json").splitlines()]
    return lines


def _answer(herald: str, *command: str) -> str:
    done = subprocess.run([herald, *command], capture_output=True, text=True, timeout=PATIENCE, check=True)
    return done.stdout
