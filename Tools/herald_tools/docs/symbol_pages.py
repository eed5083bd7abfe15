"""Pages of public types, each with its members, and one list of all symbols of a module."""

import html
from collections.abc import Iterator
from pathlib import Path

from herald_tools.docs.layout import Page
from herald_tools.docs.library import Library, first_paragraph
from herald_tools.docs.markdown import Markdown, Place, Section, highlighted
from herald_tools.docs.symbols import Symbol
from herald_tools.paths import ROOT

KINDS = {
    "struct": "Structure",
    "class": "Class",
    "enum": "Enumeration",
    "protocol": "Protocol",
    "typealias": "Type alias",
    "actor": "Actor",
}
_GROUPS = (
    ("Cases", ("enum.case",)),
    ("Making one", ("init",)),
    ("Properties", ("property", "subscript", "type.property", "type.subscript")),
    ("Functions", ("method", "type.method", "func", "func.op")),
    ("Types inside", ("struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype")),
)


class SymbolPages:
    """Makes the pages of a module's symbols."""

    def __init__(self, library: Library, markdown: Markdown) -> None:
        self.library, self.markdown = library, markdown

    def pages(self, module: str) -> Iterator[Page]:
        symbols = self.library.symbols[module]
        with_page = [symbol for symbol in symbols if symbol.has_page]
        yield self.list_of_all(module, symbols)
        for symbol in with_page:
            yield self.page(symbol)

    def list_of_all(self, module: str, symbols: list[Symbol]) -> Page:
        """All types of a module by name, then what belongs to no type of it."""
        url = f"{module}/symbols/index.html"
        types = sorted((symbol for symbol in symbols if symbol.has_page), key=lambda symbol: symbol.title)
        # An extension of another module's type has a page nowhere: its members stand here.
        others = [symbol for symbol in symbols if self.library.page_of(symbol) is None]
        place = Place(module, ROOT, 0, url, is_comment=True)
        entries = "".join(
            f'<dt><a href="{place.to(self.library.url_of(symbol))}"><code>{html.escape(symbol.title)}</code></a></dt>'
            f"<dd>{self.sentence(symbol, url)}</dd>"
            for symbol in types
        )
        members = "".join(self.member(symbol, url) for symbol in others)
        content = (f"<dl>{entries}</dl>" if entries else "") + (f"<h2>Beside types</h2>{members}" if members else "")
        title = "All symbols" if module in self.library.catalogs else module
        return Page(url, title, module, f"What {module} declares in public.", content, [], self.above(module))

    def above(self, module: str) -> list[tuple[str, str]]:
        catalog = self.library.catalogs.get(module)
        return [(catalog.root.title, catalog.root.url)] if catalog else []

    def page(self, symbol: Symbol) -> Page:
        url = self.library.url_of(symbol)
        place = self.place(symbol, url)
        first, _, rest = symbol.comment.strip().partition("\n\n")
        declared = f'<pre class="declaration"><code>{highlighted(symbol.declaration, "swift", "")}</code></pre>'
        comment = self.markdown.render(rest, place)
        groups = "".join(self.group(title, kinds, symbol, url) for title, kinds in _GROUPS)
        module = symbol.module
        names = ", ".join(f"<code>{html.escape(name)}</code>" for name in dict.fromkeys(symbol.conformances))
        conforms = f"<h2>Conforms to</h2><p>{names}</p>" if names else ""
        members = (member for member in symbol.members if not member.has_page)
        sections = [*comment.sections, *(Section(member.anchor, member.path[-1], 3) for member in members)]
        return Page(
            url,
            symbol.title,
            module,
            self.markdown.inline(" ".join(first.split("\n")), place),
            declared + comment.html + groups + conforms,
            sections,
            [*self.above(module), ("All symbols", f"{module}/symbols/index.html")],
            kind="Actor" if symbol.declaration.startswith("actor") else KINDS[symbol.kind],
            source=source_of(symbol),
        )

    def group(self, title: str, kinds: tuple[str, ...], owner: Symbol, url: str) -> str:
        found = [member for member in owner.members if member.kind in kinds]
        return f"<h2>{title}</h2>{''.join(self.member(member, url) for member in found)}" if found else ""

    def member(self, symbol: Symbol, url: str) -> str:
        """A member's declaration and comment; a nested type is a link to its own page."""
        place = self.place(symbol, url)
        if symbol.has_page:
            address = place.to(self.library.url_of(symbol))
            name = html.escape(symbol.title)
            return f'<p><a href="{address}"><code>{name}</code></a> {self.sentence(symbol, url)}</p>'
        declared = f"<code>{highlighted(symbol.declaration, 'swift', '').rstrip()}</code>"
        comment = self.markdown.render(symbol.comment, place).html
        name = html.escape(symbol.anchor, quote=True)
        return f'<section class="member" id="{name}"><pre class="declaration">{declared}</pre>{comment}</section>'

    def sentence(self, symbol: Symbol, url: str) -> str:
        return self.markdown.inline(first_paragraph(symbol.comment), self.place(symbol, url))

    def place(self, symbol: Symbol, url: str) -> Place:
        return Place(symbol.module, symbol.source, symbol.line, url, symbol.path, is_comment=True)


def source_of(symbol: Symbol) -> str:
    """A symbol's file, from the repository's root."""
    parts = Path(symbol.source).parts
    return "/".join(parts[parts.index("Sources") :]) if "Sources" in parts else ""
