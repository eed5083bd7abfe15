"""Columns of lists. A fleet has few different ones and every piece brings them again, so each is read once."""

# pyarrow need not be there.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return"

from __future__ import annotations

import json
from typing import Any

import pyarrow

from herald_log._parquet.compute import take

_MOST = 4096  # lists that are kept


def is_list(field: pyarrow.Field) -> bool:
    """True for a column whose values are lists."""
    return pyarrow.types.is_list(field.type)


class Lists:
    """The different lists of a column so far."""

    def __init__(self, field: pyarrow.Field) -> None:
        self.field = field
        self._forget()

    def take(self, texts: list[str], indices: pyarrow.Array) -> pyarrow.Array:
        """The list of each row, by its place among the texts. A `ValueError` names a text that is no such list."""
        if len(self._places) + len(texts) > _MOST:
            self._forget()
        new = [text for text in dict.fromkeys(texts) if text not in self._places]
        if new:
            self._add(new)
        places = pyarrow.array([self._places[text] for text in texts], pyarrow.int32())
        return take(self._known, take(places, indices))

    def _forget(self) -> None:
        self._places: dict[str, int] = {}
        self._known = pyarrow.array([], self.field.type)

    def _add(self, texts: list[str]) -> None:
        lists = [_list(text, self.field) for text in texts]
        try:
            added = pyarrow.array(lists, self.field.type)
        except pyarrow.ArrowTypeError as error:
            raise ValueError(f"a value of another type: {error}") from error
        self._known = pyarrow.concat_arrays([self._known, added])
        self._places.update(zip(texts, range(len(self._places), len(self._known))))


def _list(text: str, field: pyarrow.Field) -> list[dict[str, Any]]:
    parts = list(field.type.value_type)
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, list) or not all(_fits(item, parts) for item in value):
        names = ", ".join(part.name for part in parts)
        raise ValueError(f"not a list of objects with {names}: {text[:60]}")
    return value


def _fits(item: object, parts: list[pyarrow.Field]) -> bool:
    return (
        isinstance(item, dict)
        and item.keys() == {part.name for part in parts}
        and all(part.nullable or item[part.name] is not None for part in parts)
    )
