"""People with the app: a device, a language, habits."""

import random

from herald_tools.fleets.clock import Clock
from herald_tools.fleets.releases import DAY, Release
from herald_tools.fleets.vocabulary import LANGUAGES, MODELS, PACKAGE, SISTER, SYSTEMS, weighted
from herald_tools.json_types import Properties

_LEAST = 0.12  # sessions a day at least


class Person:
    """One device and who uses it; the same for the same seed and number, however large the fleet is."""

    def __init__(self, dice: random.Random, number: int, days: float, epoch: int) -> None:
        self.number = number
        self.system = "android" if dice.random() < 0.66 else "ios"
        self.model, self.is_tablet = weighted(dice, MODELS[self.system])
        self.system_version = weighted(dice, SYSTEMS[self.system])
        self.language, zones = weighted(dice, LANGUAGES)
        self.clock = Clock(dice, epoch, days, dice.choice(zones))
        self.format = self._format(dice)
        self.user = f"u-{dice.getrandbits(40):010x}" if dice.random() < 0.55 else None
        self.has_sister = dice.random() < 0.15
        self._habits(dice, days)

    def _format(self, dice: random.Random) -> str:
        """Most ask Herald's policy; older builds and other stores ask what they were built for."""
        if self.system == "ios":
            return weighted(dice, [(75, "herald"), (15, "itunes"), (10, "ssvc")])
        if self.language.startswith("zh"):
            return "umeng"
        return weighted(dice, [(92, "herald"), (8, "table")])

    def _habits(self, dice: random.Random, days: float) -> None:
        self.sessions_a_day = _LEAST + dice.expovariate(1 / 0.55)
        self.since = 0 if dice.random() < 0.45 else dice.uniform(0, days) * DAY
        stays = dice.expovariate(1 / 90) + 1 if dice.random() > 0.14 else dice.uniform(0, 0.2)
        self.until = min(self.since + stays * DAY, days * DAY)
        self.reinstalls = dice.uniform(0.2, 0.9) if dice.random() < 0.04 else None
        # None: the store never updates the app by itself.
        self.store_delay = None if dice.random() < 0.38 else dice.expovariate(1 / 5) * DAY
        self.willingness = dice.betavariate(1.3, 1.6)
        self.versions_behind = min(int(dice.expovariate(0.7)), 9)
        self.writes_revisions = dice.random() > 0.05
        self.is_careless = dice.random() < 0.25  # an app with a bug: some prompts it loses or invents

    def properties(self, release: Release) -> Properties:
        """Properties by which an installation of a release describes itself."""
        is_bundle = self.format == "ssvc"
        properties = {
            "appPackageName": PACKAGE,
            "appVersionName": release.version,
            "appVersionCode": release.version if is_bundle else str(release.code),
            "deviceOsName": self.system,
            "deviceOsVersion": self.system_version,
            "deviceModel": self.model,
            "deviceIsTablet": "true" if self.is_tablet else "false",
            "deviceLanguage": self.language,
        }
        if self.has_sister:
            properties[f"installed.{SISTER}"] = "true"
        return properties
