"""The frame of every page: head, way back, content, and the list of pages beside it."""

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from posixpath import dirname, relpath

from herald_tools.docs.catalogs import Article
from herald_tools.docs.markdown import Section
from herald_tools.docs.outline import Outline

Link = Callable[[str], str]
# A site made here says so, so that it may be replaced by the next one.
GENERATOR = "Tools/docs of Herald"


@dataclass
class Page:
    """A page of the site. `content` is HTML that begins below the title."""

    url: str
    title: str
    module: str | None
    abstract: str
    content: str
    sections: Sequence[Section]
    # The pages above it, the nearest last: title and address.
    above: Sequence[tuple[str, str]]
    # What the title is followed by, such as *Structure*.
    kind: str = ""
    source: str = ""


class Layout:
    """Puts content into the frame; `links` is the address of the site's root for pages that may be met anywhere."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline

    def page(self, page: Page, root: str | None = None) -> str:
        """A whole page. Links are relative, or begin with `root`."""

        def to(url: str) -> str:
            if root is not None:
                return root + url
            return relpath(url, dirname(page.url) or ".")

        above = " <span>›</span> ".join(f'<a href="{to(url)}">{html.escape(title)}</a>' for title, url in page.above)
        names = [page.title, *([page.module] if page.module and page.module != page.title else []), "Herald"]
        title = " · ".join(dict.fromkeys(names))
        kind = f'<p class="kind">{html.escape(page.kind)}</p>' if page.kind else ""
        source = f"<footer>From <code>{html.escape(page.source)}</code></footer>" if page.source else ""
        return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="{GENERATOR}">
<meta name="description" content="{html.escape(without_tags(page.abstract), quote=True)}">
<title>{html.escape(title)}</title>
<link rel="icon" href="{to("icon.svg")}">
<link rel="stylesheet" href="{to("style.css")}">
<script defer src="{to("search.js")}" data-root="{to("index.html").removesuffix("index.html")}"></script>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="{to("index.html")}">Herald</a>
<div id="search" role="search"></div>
<a class="to-pages" href="#pages">Pages</a>
</header>
<div class="frame">
<main id="content">
{f'<nav class="above" aria-label="Above this page">{above}</nav>' if above else ""}
{kind}<h1>{html.escape(page.title)}</h1>
{f'<p class="lead">{page.abstract}</p>' if page.abstract else ""}
{contents(page.sections) if page.above or page.module else ""}
{page.content}
{source}
</main>
<nav id="pages" aria-label="Pages">
{self.pages(page, to)}
</nav>
</div>
</html>
"""

    def pages(self, page: Page, to: Link) -> str:
        """All catalogs; of the one that the page is in, its articles as they are grouped there."""
        items = []
        for catalog in self.outline.catalogs():
            root = catalog.root
            current = ' aria-current="page"' if root.url == page.url else ""
            inside = self.articles(page, to) if catalog.module == page.module else ""
            items.append(f'<li><a href="{to(root.url)}"{current}>{html.escape(root.title)}</a>{inside}</li>')
        for module in self.outline.modules_without_catalog():
            url = f"{module}/symbols/index.html"
            current = ' aria-current="page"' if url == page.url else ""
            items.append(f'<li><a href="{to(url)}"{current}>{module}</a></li>')
        changes = ' aria-current="page"' if page.url == "changes.html" else ""
        items.append(f'<li><a href="{to("changes.html")}"{changes}>Changes</a></li>')
        return f"<ul>{''.join(items)}</ul>"

    def articles(self, page: Page, to: Link) -> str:
        assert page.module is not None
        groups = []
        for title, articles in self.outline.groups(page.module):
            entries = "".join(self.entry(article, page, to) for article in articles)
            groups.append(f"<li><span>{html.escape(title)}</span><ul>{entries}</ul></li>")
        symbols = f"{page.module}/symbols/index.html"
        if page.module in self.outline.modules_with_symbols:
            current = ' aria-current="page"' if page.url == symbols else ""
            groups.append(f'<li><a href="{to(symbols)}"{current}>All symbols</a></li>')
        return f"<ul>{''.join(groups)}</ul>"

    @staticmethod
    def entry(article: Article, page: Page, to: Link) -> str:
        current = ' aria-current="page"' if article.url == page.url else ""
        return f'<li><a href="{to(article.url)}"{current}>{html.escape(article.title)}</a></li>'


def contents(sections: Sequence[Section]) -> str:
    """The headings of a long page, as a list that can be folded."""
    headings = [section for section in sections if section.level in (2, 3) and section.title not in ("", "Topics")]
    if len(headings) < 4:
        return ""
    links = (f'<a href="#{html.escape(heading.anchor)}">{html.escape(heading.title)}</a>' for heading in headings)
    entries = "".join(f'<li class="level{heading.level}">{link}</li>' for heading, link in zip(headings, links))
    return f'<details class="contents"><summary>On this page</summary><ul>{entries}</ul></details>'


def without_tags(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", text))
