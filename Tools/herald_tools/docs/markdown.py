"""Markdown of DocC as HTML: its links are resolved, its code is coloured, its headings can be linked to."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from posixpath import relpath

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from herald_tools.docs.library import Library, Target
from herald_tools.docs.problems import Problems


@dataclass(frozen=True)
class Place:
    """Where a text stands: its module, its file, the page that it becomes a part of, the symbol that it is about."""

    module: str
    source: Path
    first_line: int
    url: str
    context: tuple[str, ...] = ()
    # A comment may name what another module declares; an article says so by `/Module/Name`.
    is_comment: bool = False
    # The page consists of lists of pages, as below the heading Topics.
    lists_pages: bool = False

    def to(self, url: str) -> str:
        """The address of another page of the site, relative to this one."""
        path, mark, part = url.partition("#")
        return relpath(path, str(Path(self.url).parent)) + mark + part


@dataclass
class Section:
    """A heading with the plain text below it, for the search and for the list of headings."""

    anchor: str
    title: str
    level: int
    text: list[str] = field(default_factory=list)


@dataclass
class Rendered:
    """A text as HTML, and as what the search looks through."""

    html: str
    sections: list[Section]


class Markdown:
    """Renders articles and comments; what leads nowhere is recorded as a problem."""

    def __init__(self, library: Library, problems: Problems) -> None:
        self.library, self.problems = library, problems
        self._parser = MarkdownIt("commonmark", {"html": False, "highlight": highlighted}).enable("table")

    def render(self, text: str, place: Place) -> Rendered:
        tokens = self._parser.parse(text)
        sections = [Section("", "", 1)]
        taken: set[str] = set()
        for at, token in enumerate(tokens):
            if token.type == "heading_open":
                title = plain(tokens[at + 1])
                name = unique(slug(title), taken)
                token.attrSet("id", name)
                sections.append(Section(name, title, int(token.tag[1:])))
            elif token.type == "inline":
                token.children = list(self._resolved(token.children or [], place, self._line(token, place)))
                if tokens[at - 1].type != "heading_open":
                    sections[-1].text.append(plain(token))
            elif token.type in ("fence", "code_block"):
                sections[-1].text.append(token.content)
        self._curate(tokens, place)
        rendered = str(self._parser.renderer.render(tokens, self._parser.options, {}))
        rendered = rendered.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
        return Rendered(rendered, sections)

    def inline(self, text: str, place: Place) -> str:
        """A sentence, such as an abstract, without a paragraph around it."""
        tokens = self._parser.parseInline(text)
        for token in tokens:
            token.children = list(self._resolved(token.children or [], place, place.first_line))
        return str(self._parser.renderer.render(tokens, self._parser.options, {}))

    def plain(self, text: str) -> str:
        """A sentence as text alone."""
        return "".join(plain(token) for token in self._parser.parseInline(text))

    @staticmethod
    def _line(token: Token, place: Place) -> int:
        return place.first_line + (token.map[0] if token.map else 0) + 1

    def _resolved(self, tokens: Sequence[Token], place: Place, line: int) -> Iterator[Token]:
        """The parts of a line, links of DocC having become links of the site."""
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.type == "code_inline" and token.markup == "``":
                yield from self._symbol_link(token, place, line)
            elif token.type == "link_open":
                href = str(token.attrGet("href") or "")
                target = self._link_target(href, place, line)
                token.attrSet("href", place.to(target.url) if target and target.url else href)
                yield token
                if target and token.markup == "autolink":
                    at += 1
                    yield text_token(target.title)
            elif token.type == "image":
                yield self._picture(token, place, line)
            else:
                yield token
            at += 1

    def _link_target(self, href: str, place: Place, line: int) -> Target | None:
        """What a link leads to; None where it leaves the site."""
        if href.startswith("doc:"):
            article = self.library.article(href.removeprefix("doc:").partition("#")[0], place.module)
            if article:
                return self.library.target_of_article(article)
            self.problems.add(place.source, line, f"`{href}` is no article")
            return Target("", href.removeprefix("doc:"))
        if re.match(r"(https?|mailto):|#", href):
            return None
        file = (place.source.parent / href.partition("#")[0]).resolve()
        for catalog in self.library.catalogs.values():
            for article in catalog.articles.values():
                if article.source == file:
                    return self.library.target_of_article(article)
        self.problems.add(place.source, line, f"`{href}` is no page of the site")
        return None

    def _symbol_link(self, token: Token, place: Place, line: int) -> Iterator[Token]:
        name = token.content
        symbol = self.library.symbol(name, place.module, place.context, anywhere=place.is_comment)
        token.content = name.removeprefix("/").partition("/")[2] if name.startswith("/") else name
        token.content = re.sub(r"-[\w.]+$", "", token.content).replace("/", ".")
        token.markup = "`"
        if symbol is None:
            if self.library.knows_symbols:
                modules = "a documented module" if place.is_comment else place.module
                self.problems.add(place.source, line, f"``{name}`` is no public symbol of {modules}")
            yield token
            return
        opening = Token("link_open", "a", 1)
        opening.attrSet("href", place.to(self.library.url_of(symbol)))
        yield from (opening, token, Token("link_close", "a", -1))

    def _picture(self, token: Token, place: Place, line: int) -> Token:
        """A picture, in its dark form too where there is one."""
        name = str(token.attrGet("src"))
        pictures = self.library.catalogs[place.module].pictures
        if name not in pictures:
            self.problems.add(place.source, line, f"there is no picture `{name}`")
        folder = place.to(f"{place.module}/pictures/")
        dark = name.replace(".", "~dark.")
        width, height = png_size(pictures[name]) if name in pictures else (0, 0)
        source = f'<source srcset="{folder}/{dark}" media="(prefers-color-scheme: dark)">' if dark in pictures else ""
        words = html.escape("".join(plain(child) for child in [token]), quote=True)
        image = f'<img src="{folder}/{name}" alt="{words}" width="{width}" height="{height}" loading="lazy">'
        return html_token(f"<picture>{source}{image}</picture>")

    def _curate(self, tokens: list[Token], place: Place) -> None:
        """Adds its first sentence to each page that is listed below the heading Topics, as DocC does."""
        in_topics = place.lists_pages
        for at, token in enumerate(tokens):
            if token.type == "heading_open" and token.tag == "h2":
                in_topics = place.lists_pages or plain(tokens[at + 1]) == "Topics"
            if not in_topics or token.type != "inline" or tokens[at - 2].type != "list_item_open":
                continue
            target = self._listed(token, place)
            if target and target.abstract and token.children:
                words = self.inline(target.abstract, place_of_abstract(target, place))
                token.children.append(html_token(f'<span class="abstract">{without_links(words)}</span>'))

    def _listed(self, token: Token, place: Place) -> Target | None:
        """The page that an item of a list of topics is a link to, and nothing else."""
        name = token.content.strip()
        if name.startswith("<doc:"):
            article = self.library.article(name[5:-1], place.module)
            return self.library.target_of_article(article) if article else None
        symbol = self.library.symbol(name.strip("`"), place.module) if name.startswith("``") else None
        return self.library.target_of_symbol(symbol) if symbol else None


def place_of_abstract(target: Target, place: Place) -> Place:
    """A first sentence shown elsewhere: its links are checked where it stands, and not shown here."""
    return Place(target.url.split("/")[0], place.source, place.first_line, place.url, is_comment=True)


def without_links(words: str) -> str:
    return re.sub(r"</?a\b[^>]*>", "", words)


def text_token(words: str) -> Token:
    token = Token("text", "", 0)
    token.content = words
    return token


def html_token(content: str) -> Token:
    token = Token("html_inline", "", 0)
    token.content = content
    return token


def plain(token: Token) -> str:
    """The words of a part of a text, without markup."""
    if token.type in ("text", "code_inline"):
        return token.content
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(map(plain, token.children or []))


def slug(title: str) -> str:
    """The place of a heading in its address, as DocC names it."""
    return re.sub(r"[^\w\-]+", "", re.sub(r"\s+", "-", title.strip())).strip("-") or "section"


def unique(name: str, taken: set[str]) -> str:
    found, count = name, 1
    while found in taken:
        count += 1
        found = f"{name}-{count}"
    taken.add(found)
    return found


def highlighted(code: str, language: str, _: str) -> str:
    """Code with its words marked for the stylesheet; as it is where the language has no lexer."""
    try:
        lexer = get_lexer_by_name(language or "text", stripnl=False)
    except ClassNotFound:
        return html.escape(code)
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


def png_size(file: Path) -> tuple[int, int]:
    """The width and height that a PNG file says it has, so that a page does not jump while it loads."""
    head = file.read_bytes()[16:24]
    return int.from_bytes(head[:4], "big"), int.from_bytes(head[4:], "big")
