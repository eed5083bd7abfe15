"""What an XML feed says, item by item: elements, attributes, languages."""

from dataclasses import dataclass, field
from xml.parsers import expat

from herald_tools.contract.policy import Refused
from herald_tools.contract.text import is_blank, trim

SPARKLE = "http://www.andymatuschak.org/xml-namespaces/sparkle "
_LANGUAGE = "http://www.w3.org/XML/1998/namespace lang"
_ITEM = ["rss", "channel", "item"]


def key(name: str) -> str:
    """A name as it is kept: its namespace as it stands, its letters in lower case."""
    space, _, local = name.rpartition(" ")
    folded = "".join(letter.lower() if letter.isascii() else letter for letter in local)
    return f"{space} {folded}" if space else folded


def sparkle(name: str) -> str:
    """One of Sparkle's names."""
    return key(SPARKLE + name)


def unblank(text: str | None) -> str | None:
    return None if text is None or is_blank(text) else trim(text)


def in_any_namespace(values: dict[str, str], name: str) -> list[str]:
    """The values under a local name: Sparkle's own first, then the others by their namespaces."""
    own = sparkle(name)
    keys = [own, *sorted(each for each in values if each != own and each.rpartition(" ")[2] == key(name))]
    return [text for each in keys if (text := unblank(values.get(each))) is not None]


@dataclass
class Enclosure:
    attributes: dict[str, str]
    texts: dict[str, str] = field(default_factory=dict)

    def all(self, name: str) -> list[str]:
        """What the attribute and the element inside say."""
        both = (unblank(self.attributes.get(name)), unblank(self.texts.get(name)))
        return [text for text in both if text is not None]

    def limits(self, name: str) -> list[str]:
        """What attributes and elements of a name say, in any namespace."""
        return in_any_namespace(self.attributes, name) + in_any_namespace(self.texts, name)

    def names(self) -> set[str]:
        return {*self.attributes, *self.texts}


@dataclass
class Item:
    texts: dict[str, list[tuple[str, str | None]]] = field(default_factory=dict)  # with their languages
    enclosures: list[Enclosure] = field(default_factory=list)
    is_critical: bool = False
    critical_below: str | None = None
    is_informational: bool = False
    informational: list[str] = field(default_factory=list)

    def get(self, name: str) -> str | None:
        return unblank(self.texts[name][0][0]) if name in self.texts else None

    def limits(self, name: str) -> list[str]:
        """What elements of a name say, in any namespace."""
        return in_any_namespace({key: texts[0][0] for key, texts in self.texts.items()}, name)


class Feed:
    """What expat tells of a feed."""

    def __init__(self, body: str) -> None:
        self.items: list[Item] = []
        self.is_feed = False
        self.language: str | None = None
        self._path: list[str] = []
        self._languages: list[str | None] = [None]
        self._texts: list[str] = []
        parser = expat.ParserCreate("utf-8", " ")
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = self._text, _refuse
        try:
            parser.Parse(body.encode("utf-8"), True)
        except expat.ExpatError as error:
            raise Refused("invalidDocument") from error

    def _start(self, name: str, written: dict[str, str]) -> None:
        is_inside = self._path[:3] == _ITEM
        attributes: dict[str, str] = {}
        for attribute in sorted(written, key=lambda name: name.rpartition(" ")[2]):
            attributes.setdefault(key(attribute), written[attribute])
        self._path.append(key(name))
        self._languages.append(_own(attributes.get(_LANGUAGE)) or self._languages[-1])
        self.is_feed = self.is_feed or self._path == _ITEM[:2]
        if self._path == _ITEM:
            self.items.append(Item())
        if not is_inside:
            return
        self._texts.append("")
        item, inner = self.items[-1], self._path[3:]
        if inner == ["enclosure"]:
            item.enclosures.append(Enclosure(attributes))
        if inner in ([sparkle("criticalUpdate")], [sparkle("tags"), sparkle("criticalUpdate")]):
            item.is_critical = True
            bounds = {name: text for name, text in attributes.items() if name.rpartition(" ")[2] == "version"}
            bound = bounds.get(sparkle("version"), bounds[min(bounds)] if bounds else None)
            item.critical_below = item.critical_below or unblank(bound)
        if inner == [sparkle("informationalUpdate")]:
            item.is_informational = True

    def _text(self, text: str) -> None:
        if self._texts:
            self._texts[-1] += text
        if self._path == ["rss", "channel", "language"] and not is_blank(text):
            self.language = (self.language or "") + trim(text)

    def _end(self, _: str) -> None:
        if self._texts:
            text, inner, item = self._texts.pop(), self._path[3:], self.items[-1]
            if len(inner) == 1:
                item.texts.setdefault(inner[0], []).append((text, self._languages[-1]))
            if len(inner) == 2 and inner[0] == "enclosure":
                item.enclosures[-1].texts.setdefault(inner[1], text)
            version = unblank(text)
            is_version = len(inner) == 2 and inner[1].rpartition(" ")[2] == "version"
            if inner[:1] == [sparkle("informationalUpdate")] and is_version and version:
                item.informational.append(version)
            if self._texts:
                self._texts[-1] += text
        self._path.pop()
        self._languages.pop()


def _own(language: str | None) -> str | None:
    return None if language is None or is_blank(language) else language


def _refuse(*_: object) -> None:
    raise Refused("invalidDocument")
