"""One installation's events: each the data of a next event that fits its state."""

from typing import Any

from herald_tools.contract.decide import Decision, decide
from herald_tools.contract.events import Event
from herald_tools.contract.wire import digest_of
from herald_tools.json_types import Documents, JSONObject
from herald_tools.random_logs import answers, manners, vocabulary
from herald_tools.random_logs.device_clock import DeviceClock
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.documents import Library
from herald_tools.random_logs.feeds import house_rules
from herald_tools.random_logs.json_writer import Raw
from herald_tools.random_logs.scene import Scene
from herald_tools.random_logs.signatures import random_signature, random_trust

_UNKNOWN_TYPES = ["app.crashed", "App.Launched", "fetch.succeeded ", "prompt.hidden", "x", "caf\u00e9"]
_KNOWN_TYPES = ["app.launched", "fetch.succeeded", "prompt.shown", "button.chosen", "push.received", "app.foregrounded"]
_DATA = [{}, {"a": 1}, {"properties": 7}, {"trigger": "launch", "digest": "x"}, {"prompt": "p-1", "button": "skip"}]
_ADDRESSES = ["https://ex.com/policy.json", "https://ex.com/a page", ""]
KINDS = ["exit", "force", "optional", "message"]
REASONS = ["offline", "timeout", "tls", "http", "tooLarge", "cancelled", "flaky"]
PUSH_KINDS = ((9, "forceUpdate"), (1, "news"), (0.3, "ForceUpdate"))
_STATUS = [Raw("200"), 200, 200, Raw("200.0"), Raw("2e2")]
HERALD_NAMES = ((10, "herald"), (6, "turkcell"), (0.3, "Herald"), (0.2, ""), (0.3, "nosuch"), (0.2, " herald"))
_NOT_READ: list[Any] = [None, 5, "x", "sha256:", {}, "sha256:" + "0" * 64]


_LONG = 100_000  # characters of a document that is not signed

Happening = tuple[str, JSONObject]  # type and data of an event


