"""The format `table`: one row for each released version."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from herald_tools.contract import fields
from herald_tools.contract.formats.document import (
    Fetch,
    NotAFlag,
    destination,
    flag,
    installed,
    present,
    read_root,
    update,
)
from herald_tools.contract.policy import Policy, Refused, Rule
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import JSONObject


@dataclass
class _Row:
    text: str
    version: Version
    is_updated: bool
    is_forced: bool
    url: object
    is_under_review: bool


def read_table(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    entries = root.get("versions")
    revision = _revision(root)
    if not isinstance(entries, list):
        raise Refused("invalidDocument")
    rows = _rows(entries)
    if entries and not rows:
        raise Refused("noVersion")
    newest = None
    for row in rows:
        if newest is None or newest.version < row.version:
            newest = row
    highest = None if newest is None else newest.version
    is_held_back = newest is not None and newest.is_updated and newest.is_forced
    return Policy(
        family="table",
        rank=highest if revision is None else revision,
        newest=None if revision is None else highest,
        revision=revision,
        is_under_review=_review([row.version for row in rows if row.is_under_review]),
        rules=[] if is_held_back else [rule for row in rows for rule in _rule(row, newest, fetch)],
        left_out=len(entries) - len(rows),
    )


def _revision(root: JSONObject) -> int | None:
    """The publisher's own number; it alone decides what is older."""
    try:
        return fields.whole_number(root, "revision")
    except fields.Invalid as error:
        raise Refused("invalidDocument") from error


def _rows(entries: list[Any]) -> list[_Row]:
    """The rows that can be read; of those with equal versions, the first."""
    rows: list[_Row] = []
    for row in filter(None, map(_row, entries)):
        if not any(row.version.compare(earlier.version) == 0 for earlier in rows):
            rows.append(row)
    return rows


def _row(entry: Any) -> _Row | None:
    """None where the row cannot be read."""
    if not isinstance(entry, dict):
        return None
    entry = present(entry)
    text = entry.get("version")
    version = read_version(text) if isinstance(text, str) else None
    try:
        updated, forced, review = (bool(flag(entry.get(name))) for name in ("updated", "forceUpdated", "review"))
    except NotAFlag:
        return None
    return None if version is None else _Row(text, version, updated, forced, entry.get("downloadUrl"), review)


def _rule(row: _Row, newest: _Row | None, fetch: Fetch) -> list[Rule]:
    if not row.is_updated:
        return []
    kind = "force" if row.is_forced else "optional"
    return update(
        f"table-{row.text}",
        kind,
        destination(fetch, row.url),
        is_offered=lambda properties: _is_any_of([row.version], installed(properties)),
        published=newest and newest.text,
    )


def _review(versions: list[Version]) -> Callable[[str | None], bool]:
    return lambda version_name: version_name is not None and _is_any_of(versions, read_version(version_name))


def _is_any_of(versions: list[Version], mine: Version | None) -> bool:
    return mine is not None and any(version.compare(mine) == 0 for version in versions)
