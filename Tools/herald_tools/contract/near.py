"""A name that probably means the same as a missing one (section 4): `role` for `x-role`, `x_role` or `x-rolle`."""

from herald_tools.json_types import Properties

_DISTINCT = {"devicemcc", "devicemnc"}


def near(missing: str, names: Properties) -> str | None:
    """The property that was probably meant; None where it is there, or none has a similar name."""
    if missing in names:
        return None
    wanted, others = _plain(missing), sorted(names)
    same = next((name for name in others if wanted and _plain(name) == wanted), None)
    return same if same is not None else next((name for name in others if _is_slip(wanted, _plain(name))), None)


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").removeprefix("x-")


def _is_slip(one: str, other: str) -> bool:
    if min(len(one), len(other)) < 3 or {one, other} == _DISTINCT:
        return False
    shorter, longer = sorted((one, other), key=len)
    if len(longer) == len(shorter):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))
