"""How articles are grouped: what the Topics of each page list, from the page of the module on."""

import re
from collections.abc import Iterator

from herald_tools.docs.catalogs import Article, Catalog
from herald_tools.docs.library import Library
from herald_tools.docs.problems import Problems

# Those first that people begin with; all others follow by name.
_FIRST = ("Herald", "HeraldRuntime", "HeraldQuestions", "HeraldPages", "HeraldServer", "HeraldFormats", "HeraldTesting")


class Outline:
    """The tree of articles: each below the page that lists it."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.modules_with_symbols = {module for module, symbols in library.symbols.items() if symbols}
        self._above: dict[str, Article] = {}
        for catalog in library.catalogs.values():
            for article in catalog.articles.values():
                for _, listed in topics(article, catalog):
                    for below in listed:
                        self._above.setdefault(below.url, article)

    def catalogs(self) -> list[Catalog]:
        """All catalogs, in the order that the list of pages has."""
        known = self.library.catalogs
        first = [known[module] for module in _FIRST if module in known]
        return first + [catalog for module, catalog in sorted(known.items()) if module not in _FIRST]

    def modules_without_catalog(self) -> list[str]:
        """Modules of which there are symbols alone."""
        return sorted(self.modules_with_symbols - set(self.library.catalogs))

    def groups(self, module: str) -> list[tuple[str, list[Article]]]:
        """The articles that the page of a module lists, under its headings."""
        catalog = self.library.catalogs.get(module)
        return [(title, listed) for title, listed in topics(catalog.root, catalog) if listed] if catalog else []

    def above(self, article: Article) -> list[Article]:
        """The pages that lead to an article, from the page of its module on."""
        found: list[Article] = []
        here = self._above.get(article.url)
        while here and here not in found:
            found.insert(0, here)
            here = self._above.get(here.url)
        return found

    def check(self, problems: Problems) -> None:
        """Records each article that no list of topics leads to."""
        for catalog in self.library.catalogs.values():
            for article in catalog.articles.values():
                above = self.above(article)
                if not article.is_root and (not above or not above[0].is_root):
                    problems.add(article.source, None, f"no list of topics leads to it from {catalog.module}.md")


def topics(article: Article, catalog: Catalog) -> Iterator[tuple[str, list[Article]]]:
    """The groups below the heading Topics, each with the articles that it lists."""
    _, _, listed = article.body.partition("\n## Topics\n")
    for group in re.split(r"^### ", listed, flags=re.M)[1:]:
        title, _, items = group.partition("\n")
        names = re.findall(r"^- <doc:([\w-]+)>", items, re.M)
        yield title.strip(), [catalog.articles[name] for name in names if name in catalog.articles]
