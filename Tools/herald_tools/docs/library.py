"""All articles and symbols by name: what a link in a page or a comment leads to."""

import re
from dataclasses import dataclass
from urllib.parse import quote

from herald_tools.docs.catalogs import Article, Catalog
from herald_tools.docs.symbols import Symbol


@dataclass(frozen=True)
class Target:
    """Where a link leads: an address from the site's root, the words for it, and a sentence on what is there."""

    url: str
    title: str
    abstract: str = ""
    is_code: bool = False


class Library:
    """Resolves the links of DocC: `<doc:Article>`, `<doc:/Module/Article>`, ``Type/member`` and ``/Module/Type``."""

    def __init__(self, catalogs: dict[str, Catalog], symbols: dict[str, list[Symbol]]) -> None:
        self.catalogs, self.symbols = catalogs, symbols
        self._by_path: dict[str, dict[tuple[str, ...], Symbol]] = {}
        for module, entries in symbols.items():
            by_path = self._by_path.setdefault(module, {})
            for entry in entries:
                by_path.setdefault(entry.path, entry)
        # Types are found from other modules too, where one module alone has the name.
        self._everywhere: dict[tuple[str, ...], list[Symbol]] = {}
        for by_path in self._by_path.values():
            for path, symbol in by_path.items():
                self._everywhere.setdefault(path, []).append(symbol)

    @property
    def knows_symbols(self) -> bool:
        """False where nothing was built: names of symbols lead nowhere then."""
        return bool(self.symbols)

    def article(self, name: str, module: str) -> Article | None:
        """The article that `<doc:name>` leads to in a page of a module."""
        if name.startswith("/"):
            module, _, name = name[1:].partition("/")
            name = name or module
        catalog = self.catalogs.get(module)
        return catalog.articles.get(name) if catalog else None

    def symbol(self, name: str, module: str, context: tuple[str, ...] = (), *, anywhere: bool = False) -> Symbol | None:
        """The symbol that a name leads to; with `anywhere` in another module too, if a single one has it."""
        if name.startswith("/"):
            module, _, name = name[1:].partition("/")
            context = ()
        path = tuple(re.sub(r"-[\w.]+$", "", part) for part in name.split("/"))
        known = self._by_path.get(module, {})
        for depth in range(len(context), -1, -1):
            if found := known.get(context[:depth] + path):
                return found
        others = self._everywhere.get(path, []) if anywhere else []
        return others[0] if len(others) == 1 else None

    def page_of(self, symbol: Symbol) -> Symbol | None:
        """The symbol itself where it has a page, else the type that it is a member of."""
        known = self._by_path[symbol.module]
        for depth in range(len(symbol.path), 0, -1):
            owner = known.get(symbol.path[:depth])
            if owner and owner.has_page:
                return owner
        return None

    def url_of(self, symbol: Symbol) -> str:
        """A symbol's address from the site's root."""
        page = self.page_of(symbol)
        if page is None:
            return f"{symbol.module}/symbols/index.html#{quote(symbol.anchor)}"
        address = f"{symbol.module}/symbols/{page.title}.html"
        return address if page is symbol else f"{address}#{quote(symbol.anchor)}"

    def target_of_article(self, article: Article) -> Target:
        return Target(article.url, article.title, article.abstract)

    def target_of_symbol(self, symbol: Symbol) -> Target:
        return Target(self.url_of(symbol), symbol.title, first_paragraph(symbol.comment), is_code=True)


def first_paragraph(text: str) -> str:
    return " ".join(text.strip().split("\n\n")[0].split("\n"))
