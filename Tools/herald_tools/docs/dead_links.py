"""Reads the pages of a site as files, and names every link that leads nowhere or out of the site's own addresses."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

_ADDRESSES = {"href", "src", "srcset", "data-root"}
_OUTSIDE = re.compile(r"(https?|mailto):")


class _Reader(HTMLParser):
    """The addresses that a page names, and the places in it that can be named."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.doubled: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in _ADDRESSES and value is not None:
                self.links.append(value)
            if name == "id" and value:
                self.doubled |= {value} & self.places
                self.places.add(value)


def read(page: Path) -> _Reader:
    reader = _Reader()
    reader.feed(page.read_text())
    return reader


def dead_links(site: Path, base: str) -> Iterator[str]:
    """Each fault of a site: a page, and its address that no file or place of the site answers to."""
    site = site.resolve()
    pages = {page: read(page) for page in sorted(site.rglob("*.html"))}
    reached: set[Path] = set()
    for page, reader in pages.items():
        name = page.relative_to(site)
        yield from (f"{name}: two places are called `{place}`" for place in sorted(reader.doubled))
        for link in dict.fromkeys(reader.links):
            if _OUTSIDE.match(link):
                continue
            if fault := fault_of(link, page, site, base, pages):
                yield f"{name}: `{link}` {fault}"
            else:
                reached |= {file_of(link, page, site, base)} - {page}
    starts = {site / "index.html", site / "404.html"}
    for page in pages:
        if page not in reached | starts:
            yield f"{page.relative_to(site)}: no other page leads to it"


def file_of(link: str, page: Path, site: Path, base: str) -> Path:
    """The file that a link leads to; a folder's is its `index.html`."""
    path = unquote(link.partition("#")[0].partition("?")[0])
    if path.startswith("/"):
        file = site / path.removeprefix(base)
    else:
        file = page.parent / path if path else page
    file = file.resolve()
    return file / "index.html" if file.is_dir() else file


def fault_of(link: str, page: Path, site: Path, base: str, pages: dict[Path, _Reader]) -> str | None:
    """What is wrong with a link; None where it leads somewhere."""
    place = link.partition("#")[2]
    if link.startswith("/") and not link.startswith(base):
        return f"does not begin with {base}"
    file = file_of(link, page, site, base)
    if not file.is_relative_to(site):
        return "leaves the site"
    if not file.is_file():
        return "leads nowhere"
    if place and file in pages and unquote(place) not in pages[file].places:
        return "leads to no place of that page"
    return None
