"""What the figures of an experiment's groups come to: verdicts and cautions."""

from dataclasses import dataclass
from math import exp, fsum, lgamma, log, sqrt
from statistics import NormalDist

_FEWEST = 30
_ERRORS = 0.001
_Z = NormalDist().inv_cdf(0.975)


@dataclass
class Group:
    """A group's figures. `saw` and `updated` are of those that were followed."""

    name: str | None  # of a variant
    is_held_out: bool
    entered: int
    followed: int
    saw: int
    saw_before: int
    updated: int


def verdict(one: Group, other: Group, groups: list[Group], shares: list[float] | None) -> str:
    """What a comparison of two groups of an experiment says."""
    if sum(group.entered for group in groups) and not any(group.followed for group in groups):
        return "tooEarly"
    if not _is_even(groups, shares):
        return "notComparable"
    if min(one.followed, other.followed) < _FEWEST:
        return "tooFew"
    low, high = difference(one, other)
    return "more" if low > 0 else "fewer" if high < 0 else "unclear"


def cautions(groups: list[Group], shares: list[float] | None, left_out: int, unknown: int = 0) -> list[str]:
    """What may mislead; `shares` are None where they changed."""
    found = {
        "sharesChanged": shares is None,
        "unevenGroups": not _is_even(groups, shares),
        "notShown": any(2 * group.saw < group.followed for group in groups if not group.is_held_out),
        "shownBefore": any(group.saw_before for group in groups),
        "shownToHeldOut": any(group.saw for group in groups if group.is_held_out),
        "unreadableVersions": left_out > 0,
        "unknown": unknown > 0,
        "severalComparisons": len(groups) > 2,
    }
    return [name for name, is_so in found.items() if is_so]


def wilson(group: Group) -> tuple[float, float]:
    """The interval of a share that the score test does not reject at 5 %."""
    share, total = group.updated / group.followed, group.followed
    middle, width = share + _Z**2 / (2 * total), _Z * sqrt(share * (1 - share) / total + _Z**2 / (4 * total**2))
    return max(0.0, (middle - width) / (1 + _Z**2 / total)), min(1.0, (middle + width) / (1 + _Z**2 / total))


def difference(one: Group, other: Group) -> tuple[float, float]:
    """Newcombe's interval of the difference of two shares."""
    first, second = one.updated / one.followed, other.updated / other.followed
    (low, high), (other_low, other_high) = wilson(one), wilson(other)
    below = sqrt((first - low) ** 2 + (other_high - second) ** 2)
    above = sqrt((second - other_low) ** 2 + (high - first) ** 2)
    return first - second - below, first - second + above


def _is_even(groups: list[Group], shares: list[float] | None) -> bool:
    """Whether chance may have made all groups as large as they are."""
    total = sum(group.entered for group in groups)
    if shares is None or not total:
        return True
    least = _ERRORS / (2 * len(groups))
    return all(_tail(group.entered, total, share) >= least for group, share in zip(groups, shares, strict=True))


def _tail(count: int, total: int, share: float) -> float:
    """The chance of a count as small, or as large, whichever is less likely."""
    if share in (0, 1):
        return float(count == total * share)
    few = fsum(_chance(number, total, share) for number in range(count + 1))
    many = fsum(_chance(number, total, share) for number in range(count, total + 1))
    return min(few, many)


def _chance(count: int, total: int, share: float) -> float:
    ways = lgamma(total + 1) - lgamma(count + 1) - lgamma(total - count + 1)
    return exp(ways + count * log(share) + (total - count) * log(1 - share))
