"""Random documents: new ones, altered ones, and ones that cannot be read."""

import copy
from collections.abc import Callable
from typing import Any

from herald_tools.json_types import JSONObject
from herald_tools.random_logs import manners, rules, vocabulary
from herald_tools.random_logs.additions import Additions
from herald_tools.random_logs.answers import NAMES, answer
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.edges import tune
from herald_tools.random_logs.filters import filter_text
from herald_tools.random_logs.json_writer import Raw, Writer, reordered
from herald_tools.random_logs.scene import Scene

_LARGEST = 1_048_576
_REVISIONS = [2, 2, 3, 3, 3, 4, "3", Raw("3.0"), None]
_ODD_REVISIONS = [0, 1, 5, -1, Raw("2e0"), " 4 ", Raw("9007199254740991"), "-9007199254740991"]
_BAD_REVISIONS = ["x", Raw("1.5"), True, [], "", Raw("9007199254740992")]
_BAD_PACKAGES: list[Any] = [None, "", " ", 5, [], {}, True, "\u3000"]
_BAD_LISTS = ["x", 7, True, "", False]


Break = Callable[[Dice, str], str]


class Library:
    """The documents of one log; a new one is often an altered older one."""

    def __init__(self, dice: Dice, additions: Additions) -> None:
        self.dice = dice
        self.additions = additions
        self.roots: list[JSONObject] = []
        self.formats: dict[str, str] = {}  # digest -> the format that it was written in

    def document(self, format_name: str, scene: Scene) -> str:
        """The text of a document in a format, for a device at a moment."""
        if format_name in NAMES:
            return self._answer(format_name, scene)
        if self.roots and self.dice.chance(0.55):
            root = copy.deepcopy(self.dice.pick(self.roots))
            self._alter(root, scene)
        else:
            root = self._root(scene)
        root = self.additions.with_keys("herald", root)
        self.roots.append(root)
        return self._dressed(root)

    def _answer(self, format_name: str, scene: Scene) -> str:
        found = answer(self.dice, format_name, scene)
        if isinstance(found, str):
            return self.additions.with_elements(format_name, found)
        return self._dressed(self.additions.with_keys(format_name, found))

    def _root(self, scene: Scene) -> JSONObject:
        dice = self.dice
        root: JSONObject = {"packageName": vocabulary.APP}
        if dice.chance(0.1):
            root["packageName"] = dice.pick(vocabulary.PACKAGES)
        if dice.chance(0.5):
            root["revision"] = _revision(dice)
        if dice.chance(0.12):
            root["reviewVersions"] = self._review(scene)
        if dice.chance(0.4):
            root["pushOnForeground"] = dice.pick(vocabulary.TRUE_FORMS + vocabulary.FALSE_FORMS)
        if scene.has_manners:
            manners.add_to_root(dice, root, scene)
        for key, most in (("updates", 4), ("messages", 3)):
            root[key] = self._rules(key, most, scene)
        if dice.chance(0.1):
            root[dice.pick(["unknown", "caf\u00e9", "cafe\u0301"])] = dice.pick(vocabulary.NESTED)
        self._spoil(root)
        return root

    def _review(self, scene: Scene) -> Any:
        version = scene.properties.get("appVersionName") or ""
        text = filter_text(self.dice, version, vocabulary.VERSIONS)
        return self.dice.weighted(
            (6, text), (1, Raw("2.2")), (1, Raw("2.10")), (1, ""), (1, ","), (1, True), (0.5, []), (0.5, {})
        )

    def _rules(self, key: str, most: int, scene: Scene) -> Any:
        if self.dice.chance(0.05):
            return rules.rule(self.dice, key, scene)
        if self.dice.chance(0.03):
            return None
        return [rules.rule(self.dice, key, scene) for _ in range(self.dice.randint(0, most))]

    def _spoil(self, root: JSONObject) -> None:
        dice = self.dice
        if dice.chance(0.06):
            key, values = dice.pick(
                [
                    ("packageName", _BAD_PACKAGES),
                    ("revision", _BAD_REVISIONS),
                    ("pushOnForeground", vocabulary.BAD_BOOLS),
                    ("updates", _BAD_LISTS),
                    ("messages", _BAD_LISTS),
                    ("reviewVersions", [[], {}, ["2.2"]]),
                ]
            )
            root[key] = dice.pick(values)

    def _alter(self, root: JSONObject, scene: Scene) -> None:
        dice = self.dice
        if dice.chance(0.4):
            root["revision"] = _revision(dice)
        for key in ("updates", "messages"):
            entries = root.get(key)
            if isinstance(entries, list) and entries and dice.chance(0.5):
                at = dice.randrange(len(entries))
                fresh = rules.rule(dice, key, scene)
                if isinstance(entries[at], dict) and isinstance(fresh, dict) and fresh:
                    name = dice.pick(list(fresh))
                    entries[at][name] = fresh[name]
                else:
                    entries[at] = fresh
            if isinstance(entries, list):
                self._tune(entries, key, scene)
        self._spoil(root)

    def _tune(self, entries: list[Any], key: str, scene: Scene) -> None:
        for entry in entries:
            if isinstance(entry, dict) and self.dice.chance(0.4):
                tune(self.dice, entry, key, scene)
        if self.dice.chance(0.1):
            self.dice.shuffle(entries)

    def _dressed(self, root: Any) -> str:
        dice = self.dice
        if dice.chance(0.2):
            root = reordered(dice, root)
        text = Writer(dice, breaks=True, commas=dice.weighted((8, 0.0), (1, 0.3))).write(root)
        if dice.chance(0.08):
            text = self._broken(text)
        if dice.chance(0.04):
            text = self._deep(text)
        if dice.chance(0.0015):
            text = _filled(text, dice.pick([_LARGEST, _LARGEST + 1]), dice.pick([" ", "\u00e9"]))
        return "\ufeff" + text if dice.chance(0.04) else text

    def _deep(self, text: str) -> str:
        """Another key, as deep as is allowed or one level deeper."""
        levels = self.dice.pick([63, 63, 64])
        opening, closing = self.dice.pick([("[", "]"), ('{"a":', "}")])
        inner = self.dice.pick(["0", "null", '"x"']) if closing == "}" else self.dice.pick(["", "0", "null"])
        return text.replace("{", '{"deep":' + opening * levels + inner + closing * levels + ",", 1)

    def _broken(self, text: str) -> str:
        return self.dice.pick(_BREAKS)(self.dice, text)


