"""How the last debug build compiled a module."""

import json
import re
import sys

from herald_tools.environment import fail
from herald_tools.paths import ROOT

MANIFEST = ROOT / ".build/debug.yaml"
# Of a build's flags those that a type check needs too: alone, or with the word that follows.
ALONE = ("-D", "-parse-as-library", "-warnings-as-errors", "-enable-testing")
WITH_VALUE = (
    "-I",
    "-Xcc",
    "-target",
    "-swift-version",
    "-enable-upcoming-feature",
    "-package-name",
    "-module-cache-path",
)


def module_flags(module: str, named: str | None = None) -> list[str]:
    """The compiler's flags for a module, which may get another name."""
    words = iter(command_line(module))
    flags = ["-module-name", named or module]
    for word in words:
        if word in WITH_VALUE:
            flags += [word, next(words)]
        elif word.startswith(ALONE):
            flags.append(word)
    return flags


def command_line(module: str) -> list[str]:
    if not MANIFEST.is_file():
        fail("notBuilt", "There is no debug build.", MANIFEST, "its compiler flags are needed", "run swift build")
    for line in MANIFEST.read_text().splitlines():
        if re.match(rf' *args: \["[^"]*swiftc","-module-name","{module}",', line):
            words: list[str] = json.loads(line.split("args: ", 1)[1])
            return words
    sys.exit(f"{MANIFEST} has no module {module}")
