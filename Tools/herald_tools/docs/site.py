"""All pages of the site: articles, symbols, the start, the changes, and what stands where no page is."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from herald_tools.docs.catalogs import Article, read_article
from herald_tools.docs.layout import Layout, Page
from herald_tools.docs.library import Library
from herald_tools.docs.markdown import Markdown, Place
from herald_tools.docs.outline import Outline
from herald_tools.docs.problems import Problems
from herald_tools.docs.search_index import search_index
from herald_tools.docs.symbol_pages import SymbolPages
from herald_tools.paths import ROOT

_HERE = Path(__file__).resolve().parent


class Site:
    """Makes the pages and writes them to a folder."""

    def __init__(self, library: Library, problems: Problems) -> None:
        self.library, self.problems = library, problems
        self.outline = Outline(library)
        self.markdown = Markdown(library, problems)

    def write(self, folder: Path, base: str) -> int:
        """Writes the site, and returns the number of its pages."""
        self.outline.check(self.problems)
        pages = list(self.pages())
        layout = Layout(self.outline)
        for page in pages:
            save(folder / page.url, layout.page(page))
        save(folder / "404.html", layout.page(missing_page(), root=base))
        save(folder / "search-index.js", search_index(pages))
        for asset in sorted((_HERE / "assets").iterdir()):
            shutil.copyfile(asset, folder / asset.name)
        for module, catalog in self.library.catalogs.items():
            for name, picture in catalog.pictures.items():
                target = folder / module / "pictures" / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(picture, target)
        return len(pages) + 1

    def pages(self) -> Iterator[Page]:
        yield self.lone_page("index.html", _HERE / "start.md")
        yield self.lone_page("changes.html", ROOT / "CHANGELOG.md")
        for catalog in self.outline.catalogs():
            for article in catalog.articles.values():
                yield self.article(article)
        symbols = SymbolPages(self.library, self.markdown)
        for module in self.library.symbols:
            yield from symbols.pages(module)

    def article(self, article: Article) -> Page:
        above = [(page.title, page.url) for page in self.outline.above(article)]
        return self.rendered(article, article.url, article.module, above)

    def lone_page(self, url: str, source: Path) -> Page:
        """A page that belongs to no module."""
        return self.rendered(read_article("", source), url, None, [])

    def rendered(self, article: Article, url: str, module: str | None, above: list[tuple[str, str]]) -> Page:
        place = Place(article.module, article.source, article.body_line, url, lists_pages=url == "index.html")
        first = Place(article.module, article.source, 2, url)
        content = self.markdown.render(article.body, place)
        # DocC demands the heading and shows it; a reader gains nothing by it.
        body = re.sub(r'<h2 id="Overview">Overview</h2>\n', "", content.html)
        sections = [section for section in content.sections if section.title != "Overview" or section.text]
        for section in sections:
            if section.title == "Overview":
                section.anchor = section.title = ""
        return Page(
            url,
            article.title,
            module,
            self.markdown.inline(article.abstract, first),
            body,
            sections,
            above,
            source=str(article.source.relative_to(ROOT)),
        )


def missing_page() -> Page:
    return Page("404.html", "There is no such page", None, "The search knows all pages.", "", [], [])


def save(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
