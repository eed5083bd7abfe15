"""Compares the rows of a table that a program exported with the rows that the oracle folded."""

import math
from collections.abc import Iterator
from typing import Any

from herald_tools.json_types import Row
from herald_tools.oracle.compare import compare_values
from herald_tools.tables.fold import KEYS

Tables = dict[str, list[Row]]


def types_of(rows: list[Row]) -> dict[str, type]:
    """The type of each column's values, as far as there are any."""
    return {name: type(value) for row in rows for name, value in row.items() if value is not None}


def compare_rows(table: str, expected: list[Row], actual: list[Row]) -> Iterator[str]:
    """Differences, row by row; the rows have no order here."""
    wanted, found = by_key(table, expected), by_key(table, actual)
    if len(found) != len(actual):
        yield f"{len(actual) - len(found)} rows with a key that another has"
    for key, row in wanted.items():
        if key not in found:
            yield f"{key}: no such row"
        else:
            for difference in compare_values("", rounded(row), rounded(found[key])):
                yield f"{key}: {difference}"
    for key in found:
        if key not in wanted:
            yield f"{key}: a row too many"


def by_key(table: str, rows: list[Row]) -> dict[tuple[Any, ...], Row]:
    return {tuple(row[name] for name in KEYS[table]): row for row in rows}


def rounded(row: Row) -> Row:
    """Quotients may differ in their last digit, by the way that they were divided."""
    return {name: _short(value) if isinstance(value, float) else value for name, value in row.items()}


def _short(value: float) -> float:
    return 0.0 if value == 0 else round(value, 12 - math.ceil(math.log10(abs(value))))
