"""Dictionaries for the fuzzer: the words that occur in seeds, and the signs that grammars have."""

import re
from collections import Counter
from pathlib import Path

_MOST = 400
_SIGNS = {
    "body": ['{"', '":', "\\u0000", "\\ud83d\\ude00", "\\u0061", "null", "1e21", "-0", "\r", "[[", '"user":'],
    "documents": ["\\u0000", "\\ud800", "null", "true", "1e400", "-0.0", "<![CDATA[", "<!--", "&#x1F600;", "]]>"],
    "analysis": ["\0", "!*", "<>", "?*", "''", "null", '"holdout":{"id":"h","percent":9}', '"*":', "2026-12-01T00:00Z"],
    "signatures": ["untrusted comment: ", "trusted comment: ", "RWQ", "RUQ", "package:", "revision:", "expires:", "=="],
    "conditions": [" and ", " or ", "not ", "!=", "<=", "&&", "||", "null", '""', "''", "(", "]", "<>", "!", "*"],
    "queries": ["%00", "%2B", "%F0%9F%98%80", "::ffff:", "/64", "[::1]:80", ", ", "W/", "T24:00:00", "+23:59"],
}  # fmt: skip


def write(file: Path, target: str, seeds: Path) -> None:
    """Writes a target's dictionary in libFuzzer's form."""
    counted: Counter[bytes] = Counter()
    for seed in seeds.iterdir():
        counted.update(set(re.findall(rb"[A-Za-z@_][\w.@:-]{1,24}", seed.read_bytes())))
    words = [word for word, _ in counted.most_common(_MOST)] + [sign.encode() for sign in _SIGNS[target]]
    file.write_text("".join(f'"{_escaped(word)}"\n' for word in words))


def _escaped(word: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in word)
