"""Rules put to the very edge of what decides them: the last millisecond, showing, hundredth."""

import hashlib
from fractions import Fraction

from herald_tools.contract.canonical import NotCanonical
from herald_tools.contract.fields import Invalid
from herald_tools.contract.formats.herald import id_of
from herald_tools.contract.json_reader import read_json
from herald_tools.contract.records import Record
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.json_writer import Raw, Writer
from herald_tools.random_logs.scene import Scene

_MILLISECONDS = 3_600_000
_DIGITS = 15


def tune(dice: Dice, entry: JSONObject, kind: str, scene: Scene) -> None:
    """Changes a key of a rule, so that the device is just inside or outside."""
    try:
        rule_id = f"{kind.removesuffix('s')}:{id_of(read_json(Writer(dice).write(entry)))}"
    except (Invalid, NotCanonical):
        return
    record = scene.state.records.get(rule_id)
    if dice.chance(0.2):
        entry["rollout"] = _rollout(dice, rule_id, scene.source)
    if record is None:
        return
    if record.last_shown is not None and dice.chance(0.4):
        entry["displayPeriodInHours"] = _period(dice, scene.moment.instant - record.last_shown)
    if scene.has_manners and record.showings and dice.chance(0.4):
        period = _period(dice, scene.moment.instant - dice.pick(record.showings))
        caps = [{"cap": dice.randint(1, min(32, len(record.showings))), "periodInHours": period}]
        entry["frequencyCaps"] = caps if Fraction(period) > 0 else []
    if scene.has_manners and kind == "updates" and record.first_shown is not None and dice.chance(0.4):
        entry["deadline"] = _deadline(dice, scene.moment.instant, record)
    if dice.chance(0.3):
        entry["maxDisplayCount"] = record.shown + dice.pick([0, 1])
    if record.skipped_version and kind == "updates" and dice.chance(0.6):
        entry["targetVersion"] = _version(dice, record.skipped_version)


def _rollout(dice: Dice, rule_id: str, source: str) -> Raw:
    digest = hashlib.sha256(f"{rule_id}\n{source}".encode()).digest()
    bucket = int.from_bytes(digest[:4], "big") % 10_000
    edge = dice.pick([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(49, 100), Fraction(51, 100)])
    return _decimal((bucket + edge) / 100)


def _period(dice: Dice, elapsed: int) -> Raw:
    """Hours that are the time gone by, or a part of a millisecond beside it."""
    edges = [Fraction(0), Fraction(1), Fraction(3, 5), Fraction(2, 5), Fraction(-2, 5)]
    if (2 * elapsed + 1) % 9 == 0:
        edges = [Fraction(1, 2)]  # the only halves that a decimal fraction of an hour can be
    return _decimal(max(elapsed + dice.pick(edges), 0) / Fraction(_MILLISECONDS))


def _deadline(dice: Dice, now: int, record: Record) -> JSONObject:
    """A deadline that is due just now, or just not."""
    ages = [_period(dice, now - moment) for moment in (record.first_shown, record.last_shown) if moment is not None]
    ages = [age for age in ages if Fraction(age) > 0]
    deferrals = {"deferrals": max(1, record.deferrals + dice.pick([0, 0, 1]))}
    if not ages or dice.chance(0.4):
        return deferrals
    age = dice.pick(ages)
    if dice.chance(0.3):
        return {"at": "2026-01-01", "graceInHours": age}
    return {"afterFirstShownInHours": age, **(deferrals if dice.chance(0.3) else {})}


def _version(dice: Dice, skipped: str) -> str:
    return dice.pick([skipped, skipped + ".0", skipped + "+b", f" {skipped}", skipped + ".1"])


def _decimal(value: Fraction) -> Raw:
    """A JSON number, exact to many digits."""
    whole, rest = divmod(round(value * 10**_DIGITS), 10**_DIGITS)
    return Raw(f"{whole}.{rest:0{_DIGITS}d}".rstrip("0").rstrip("."))
