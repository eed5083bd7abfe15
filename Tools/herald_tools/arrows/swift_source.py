"""Declarations of a Swift file and the names that it mentions, as far as that can be seen without a compiler."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

# Text and comments name nothing. Left to right, so that a quote in a comment opens no text.
_SILENT = re.compile(
    r'(#*)"""[\s\S]*?"""\1|(#+)".*?"\2|"(?:\\.|[^"\\\n])*"|/\*[\s\S]*?\*/|//[^\n]*',
)
_MODIFIERS = r"(?:@\w+(?:\([^)\n]*\))?\s+|(?:public|package|internal|final|indirect|nonisolated)\s+)*"
# A declaration at the beginning of a line is one of the file's own level; a private one is for the file alone.
_TYPE = re.compile(rf"^{_MODIFIERS}(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)", re.MULTILINE)
_FUNCTION = re.compile(rf"^{_MODIFIERS}func\s+(\w+)", re.MULTILINE)
_EXTENSION = re.compile(rf"^{_MODIFIERS}extension\s+[\w.]+[^\n{{]*\{{(.*?)^\}}", re.MULTILINE | re.DOTALL)
_MEMBER = re.compile(
    r"^  (?:@\w+(?:\([^)\n]*\))?\s+|(?:public|package|internal|static|mutating|consuming|nonisolated)\s+)*"
    r"(?:func|var|let)\s+(\w+)",
    re.MULTILINE,
)
_ANY_MEMBER = re.compile(r"\b(?:func|var|let|case)\s+(\w+)")
_WORD = re.compile(r"\b[A-Z]\w+\b")
_CALL = re.compile(r"(?<![\w.])([a-z]\w*)\(")
_USED_MEMBER = re.compile(r"\.([a-z]\w*)\b")


@dataclass(frozen=True)
class SwiftSource:
    """One file of a module, its text and comments taken out."""

    path: Path
    folder: str
    code: str

    @cached_property
    def types(self) -> set[str]:
        """Types that the file declares for others."""
        return set(_TYPE.findall(self.code))

    @cached_property
    def functions(self) -> set[str]:
        """Functions that the file declares outside of any type."""
        return set(_FUNCTION.findall(self.code))

    @cached_property
    def extension_members(self) -> set[str]:
        """Members that the file adds to types by extensions."""
        return {name for body in _EXTENSION.findall(self.code) for name in _MEMBER.findall(body)}

    @cached_property
    def all_members(self) -> set[str]:
        """Every name that a declaration in the file has, however deep."""
        return set(_ANY_MEMBER.findall(self.code))

    def mentions(self, kind: str) -> set[str]:
        """Names that the file uses as types, as functions or as members."""
        pattern = {"types": _WORD, "functions": _CALL, "extension_members": _USED_MEMBER}[kind]
        return set(pattern.findall(self.code))


def read_module(root: Path) -> list[SwiftSource]:
    """The files of a module's folders; those beside the folders are left out, since they belong to none."""
    files = sorted(path for path in root.rglob("*.swift") if path.parent != root)
    return [SwiftSource(path, path.relative_to(root).parts[0], _SILENT.sub('""', path.read_text())) for path in files]
