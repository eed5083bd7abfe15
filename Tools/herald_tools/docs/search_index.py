"""What the search looks through, as a script: so it works from a folder too, where a page may fetch nothing."""

import json
import re
from collections.abc import Sequence

from herald_tools.docs.layout import Page, without_tags

# Longer sections are cut: a search finds them by their beginning.
_SECTION = 2_000


def search_index(pages: Sequence[Page]) -> str:
    """A script that declares all pages: address, title, module, first sentence, and sections with place and text."""
    rows = [
        [
            page.url,
            page.title,
            page.kind or (page.above[-1][0] if page.above else page.module or ""),
            without_tags(page.abstract),
            [[section.anchor, section.title, squeezed(" ".join(section.text))] for section in page.sections],
        ]
        for page in pages
    ]
    return f"heraldPages({json.dumps(rows, ensure_ascii=False, separators=(',', ':'))});\n"


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)[:_SECTION].strip()
