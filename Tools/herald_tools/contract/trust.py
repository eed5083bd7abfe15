"""Trust: signature files, what their publishers promise, and whom an app believes (`ContractTrust.md`, section 3)."""

import base64
import re
from dataclasses import dataclass
from typing import Any

from herald_tools import ed25519
from herald_tools.contract.numbers import Number, integer, number_from_text
from herald_tools.contract.policy import Policy, Refused
from herald_tools.contract.text import trim
from herald_tools.contract.times import read_time
from herald_tools.json_types import JSONObject

_KIND = b"Ed"
_ID = 8
_KEY = 32
_SIGNATURE = 64
_LINES = 4


@dataclass(frozen=True)
class Key:
    text: str  # minisign's base64
    id: bytes
    bytes: bytes


@dataclass(frozen=True)
class Trust:
    keys: tuple[Key, ...]
    threshold: int
    required: bool

    def line(self) -> JSONObject:
        return {"keys": [key.text for key in self.keys], "threshold": self.threshold, "required": self.required}


@dataclass(frozen=True)
class Promises:
    package: str | None = None
    revision: int | None = None
    expires: int | None = None


@dataclass(frozen=True)
class Signature:
    key_id: bytes
    signature: bytes
    comment: str
    comment_signature: bytes


@dataclass(frozen=True)
class Assumed:
    """Instead of a signature's text: the document counts as signed, by a question about what might have been."""

    text: str | None
    anew: bool = False  # as if signed only now, so that no expiry has passed


def _base64(text: str, length: int) -> bytes | None:
    """The bytes of a text that is exactly their base64."""
    try:
        content = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return content if len(content) == length and base64.b64encode(content).decode() == text else None


def read_key(value: Any) -> Key | None:
    content = _base64(value, len(_KIND) + _ID + _KEY) if isinstance(value, str) else None
    if content is None or not content.startswith(_KIND):
        return None
    return Key(value, content[len(_KIND) : len(_KIND) + _ID], content[len(_KIND) + _ID :])


def read_trust(value: Any) -> Trust | None:
    """What a launch says of trust; nobody for what cannot be read, and None where it is absent."""
    return None if value is None else _read_trust(value) or Trust((), 1, True)


def _read_trust(value: Any) -> Trust | None:
    if not isinstance(value, dict) or not isinstance(value.get("keys"), list):
        return None
    keys = tuple(key for text in value["keys"] if (key := read_key(text)))
    threshold, required = value.get("threshold"), value.get("required")
    if threshold is None:
        threshold = Number("1")
    if required is None:
        required = True
    if not isinstance(threshold, Number) or not isinstance(required, bool):
        return None
    number = integer(threshold)
    if number is None or not 1 <= number <= len(value["keys"]) or not keys:
        return None
    return Trust(keys, number, required)


def read_file(text: Any) -> list[Signature] | None:
    """The signatures of a text; None where it is not a signature file."""
    if not isinstance(text, str):
        return None
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    signatures = []
    while lines:
        if not lines[0]:
            del lines[0]
            continue
        signature = _read_signature(lines[:_LINES])
        if signature is None:
            return None
        signatures.append(signature)
        del lines[:_LINES]
    return signatures or None


def _read_signature(lines: list[str]) -> Signature | None:
    if len(lines) < _LINES:
        return None
    first, second = _base64(lines[1], len(_KIND) + _ID + _SIGNATURE), _base64(lines[3], _SIGNATURE)
    trusted = "trusted comment: "
    if not lines[0].startswith("untrusted comment: ") or not lines[2].startswith(trusted):
        return None
    if first is None or second is None or not first.startswith(_KIND):
        return None
    start = len(_KIND) + _ID
    return Signature(first[len(_KIND) : start], first[start:], lines[2].removeprefix(trusted), second)


def read_promises(comment: str) -> Promises:
    """The first of each word counts, whether it can be read or not."""
    values: dict[str, str] = {}
    for word in re.split("[ \t]", comment):
        name, colon, value = word.partition(":")
        if colon:
            values.setdefault(name, value)
    number = number_from_text(values.get("revision", ""))
    time = read_time(values.get("expires", ""))
    return Promises(
        package=values.get("package") or None,
        revision=None if number is None else integer(number),
        expires=None if time is None else time.instant,
    )


def believe(signatures: list[Signature], body: str, trust: Trust) -> Promises:
    """What is promised with a document; raises `Refused` where the app does not believe it."""
    message = body.encode("utf-8")
    known = [(signature, key) for signature in signatures for key in trust.keys if key.id == signature.key_id]
    if not known:
        raise Refused("unknownKey")
    right = [(signature, key) for signature, key in known if _is_right(signature, key, message)]
    if len({key.bytes for _, key in right}) < trust.threshold:
        raise Refused("badSignature")
    comments = {signature.comment for signature, _ in right}
    if len(comments) > 1:
        raise Refused("metadataMismatch")
    return read_promises(comments.pop())


def _is_right(signature: Signature, key: Key, message: bytes) -> bool:
    comment = signature.signature + signature.comment.encode("utf-8")
    return ed25519.verify(key.bytes, message, signature.signature) and ed25519.verify(
        key.bytes, comment, signature.comment_signature
    )


def check_fit(promises: Promises, policy: Policy) -> None:
    """What is in both the comment and the document must be the same."""
    for promised, own in ((promises.package, policy.package_name), (promises.revision, policy.revision)):
        if promised is not None and own is not None and _trimmed(promised) != _trimmed(own):
            raise Refused("metadataMismatch")


def check_current(promises: Promises, now: int) -> None:
    if promises.expires is not None and now > promises.expires:
        raise Refused("expired")


def _trimmed(value: str | int) -> str | int:
    return trim(value) if isinstance(value, str) else value
