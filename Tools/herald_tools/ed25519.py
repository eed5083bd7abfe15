"""Ed25519 as RFC 8032 writes it down (section 5.1), without any library.

Multiples of a point come from a table, because random logs have thousands of signatures of a few keys.
"""

import hashlib
from functools import lru_cache

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)
_KEY = 32
_SIGNATURE = 64
_BITS = 4

Point = tuple[int, int, int, int]  # extended coordinates

_ZERO: Point = (0, 1, 1, 0)


def _add(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


@lru_cache(maxsize=64)
def _multiples(point: Point) -> list[list[Point]]:
    """For each four bits of a number of 256 bits, the 16 multiples of the point that they can stand for."""
    rows = []
    for _ in range(256 // _BITS):
        row = [_ZERO]
        for _ in range((1 << _BITS) - 1):
            row.append(_add(row[-1], point))
        rows.append(row)
        point = _add(row[-1], point)
    return rows


def _times(number: int, point: Point) -> Point:
    result = _ZERO
    for row in _multiples(point):
        result = _add(result, row[number & (1 << _BITS) - 1])
        number >>= _BITS
    return result


def _x(y: int, sign: int) -> int | None:
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    if square == 0:
        return None if sign else 0
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P:
        return None
    return _P - x if x & 1 != sign else x


def _base() -> Point:
    y = 4 * pow(5, _P - 2, _P) % _P
    x = _x(y, 0)
    assert x is not None  # the base point is on the curve
    return x, y, 1, x * y % _P


_BASE = _base()


def _encoded(point: Point) -> bytes:
    inverse = pow(point[2], _P - 2, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return int.to_bytes(y | (x & 1) << 255, _KEY, "little")


def _decoded(text: bytes) -> Point | None:
    number = int.from_bytes(text, "little")
    y = number & (1 << 255) - 1
    x = _x(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % _P)


def _hash(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def _expanded(seed: bytes) -> tuple[int, bytes]:
    digest = hashlib.sha512(seed).digest()
    number = int.from_bytes(digest[:_KEY], "little")
    return number & (1 << 254) - 8 | 1 << 254, digest[_KEY:]


@lru_cache(maxsize=256)
def public_key(seed: bytes) -> bytes:
    """The public key of a secret one's 32 bytes."""
    return _encoded(_times(_expanded(seed)[0], _BASE))


@lru_cache(maxsize=4096)
def sign(seed: bytes, message: bytes) -> bytes:
    """The 64 bytes that sign a message."""
    secret, prefix = _expanded(seed)
    nonce = _hash(prefix, message) % _ORDER
    point = _encoded(_times(nonce, _BASE))
    challenge = _hash(point, public_key(seed), message) % _ORDER
    return point + int.to_bytes((nonce + challenge * secret) % _ORDER, _KEY, "little")


@lru_cache(maxsize=4096)
def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is one of the message by the key's owner."""
    if len(key) != _KEY or len(signature) != _SIGNATURE:
        return False
    point, start = _decoded(key), signature[:_KEY]
    number = int.from_bytes(signature[_KEY:], "little")
    if point is None or number >= _ORDER:
        return False
    challenge = _hash(start, key, message) % _ORDER
    minus = (_P - point[0], point[1], point[2], _P - point[3])
    return _encoded(_add(_times(number, _BASE), _times(challenge, minus))) == start
