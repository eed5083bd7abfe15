"""The catalogs of DocC as they are in the sources: one for each documented module, an article a file."""

import re
from dataclasses import dataclass
from pathlib import Path

from herald_tools.environment import Unavailable
from herald_tools.paths import ROOT


@dataclass(frozen=True)
class Article:
    """A page of a catalog."""

    module: str
    name: str
    source: Path
    title: str
    # The first paragraph below the title, in Markdown.
    abstract: str
    # What follows the first paragraph, and the line in the source that it begins at, from 0.
    body: str
    body_line: int

    @property
    def is_root(self) -> bool:
        """True for the page that presents the module itself."""
        return self.name == self.module

    @property
    def url(self) -> str:
        return f"{self.module}/{'index' if self.is_root else self.name}.html"


@dataclass(frozen=True)
class Catalog:
    """The articles and pictures of a module."""

    module: str
    articles: dict[str, Article]
    pictures: dict[str, Path]

    @property
    def root(self) -> Article:
        return self.articles[self.module]


def read_catalogs() -> dict[str, Catalog]:
    """All catalogs of the sources, by module."""
    folders = sorted(ROOT.glob("Sources/*/*.docc"))
    return {folder.parent.name: read_catalog(folder) for folder in folders}


def read_catalog(folder: Path) -> Catalog:
    module = folder.parent.name
    articles = {file.stem: read_article(module, file) for file in sorted(folder.rglob("*.md"))}
    if module not in articles:
        raise Unavailable(
            "noModulePage",
            "A catalog has no page about its module.",
            folder,
            "its articles are listed there",
            f"add {module}.md, which begins with `# ``{module}```",
        )
    pictures = {file.name: file for file in sorted(folder.glob("Resources/*"))}
    return Catalog(module, articles, pictures)


def read_article(module: str, file: Path) -> Article:
    """Splits a file into its title, its first paragraph and the rest, as DocC does."""
    text = file.read_text()
    lines = text.splitlines()
    title = re.sub(r"^#\s+|`", "", lines[0]) if lines else file.stem
    at = 1
    while at < len(lines) and not lines[at].strip():
        at += 1
    begin = at
    # A page may go straight on with a heading; it has no abstract then.
    while at < len(lines) and lines[at].strip() and not lines[at].startswith(("#", "|", "- ", "```", "    ")):
        at += 1
    return Article(module, file.stem, file, title, " ".join(lines[begin:at]), "\n".join(lines[at:]), at)
