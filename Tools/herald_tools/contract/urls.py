"""Addresses that a rule or a push may lead to (section 5)."""

import re

from herald_tools.contract.text import trim

_SCHEME = re.compile(
    r"(https?|itms-apps|itms-services|market|appstream|snap|flatpak|ms-windows-store):(.*)",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_AUTHORITY = re.compile(r"//([^/?#]*)")
_HEX_PAIR = re.compile(r"%[0-9a-fA-F]{2}")
_ALLOWED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?@!$&'()*+,;=")


def read_url(text: str) -> str | None:
    """The address as it is used; None for an address that the contract does not accept."""
    match = _SCHEME.fullmatch(trim(text))
    if not match or not match[2]:
        return None
    authority = _AUTHORITY.match(match[2])
    if match[1].lower() in ("http", "https") and not (authority and _host(authority[1])):
        return None
    end = authority.end() if authority else 0
    return f"{match[1]}:{_encode(match[2][:end], '[]')}{_encode_rest(match[2][end:])}"


def _host(authority: str) -> str:
    host = authority.rpartition("@")[2]
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _encode_rest(text: str) -> str:
    before, mark, fragment = text.partition("#")
    return _encode(before, "") + mark + _encode(fragment, "")


def _encode(text: str, also_allowed: str) -> str:
    """Percent-encodes what may not stand here; what is encoded already stays."""
    pieces = []
    for at, scalar in enumerate(text):
        if scalar in _ALLOWED or scalar in also_allowed or _HEX_PAIR.match(text, at):
            pieces.append(scalar)
        else:
            pieces.extend(f"%{byte:02X}" for byte in scalar.encode("utf-8"))
    return "".join(pieces)