def _revision(dice: Dice) -> Any:
    return dice.pick(_REVISIONS if dice.chance(0.93) else _ODD_REVISIONS)


def _filled(text: str, size: int, filler: str) -> str:
    """The text with an unknown key so long that the whole has a size in bytes."""
    head = '{"filler":"'
    missing = size - len(text.encode("utf-8")) - len(head.encode("utf-8")) - 1
    width = len(filler.encode("utf-8"))
    count, rest = divmod(missing, width)
    return text.replace("{", head + filler * count + "x" * rest + '",', 1)


def _instead(old: str, new: str) -> Break:
    return lambda dice, text: text.replace(old, new, 1)


def _after(tail: str) -> Break:
    return lambda dice, text: text + tail


def _whole(text: str) -> Break:
    return lambda dice, _: text


def _cut(dice: Dice, text: str) -> str:
    return text[: dice.randrange(len(text))]


_BREAKS = [
    _cut,
    _cut,
    _instead("", "\ufeff\ufeff"),
    _after(" trailing"),
    _after("}"),
    _after(","),
    _after("\u00a0"),
    _after("\ufeff"),
    _after("\x00"),
    _after(" \r\n\t"),
    _instead("{", "{/* c */"),
    _instead("{", "{// c\n"),
    _instead('"packageName"', "'packageName'"),
    _instead('"packageName"', "packageName"),
    _instead(":", "="),
    _instead("{", "{,"),
    _instead("{", '{"x":[,],'),
    _instead("{", '{"x":{,},'),
    _instead("{", '{"x":[1,,2],'),
    _instead("{", '{"x":[1,,],'),
    _instead("{", '{"x":"\\ud800",'),
    _instead("{", '{"x":"\\udc00\\ud800",'),
    _instead("{", '{"x":"\\ud800\\ud800",'),
    _instead("{", '{"\\udfff":1,'),
    _instead("{", '{"x":1,"\\u0078":2,'),
    _instead("{", '{"packageName":"com.ex.app",'),
    _instead("{", '{"x":{"y":1,"y":1},'),
    _instead("{", '{"caf\u00e9":1,"cafe\u0301":2,'),
    _instead("{", '{"x":NaN,'),
    _instead("{", '{"x":-Infinity,'),
    _instead("{", '{"x":01,'),
    _instead("{", '{"x":1.,'),
    _instead("{", '{"x":.5,'),
    _instead("{", '{"x":+1,'),
    _instead("{", '{"x":-,'),
    _instead("{", '{"x":1e,'),
    _instead("{", '{"x":-01,'),
    _instead("{", '{"x":0x1,'),
    _instead("{", '{"x":True,'),
    _instead("{", '{"x":nul,'),
    _instead("{", '{"x":"a\nb",'),
    _instead("{", '{"x":"a\tb",'),
    _instead("{", '{"x":"\x00",'),
    _instead("{", '{"x":"\x7f\u2028",'),
    _instead("{", '{"x":"\\x41",'),
    _instead("{", '{"x":"\\u12",'),
    _instead("{", '{"x":"\\u00g0",'),
    _instead("{", '{"x":"\\\'",'),
    _instead("{", '{"x":"\\u0000\\ud83d\\ude00\\/",'),
    _instead("{", '{"x" 1,'),
    _instead("{", '{"x":1;'),
    _instead("{", "{1:1,"),
    _instead("{", '{"x":\u00a01,'),
    _instead("{", '{"x":\v1,'),
    _instead("{", '{"x":1e400,"y":1e-400,"z":-0.0E+0,'),
    _whole(""),
    _whole("   "),
    _whole("null"),
    _whole("[]"),
    _whole('"x"'),
    _whole("5"),
    _whole("{}"),
    _whole("[{}]"),
    _whole("true"),
    _whole("<html></html>"),
    _whole("\ufeff"),
    _whole('\ufeff{"packageName":"com.ex.app"}'),
    _whole("{,}"),
    _whole("[,]"),
    _whole("[1,]"),
    _whole("{"),
    _whole("-"),
    _whole('"'),
    _whole("[" * 64 + "]" * 64),
    _whole("[" * 65 + "]" * 65),
]
