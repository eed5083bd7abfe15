"""The order of policies, in which none may go back (section 3: `rollback`)."""

from typing import Any

from herald_tools.contract.policy import Policy, Refused
from herald_tools.contract.trust import Promises
from herald_tools.contract.versions import Version

_MEMORY = 7 * 24 * 3_600_000


def ranks(policy: Policy, promises: Promises, format_name: str) -> dict[str, Any]:
    """What may not go down, by family: the format's own order, and the revisions that were signed."""
    found = {} if policy.rank is None else {policy.family: policy.rank}
    if policy.revision is None and promises.revision is not None:
        if policy.family == "herald":
            found = {"herald": promises.revision}
        else:
            found[f"signed {format_name}"] = promises.revision
    return found


class Accepted:
    """What was accepted: the highest revision of each family for ever, a version for seven days."""

    def __init__(self) -> None:
        self._revisions: dict[str, int] = {}
        self._versions: dict[str, list[tuple[Version, int]]] = {}

    def ascend(self, found: dict[str, Any], now: int) -> None:
        """Refuse a policy that goes down in a family, and remember what it has."""
        for family, rank in found.items():
            if self._goes_down(family, rank, now):
                raise Refused("rollback")
        for family, rank in found.items():
            if isinstance(rank, Version):
                self.note(family, rank, now)
            else:
                self._revisions[family] = rank

    def note(self, family: str, version: Version, now: int) -> None:
        """Remember a version that was accepted."""
        self._versions.setdefault(family, []).append((version, now))

    def _goes_down(self, family: str, rank: Any, now: int) -> bool:
        if not isinstance(rank, Version):
            return family in self._revisions and rank < self._revisions[family]
        # A clock that was ahead counts as this fetch's from now on.
        known = [(version, min(time, now)) for version, time in self._versions.get(family, [])]
        self._versions[family] = known
        return any(rank < version and now - time < _MEMORY for version, time in known)


def signed_only(found: dict[str, Any]) -> dict[str, Any]:
    """What a signature alone brings anew: revisions, since no document came."""
    return {family: rank for family, rank in found.items() if not isinstance(rank, Version)}
