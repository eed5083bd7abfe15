"""The order of policies, in which none may go back (section 3: `rollback`)."""

from typing import Any

from herald_tools.contract.policy import Policy, Refused
from herald_tools.contract.trust import Promises


def ranks(policy: Policy, promises: Promises, format_name: str) -> dict[str, Any]:
    """What may never go down, by family: the format's own order, and the revisions that were signed."""
    found = {} if policy.rank is None else {policy.family: policy.rank}
    if policy.revision is None and promises.revision is not None:
        if policy.family == "herald":
            found = {"herald": promises.revision}
        else:
            found[f"signed {format_name}"] = promises.revision
    return found


def ascend(highest: dict[str, Any], found: dict[str, Any]) -> None:
    """Refuse a policy that goes down in a family, and remember the others' highest."""
    for family, rank in found.items():
        if family in highest and rank < highest[family]:
            raise Refused("rollback")
    highest.update(found)
