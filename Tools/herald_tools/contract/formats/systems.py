"""The names of systems and architectures in feeds."""

from herald_tools.contract.text import normalize
from herald_tools.json_types import Properties

_SYNONYMS = {"osx": "macos", "mac": "macos", "macosx": "macos"}
_WITH_ARCHITECTURE = ("windows", "linux", "macos")


def read_system(text: str | None) -> tuple[str, str | None]:
    """The system, and the architecture that its name tells."""
    name = normalize(text)
    head, _, rest = name.partition("-")
    head = _SYNONYMS.get(head, head)
    if rest and head in _WITH_ARCHITECTURE:
        return head, read_architecture(rest)
    return _SYNONYMS.get(name, name), None


def read_architecture(text: str) -> str:
    name = normalize(text)
    return "x86_64" if name == "x64" else name


def architecture_of(properties: Properties) -> str | None:
    """The device's architecture; None where it tells none."""
    own = read_architecture(properties.get("deviceArchitecture") or "")
    return own or read_system(properties.get("deviceOsName"))[1]
