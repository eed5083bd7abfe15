"""Texts for people without their markup (`ContractFormats.md`)."""

import html
import re

from herald_tools.contract.text import is_blank

_NAMED = re.compile(r"&(?:#?[A-Za-z0-9]+|#[0-9]+);")
_TAG = re.compile(r"</?[A-Za-z][^>]*>")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|<!.*?(?:>|\Z)|<\?.*?(?:>|\Z)", re.DOTALL)
_HIDDEN = re.compile(r"<(script|style)\b[^>]*>.*?(?:</\1[^>]*>|\Z)", re.DOTALL | re.IGNORECASE)


def has_words(text: object) -> bool:
    """Whether a text is one for people: not blank, and not blank without its markup."""
    if not isinstance(text, str) or is_blank(text):
        return False
    if not (_TAG.search(text) or _NAMED.search(text) or "<!" in text):
        return True
    return not is_blank(html.unescape(_TAG.sub(" ", _HIDDEN.sub("", _COMMENT.sub("", text)))))
