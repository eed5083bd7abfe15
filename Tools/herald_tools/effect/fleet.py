"""Writes the log of an invented fleet with an experiment: a rule with a holdout, variants, or both."""

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from herald_tools.envelope import LineTemplate
from herald_tools.json_types import JSONObject

RULE, OLD, NEW = "update:7", "2.3.0", "2.4.0"
_CODES = {OLD: "230", NEW: "240"}
_YEARS = 5 * 365 * 86_400_000
_START = datetime(2026, 3, 2, tzinfo=timezone.utc)
_URL = "https://policy.example.com/shop.json"
_HOUR = 3_600_000
_PERIOD = 72 * _HOUR


@dataclass(frozen=True)
class Options:
    """What is invented. Chances are those of one launch."""

    installations: int
    seed: str = "1"
    days: int = 30
    percent: float = 10
    variants: tuple[str, ...] = ()
    by_itself: float = 0.03
    # How likely a prompt is answered `update`, by variant, or by "" without variants.
    accepted: dict[str, float] = field(default_factory=lambda: {"": 0.12})
    leaves: float = 0.01
    # Whether the rule names a version code, which half of the installations do not show.
    by_code: bool = False
    # How many more installations have a clock that is years ahead.
    clocks_ahead: int = 0


@dataclass
class Member:
    """An installation as the contract says that it takes part: its group, and its times in milliseconds."""

    source: str
    group: str
    entered: int | None = None
    updated: int | None = None
    seen: int | None = None
    is_readable: bool = True  # False: it shows no version to compare with the target


@dataclass
class Fleet:
    """Lines with their times, and who took part."""

    lines: list[tuple[int, str]]
    members: list[Member]

    def log(self, by_time: bool) -> Iterator[str]:
        """The lines one installation after the other, or as things happened."""
        lines = sorted(self.lines, key=lambda line: line[0]) if by_time else self.lines
        return (text for _, text in lines)


def document(options: Options) -> str:
    """The policy that every installation fetches."""
    rule: JSONObject = {
        "id": 7,
        **({"targetVersionCode": int(_CODES[NEW])} if options.by_code else {"targetVersion": NEW}),
        "targetWebsiteUrl": "https://apps.example.com/shop",
        "displayPeriodInHours": _PERIOD // _HOUR,
        "descriptions": {"*": {"message": f"Version {NEW} is here."}},
    }
    if options.variants:
        rule["variants"] = [
            {"id": id, "weight": 1, "descriptions": {"*": {"message": f"{id}: version {NEW} is here."}}}
            for id in options.variants
        ]
    root: JSONObject = {"packageName": "com.example.shop", "revision": 1}
    if options.percent:
        root["holdout"] = {"id": "spring", "percent": options.percent}
    return json.dumps({**root, "updates": [rule]})


def bucket(text: str) -> int:
    """The number from 0 to 9999 that an installation draws."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") % 10_000


def invent(options: Options) -> Fleet:
    """The whole fleet."""
    dice, policy = random.Random(options.seed), document(options)
    fleet = Fleet([], [])
    for number in range(options.installations):
        life = _Life(f"/installations/{options.seed}-{number:06}", options, policy, dice)
        life.live()
        fleet.lines += life.lines
        fleet.members.append(life.member)
    for number in range(options.clocks_ahead):
        life = _Life(f"/installations/{options.seed}-ahead-{number}", options, policy, dice)
        life.launch_once(_YEARS + number, NEW)
        fleet.lines += life.lines
    return fleet


class _Life:
    """One installation: it launches now and then, fetches, and shows what is decided."""

    def __init__(self, source: str, options: Options, policy: str, dice: random.Random) -> None:
        self.options, self.policy, self.dice = options, policy, dice
        self.digest = "sha256:" + hashlib.sha256(policy.encode()).hexdigest()
        self.template, self.source, self.revision = LineTemplate(source, True), source, 0
        self.lines: list[tuple[int, str]] = []
        held = bucket(f"holdout\nspring\n{source}") < round(options.percent * 100)
        place = bucket(f"variant\n{RULE}\n{source}") * len(options.variants) // 10_000
        self.variant = options.variants[place] if options.variants else ""
        self.member = Member(source, "heldOut" if held else self.variant or "shown")
        self.has_code = options.by_code and bucket(f"system\n{source}") < 5_000
        self.member.is_readable = self.has_code or not options.by_code

    def launch_once(self, now: int, version: str) -> None:
        self._launch(now, version, True)

    def live(self) -> None:
        options, dice, member = self.options, self.dice, self.member
        every = dice.lognormvariate(0.3, 0.8) * 24 * _HOUR
        # Most had the app before the policy; others install it later.
        now = int(dice.random() * (every if dice.random() < 0.8 else options.days * 24 * _HOUR))
        version, shown_at, isnew = OLD, None, True
        while now < options.days * 24 * _HOUR:
            self._launch(now, version, isnew)
            isnew = False
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

    def _launch(self, now: int, version: str, isnew: bool) -> None:
        properties = {
            "appPackageName": "com.example.shop",
            "appVersionName": version,
            "deviceOsName": "android",
            "deviceLanguage": "en",
        }
        if self.options.by_code:
            properties |= {"appVersionCode": _CODES[version]} if self.has_code else {"deviceOsName": "ios"}
        self._line(now, "app.launched", {"properties": properties})
        fetch: JSONObject = {"trigger": "launch", "url": _URL, "format": "herald"}
        if isnew:
            fetch |= {"status": 200, "digest": self.digest, "document": self.policy}
        else:
            fetch |= {"status": 304}
        self._line(now + 900, "fetch.succeeded", fetch)

    def _show(self, now: int, button: str) -> None:
        prompt = f"p{self.revision}"
        showing: JSONObject = {"prompt": prompt, "rule": RULE, "kind": "optional", "language": "*"}
        self._line(now, "prompt.shown", showing | ({"variant": self.variant} if self.variant else {}))
        self._line(now + 400, "button.chosen", {"prompt": prompt, "button": button})

    def _line(self, now: int, type: str, data: JSONObject) -> None:
        self.revision += 1
        time = (_START + timedelta(milliseconds=now)).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        id = f"{self.source.rsplit('/', 1)[1]}-{self.revision}"
        text = json.dumps(data, separators=(",", ":"))[1:-1]
        self.lines.append((now, self.template.line(id, type, time, self.revision, text)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--installations", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", default="1", help="any text (1)")
    parser.add_argument("--days", type=int, default=30, help="how long it is watched (30)")
    parser.add_argument("--percent", type=float, default=10, help="of the installations are held out (10)")
    parser.add_argument("--accepted", type=float, default=0.12, metavar="SHARE", help="of prompts lead to the update")
    parser.add_argument("--variant", action="append", default=[], metavar="NAME=SHARE", help="a variant, its share")
    parser.add_argument("--by-time", action="store_true", help="lines as things happened")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="- is standard output")
    options = parser.parse_args()
    accepted = {"": options.accepted, **{name: float(share) for name, share in (v.split("=") for v in options.variant)}}
    fleet = invent(
        Options(
            installations=options.installations,
            seed=options.seed,
            days=options.days,
            percent=options.percent,
            variants=tuple(name for name in accepted if name),
            accepted=accepted,
        )
    )
    lines = fleet.log(options.by_time)
    if options.output == "-":
        sys.stdout.writelines(lines)
        return
    with open(options.output, "w") as file:
        file.writelines(lines)
