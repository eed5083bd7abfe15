"""The format `segments`: a version whose first number forces and whose second suggests."""

from collections.abc import Callable

from herald_tools.contract.formats.document import (
    Fetch,
    destination,
    installed,
    read_root,
    under_review,
    update,
    version_of,
)
from herald_tools.contract.policy import Policy
from herald_tools.contract.versions import Version
from herald_tools.json_types import Properties


def read_segments(body: str, fetch: Fetch) -> Policy:
    root = read_root(body)
    version = version_of(root)
    url, message, text = destination(fetch, root.get("downloadUrl")), root.get("message"), root["version"]
    return Policy(
        family="segments",
        is_under_review=under_review(root.get("review")),
        rules=[
            *update("segments-major", "force", url, message, is_offered=_asks(version, _is_major), published=text),
            *update("segments-minor", "optional", url, message, is_offered=_asks(version, _is_minor), published=text),
        ],
    )


def _asks(version: Version, compares: Callable[[list[int], list[int]], bool]) -> Callable[[Properties], bool]:
    """The first two numbers of both; a pre-release on either side never passes."""

    def is_offered(properties: Properties) -> bool:
        mine = installed(properties)
        if mine is None or mine.pre is not None or version.pre is not None:
            return False
        return compares(_first_two(mine), _first_two(version))

    return is_offered


def _first_two(version: Version) -> list[int]:
    return (version.numbers + [0])[:2]


def _is_major(mine: list[int], offered: list[int]) -> bool:
    return mine[0] < offered[0]


def _is_minor(mine: list[int], offered: list[int]) -> bool:
    return mine[0] == offered[0] and mine[1] < offered[1]
