"""A fleet with an experiment: a rule with a holdout, variants, or both; and who took part in truth."""

import hashlib
import random
from dataclasses import dataclass, field

from herald_tools.fleets.log_lines import TimedLine
from herald_tools.fleets.script import Script, policy, rule
from herald_tools.json_types import JSONObject

RULE, OLD, NEW = "update:7", "2.3.0", "2.4.0"
_CODES = {OLD: "230", NEW: "240"}
_HOUR = 3_600_000
_DAY = 24 * _HOUR
_YEARS = 5 * 365 * _DAY
_PERIOD = 72 * _HOUR


@dataclass(frozen=True)
class Options:
    """The experiment, and what its people do. Chances are those of one launch."""

    seed: str = "1"
    days: int = 30
    first_day: str = "2026-03-02"
    percent: float = 10  # of the installations are held out
    variants: tuple[str, ...] = ()
    by_itself: float = 0.03
    # How likely a prompt is answered `update`, by variant, or by "" without variants.
    accepted: dict[str, float] = field(default_factory=lambda: {"": 0.12})
    leaves: float = 0.01
    # Whether the rule names a version code, which half of the installations do not show.
    by_code: bool = False


@dataclass
class Member:
    """An installation as the contract says that it takes part: its group, and its times in milliseconds."""

    source: str
    group: str
    entered: int | None = None
    updated: int | None = None
    seen: int | None = None
    is_readable: bool = True  # False: it shows no version to compare with the target


class Experiment:
    """Installations of one experiment, by number."""

    def __init__(self, options: Options) -> None:
        self.options, self.seed = options, options.seed
        self.document = document(options)

    def installation(self, number: int) -> list[TimedLine]:
        return self.life(number)[1]

    def life(self, number: int) -> tuple[Member, list[TimedLine]]:
        """An installation with its lines."""
        life = _Life(f"/installations/{self.seed}-{number:06}", self)
        life.live(random.Random(f"{self.seed} {number}"))
        return life.member, life.script.log.lines

    def ahead(self, number: int) -> list[TimedLine]:
        """The lines of another installation, whose clock is years ahead."""
        life = _Life(f"/installations/{self.seed}-ahead-{number}", self)
        life.launch(_YEARS + number, NEW, is_new=True)
        return life.script.log.lines


def document(options: Options) -> str:
    """The policy that every installation fetches."""
    text = f"version {NEW} is here."
    offer: JSONObject = {
        "displayPeriodInHours": _PERIOD // _HOUR,
        "descriptions": {"*": {"message": text.capitalize()}},
        **({"targetVersionCode": int(_CODES[NEW])} if options.by_code else {"targetVersion": NEW}),
    }
    if options.variants:
        offer["variants"] = [
            {"id": id, "weight": 1, "descriptions": {"*": {"message": f"{id}: {text}"}}} for id in options.variants
        ]
    holdout = {"holdout": {"id": "spring", "percent": options.percent}} if options.percent else {}
    return policy(rule(7, **offer), revision=1, **holdout)


def bucket(text: str) -> int:
    """The number from 0 to 9999 that an installation draws."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") % 10_000


class _Life:
    """One installation: it launches now and then, fetches, and shows what is decided."""

    def __init__(self, source: str, experiment: Experiment) -> None:
        self.options, self.document = experiment.options, experiment.document
        options = self.options
        self.script = Script(source, options.first_day, zone=0)
        held = bucket(f"holdout\nspring\n{source}") < round(options.percent * 100)
        place = bucket(f"variant\n{RULE}\n{source}") * len(options.variants) // 10_000
        self.variant = options.variants[place] if options.variants else ""
        self.member = Member(source, "heldOut" if held else self.variant or "shown")
        self.has_code = options.by_code and bucket(f"system\n{source}") < 5_000
        self.member.is_readable = self.has_code or not options.by_code

    def live(self, dice: random.Random) -> None:
        options, member = self.options, self.member
        every = dice.lognormvariate(0.3, 0.8) * _DAY
        # Most had the app before the policy; others install it later.
        now = int(dice.random() * (every if dice.random() < 0.8 else options.days * _DAY))
        version, shown_at, is_new = OLD, None, True
        while now < options.days * _DAY:
            self.launch(now, version, is_new)
            is_new = False
            if version == NEW and member.entered is not None and member.updated is None:
                member.updated = now
            if version == OLD:
                if member.entered is None and member.is_readable:
                    member.entered = now + 900
                is_due = shown_at is None or now + 900 - shown_at >= _PERIOD
                is_shown = member.group != "heldOut" and is_due
                updates = dice.random() < options.by_itself + (options.accepted[self.variant] if is_shown else 0)
                if is_shown:
                    shown_at = now + 1_000
                    member.seen = shown_at if member.seen is None else member.seen
                    self._show(shown_at, "update" if updates else "later")
                version = NEW if updates else OLD
            if dice.random() < options.leaves:
                return
            now += 2_000 + int(dice.expovariate(1 / every))

    def launch(self, now: int, version: str, is_new: bool) -> None:
        more = {"deviceOsName": "android"}
        if self.options.by_code:
            more = (
                {"deviceOsName": "android", "appVersionCode": _CODES[version]}
                if self.has_code
                else {"deviceOsName": "ios"}
            )
        self.script.at, self.script.step = now, 0
        self.script.launch(version, **more)
        self.script.at = now + 900
        self.script.fetch(self.document if is_new else None)

    def _show(self, now: int, button: str) -> None:
        self.script.at, self.script.step = now - 400, 400
        variant = {"variant": self.variant} if self.variant else {}
        self.script.prompt(RULE, "optional", button, language="*", **variant)
