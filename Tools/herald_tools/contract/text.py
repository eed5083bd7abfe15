"""Texts: white space, lower case, normalization. Everything is scalar by scalar."""

from functools import lru_cache

# Unicode White_Space, written out: str.isspace() is another set.
WHITE = frozenset(
    "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_WHITE_TEXT = "".join(sorted(WHITE))


def trim(text: str) -> str:
    """White space at both ends removed."""
    return text.strip(_WHITE_TEXT)


def is_blank(text: str) -> bool:
    return trim(text) == ""


def lower(text: str) -> str:
    """Each scalar by its own full lower-case mapping: no final sigma, no locale."""
    return "".join(scalar.lower() for scalar in text)


@lru_cache(maxsize=8192)
def normalize(text: str | None) -> str:
    """Lower case, without any white space; a missing text is the empty one."""
    return "".join(s for s in lower(text or "") if s not in WHITE)