class Stream(Scene):
    """A device that lives on: what it does next, and what comes of it."""

    def __init__(self, dice: Dice, source: str, library: Library, documents: Documents) -> None:
        self.dice = dice
        self.library = library
        self.documents = documents  # all that the log has brought so far, by digest
        self.servers = dice.sample(answers.NAMES, 2)  # the formats it fetches most, beside `herald`
        clock = DeviceClock(dice)
        self.numbered = dice.chance(0.8)
        self.trust = random_trust(dice) if dice.chance(0.35) else None
        super().__init__(source, clock, has_manners=dice.chance(0.5))
        self.decision: Decision | None = None
        self._change_properties(most=len(_ALWAYS))
        self.sent = 0
        self.prompts = 0

    def follow(self, event: Event) -> None:
        """The event was written and read back: fold it, ask it."""
        self.state.apply(event, self.documents)
        self.decision = decide(self.state, event)

    def next_event(self) -> tuple[str, JSONObject, Any]:
        """(type, data, dataversion) of an event that fits, or nearly, what is the case."""
        dice = self.dice
        if dice.chance(0.03):
            return dice.pick(_UNKNOWN_TYPES), dice.pick(_DATA), dice.pick([1, 1, 2])
        if dice.chance(0.02):
            return dice.pick(_KNOWN_TYPES), dice.pick(_DATA), dice.pick([2, 3, Raw("9007199254740991")])
        if self.decision and self.decision.show and not self.state.visible and dice.chance(0.55):
            return "prompt.shown", self._showing_as_decided(self.decision.show), 1
        if self.state.visible and dice.chance(0.65):
            return "button.chosen", self._answer(self.state.visible), 1
        if not self.state.counts["launches"] and dice.chance(0.6):
            return "app.launched", self._launch(), 1
        make = dice.weighted(
            (5, self._fetch),
            (2.5, self._not_modified),
            (1.5, self._failure),
            (1.5, self._launched),
            (3, self._foregrounded),
            (0.7, self._backgrounded),
            (0.6, self._user_changed),
            (0.6, self._shown),
            (0.6, self._chosen),
            (0.8, self._pushed),
            (1.5, self._operated),
        )
        return (*make(), 1)

    # Launches and properties

    def _launched(self) -> Happening:
        return "app.launched", self._launch()

    def _launch(self) -> JSONObject:
        if self.sent:
            self._change_properties(most=3)
        data = {"properties": dict(self.properties)}
        if self.dice.chance(0.5):
            data["user"] = self.dice.pick(vocabulary.USERS + [None])
        if self.dice.chance(0.15):
            data["draws"] = self._draws()
        if self.trust is not None and self.dice.chance(0.9):
            data["trust"] = self.trust
        if self.dice.chance(0.05):
            self.trust = random_trust(self.dice)
        return data

    def _draws(self) -> Any:
        dice = self.dice
        if dice.chance(0.15):
            return dice.pick([7, [1], {"update:1": 10_000}, {"update:1": "1"}, {"update:1": 1, "update:2": Raw("0.5")}])
        if self.has_manners and dice.chance(0.5):
            return manners.draws(dice)
        number = dice.pick([0, 9999, 4999, 5000, Raw("1e3"), Raw("12.0"), None])
        return {dice.pick(vocabulary.RULE_IDS): dice.pick([number, dice.randint(0, 9999)]) for _ in range(3)}

    def _change_properties(self, most: int) -> None:
        dice = self.dice
        if not self.properties:
            self.properties = {name: values[0] for name, values in vocabulary.PROPERTIES.items() if name in _ALWAYS}
            self.properties["city"] = dice.pick(vocabulary.CITIES)
        often = [_ASKED[server] for server in self.servers if server in _ASKED]
        for _ in range(dice.randint(0, most)):
            name = dice.pick(
                [*often, *vocabulary.PROPERTIES, "appVersionName", "deviceLanguage", "deviceOsName", "city"]
            )
            self.properties[name] = self._value(name)
            if dice.chance(0.08):
                self.properties.pop(name)
        if dice.chance(0.4):
            self.properties["installed." + dice.pick(["com.ex.other", "com.ex.app2"])] = dice.pick(
                ["true", "true", "true", "True", "false", " true"]
            )

    def _value(self, name: str) -> str | None:
        dice = self.dice
        if name == "appPackageName":
            return dice.weighted((12, vocabulary.APP), (1, dice.pick(vocabulary.PACKAGES)), (0.3, None))
        if name == "appVersionName" and dice.chance(0.2):
            return (self.properties.get(name) or "1") + dice.pick([".0", "+b", ".1"])
        if name == "appVersionName":
            return dice.pick(vocabulary.VERSIONS if dice.chance(0.85) else vocabulary.ODD_VERSIONS)
        if name == "appVersionCode" and "ssvc" in self.servers and dice.chance(0.75):
            return dice.pick(vocabulary.BUNDLE_VERSIONS)
        return None if dice.chance(0.04) else dice.pick(vocabulary.PROPERTIES[name])

    def _user_changed(self) -> Happening:
        return "user.changed", {"user": self.dice.pick([*vocabulary.USERS, None])}

    # Fetches

    def _fetch_data(self) -> JSONObject:
        often = self.has_manners and self.dice.chance(0.7)
        trigger = "launch" if often else self.dice.pick(vocabulary.TRIGGERS)
        data = {"trigger": trigger, "url": self.dice.pick(_ADDRESSES)}
        if self.dice.chance(0.12):
            data["user"] = self.dice.pick(vocabulary.USERS + [None, None])
        return data

    def _fetch(self) -> Happening:
        dice = self.dice
        data = {**self._fetch_data(), "format": self._format(), "status": dice.pick(_STATUS)}
        if self.documents and dice.chance(0.45):
            self._fetch_again(data)
        else:
            data["document"] = self.library.document(data["format"], self)
            data["digest"] = digest_of(data["document"])
            self.library.formats.setdefault(data["digest"], data["format"])
        self._add(data, {"lastModified": ["Mon, 02 Mar 2026 08:00:00 GMT", None]})
        self._add(data, {"signature": [7, "untrusted comment: x", None], "houseRules": [7, "x", [], None]})
        self._add(data, {"etag": ['"a"', ""], "storeUrl": vocabulary.GOOD_URLS + vocabulary.BAD_URLS})
        if data["format"] in answers.NAMES and dice.chance(0.85 if data["format"] == "ssvc" else 0.45):
            data["storeUrl"] = dice.pick(vocabulary.GOOD_URLS)
        if dice.chance(0.3):
            data["houseRules"] = house_rules(dice, self)
        body = data.get("document") or self.documents.get(data["digest"], "")
        if self.trust is not None and dice.chance(0.8) and len(body) < _LONG:
            data["signature"] = random_signature(dice, body, self.moment.instant, self.trust)
        return "fetch.succeeded", data

    def _fetch_again(self, data: JSONObject) -> None:
        """A document that came earlier in the log, usually in the format in which it was written."""
        dice, formats = self.dice, self.library.formats
        known = list(self.documents)
        own = [digest for digest in known if formats.get(digest) in self.servers]
        data["digest"] = dice.pick(own if own and dice.chance(0.35) else known)
        if dice.chance(0.9):
            data["format"] = formats.get(data["digest"], data["format"])
        if dice.chance(0.3) and len(self.documents[data["digest"]]) < 100_000:
            data["document"] = self.documents[data["digest"]]

    def _format(self) -> str:
        dice = self.dice
        return dice.weighted(
            (7, dice.weighted(*HERALD_NAMES)), (3.2, dice.pick(self.servers)), (0.6, dice.pick(answers.NAMES))
        )

    def _not_modified(self) -> Happening:
        data = {**self._fetch_data(), "format": self._format(), "status": self.dice.pick([304, Raw("304.0")])}
        self._add(data, {"digest": _NOT_READ, "document": _NOT_READ, "etag": ["x", None]})
        if self.trust is not None and self.dice.chance(0.5) and len(self.state.body) < _LONG:
            body = self.state.body if self.dice.chance(0.9) else "{}"
            data["signature"] = random_signature(self.dice, body, self.moment.instant, self.trust)
        return "fetch.succeeded", data

    def _failure(self) -> Happening:
        data = {
            **self._fetch_data(),
            "reason": self.dice.pick(REASONS),
        }
        self._add(data, {"status": [500, 404, Raw("5e2"), -1, None]})
        return "fetch.failed", data

    def _add(self, data: JSONObject, choices: dict[str, list[Any]]) -> None:
        for key, values in choices.items():
            if self.dice.chance(0.2):
                data[key] = self.dice.pick(values)

    # The user, and the rest

    def _foregrounded(self) -> Happening:
        data: JSONObject = {}
        self._add(data, {"busy": [True, True, False, None]})
        return "app.foregrounded", data

    def _backgrounded(self) -> Happening:
        return "app.backgrounded", {}

    def _operated(self) -> Happening:
        return "operation.attempted", {"operation": self.dice.pick(["placeOrder", ""])}

    def _prompt_id(self) -> str:
        self.prompts += 1
        return self.dice.weighted((8, f"p-{self.prompts}"), (1, "p-1"), (0.5, "caf\u00e9"), (0.5, "cafe\u0301"))

    def _showing_as_decided(self, show: JSONObject) -> JSONObject:
        data = {"prompt": self._prompt_id(), "rule": show["rule"], "kind": show["kind"]}
        if show["language"] is not None or self.dice.chance(0.1):
            data["language"] = show["language"]
        if "variant" in show and self.dice.chance(0.8):
            data["variant"] = self.dice.weighted((9, show["variant"]), (1, 7), (1, "x"), (0.5, None))
        return data

    def _shown(self) -> Happening:
        rules = (
            vocabulary.RULE_IDS + [rule.id for rule in self.state.policy.rules]
            if self.state.policy
            else vocabulary.RULE_IDS
        )
        return "prompt.shown", {
            "prompt": self._prompt_id(),
            "rule": self.dice.pick(rules),
            "kind": self.dice.pick(KINDS),
        }

    def _answer(self, visible: dict[str, str]) -> JSONObject:
        return {"prompt": visible["prompt"], "button": self.dice.pick(vocabulary.BUTTONS)}

    def _chosen(self) -> Happening:
        prompt = self.dice.pick(["p-0", "p-1", "", "caf\u00e9", "cafe\u0301", "push"])
        return "button.chosen", {"prompt": prompt, "button": self.dice.pick(vocabulary.BUTTONS)}

    def _pushed(self) -> Happening:
        dice = self.dice
        data = {"kind": dice.weighted(*PUSH_KINDS)}
        if dice.chance(0.95):
            data["url"] = dice.pick(
                vocabulary.GOOD_URLS if dice.chance(0.8) else vocabulary.BAD_URLS + vocabulary.BLANKS + [None]
            )
        if dice.chance(0.5):
            data["targetVersion"] = dice.pick(
                vocabulary.VERSIONS + vocabulary.VERSIONS + vocabulary.ODD_VERSIONS + [None]
            )
        if dice.chance(0.35):
            data["user"] = dice.pick([self.state.user, self.state.user, *vocabulary.USERS, None])
        return "push.received", data


_ALWAYS = (
    "appPackageName",
    "city",
    "appVersionName",
    "appVersionCode",
    "deviceOsName",
    "deviceLanguage",
    "deviceModel",
)
_ASKED = {"ssvc": "appVersionCode", "itunes": "deviceOsVersion"}  # what a format asks about, beside the version
