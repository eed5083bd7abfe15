"""Signed documents: keys, what apps trust, and signature files, right ones and every kind of wrong one."""

import base64
import hashlib
import re
from typing import Any

from herald_tools import ed25519
from herald_tools.contract.times import DAY, MINUTE, write_time
from herald_tools.json_types import JSONObject
from herald_tools.random_logs import vocabulary
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.json_writer import Raw

Seed = bytes
_SEEDS = [hashlib.sha256(name.encode()).digest() for name in ("one", "two", "three", "stranger")]
_TRUSTED = 3
_WORDS = ["herald", "file:policy.json", "timestamp:1772438400", "Revision:9", "x", "package", ":", "revision :4"]
_REVISIONS = ["1", "2", "3", "7", "7.0", "70e-1", "+7", "007", "", "x", "-1", "9007199254740992"]


def key_text(seed: Seed, key_id: bytes | None = None) -> str:
    return _base64(b"Ed" + (key_id or _id(seed)) + ed25519.public_key(seed))


def random_trust(dice: Dice) -> Any:
    """The trust that a launch brings."""
    if dice.chance(0.08):
        return dice.pick(
            [
                7,
                [],
                {},
                {"keys": []},
                {"keys": "x"},
                {"keys": [None]},
                {"keys": ["RWQ="]},
                {"keys": [key_text(_SEEDS[0])], "threshold": 2},
                {"keys": [key_text(_SEEDS[0])], "threshold": 0},
                {"keys": [key_text(_SEEDS[0])], "threshold": "1"},
                {"keys": [key_text(_SEEDS[0])], "required": 1},
                {"keys": [key_text(_SEEDS[0])[:-1] + "B"]},
            ]
        )
    seeds = dice.sample(_SEEDS[:_TRUSTED], dice.randint(1, _TRUSTED))
    keys = [key_text(seed) for seed in seeds]
    if dice.chance(0.1):
        keys.append(key_text(seeds[0], _id(_SEEDS[3])))  # one key under two ids
    trust: JSONObject = {"keys": keys}
    if dice.chance(0.6):
        trust["threshold"] = dice.pick([1, 1, len(keys), dice.randint(1, len(keys)), Raw("1.0"), None])
    if dice.chance(0.6):
        trust["required"] = dice.pick([True, True, False, None])
    if dice.chance(0.1):
        trust["x"] = dice.pick([1, "a", None])
    return trust


def random_signature(dice: Dice, body: str, now: int, trust: Any) -> str:
    """A signature file for a document, usually a right one."""
    seeds = _signers(dice, trust)
    if dice.chance(0.08):
        seeds[0] = _SEEDS[3]
    if dice.chance(0.06):
        seeds.append(seeds[0])
    comment = _comment(dice, now, body)
    files = []
    for seed in seeds:
        if dice.chance(0.05):
            comment = _comment(dice, now, body)
        message = (body + " " if dice.chance(0.04) else body).encode()
        files.append(_file(dice, seed, message, comment))
    text = dice.weighted((12, ""), (1, "\n")).join(files)
    if dice.chance(0.06):
        text = _spoiled(dice, text)
    return text


def _signers(dice: Dice, trust: Any) -> list[Seed]:
    """Mostly those whom the app trusts, and as many as it asks for."""
    keys = trust.get("keys") if isinstance(trust, dict) else None
    trusted = [seed for seed in _SEEDS[:_TRUSTED] if isinstance(keys, list) and key_text(seed) in keys]
    if trusted and dice.chance(0.85):
        return dice.sample(trusted, len(trusted) if dice.chance(0.7) else 1)
    return dice.sample(_SEEDS[:_TRUSTED], dice.randint(1, _TRUSTED))


def _comment(dice: Dice, now: int, body: str) -> str:
    words = ["herald"]
    if dice.chance(0.5):
        words.append("package:" + dice.weighted((12, vocabulary.APP), (1, "com.ex.other"), (1, "")))
    if dice.chance(0.7):
        own = re.findall('"revision" *: *"?([0-9]+)', body)
        words.append("revision:" + dice.weighted((12, dice.pick(own or _REVISIONS[:4])), (1, dice.pick(_REVISIONS))))
    if dice.chance(0.6):
        words.append("expires:" + _expiry(dice, now))
    if dice.chance(0.2):
        words.insert(dice.randrange(len(words) + 1), dice.pick([*_WORDS, *words]))
    if dice.chance(0.1):
        words.append(f"revision:{dice.randint(1, 9)}")
    return dice.weighted((12, " "), (1, "  "), (1, "\t")).join(words)


def _expiry(dice: Dice, now: int) -> str:
    moment = now + dice.pick([-DAY, -1, 0, 1, MINUTE, 60 * MINUTE, 3 * 60 * MINUTE, DAY, 30 * DAY])
    text = write_time(moment)
    return dice.weighted(
        (12, text), (1, text.replace("Z", "+00:00").replace("T", "t")), (1, text[:10]), (0.5, "never"), (0.5, "")
    )


def _file(dice: Dice, seed: Seed, message: bytes, comment: str) -> str:
    signature = ed25519.sign(seed, message)
    promised = comment
    if dice.chance(0.04):
        promised += " revision:9"  # written in afterwards
    lines = [
        "untrusted comment: " + dice.pick(["", "signature of policy.json", "caf\u00e9"]),
        _base64(b"Ed" + _id(seed) + signature),
        "trusted comment: " + promised,
        _base64(ed25519.sign(seed, signature + comment.encode())),
    ]
    return "".join(line + dice.weighted((20, "\n"), (1, "\r\n")) for line in lines)


def _spoiled(dice: Dice, text: str) -> str:
    """One line or letter is changed."""
    at = dice.randrange(len(text))
    return dice.pick(
        [
            text[:at] + dice.pick("Aa+/=\n x") + text[at + 1 :],
            text[:at],
            text + "x",
            text.rstrip("\n"),
            text.replace("untrusted comment: ", "untrusted comment:"),
            text.replace("\nRW", "\nRU"),
            "\n" + text,
            "",
        ]
    )


def _id(seed: Seed) -> bytes:
    return hashlib.sha256(seed).digest()[:8]


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()
