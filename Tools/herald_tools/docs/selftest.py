"""Makes a site with one fault of each kind, and fails where `dead_links` does not name exactly these."""

import tempfile
from pathlib import Path

from herald_tools.docs.dead_links import dead_links

_PAGES = {
    "index.html": '<a href="a/b.html#there"></a> <a href="/base/a/b.html"></a> <a href="https://example.com"></a>',
    "a/b.html": '<p id="there"></p> <a href="../index.html"></a> <a href="?q#there"></a> <a href="/base/faults.html">',
    "lone.html": '<a href="lone.html"></a>',
    "faults.html": """
      <a href="nothing.html">1</a> <a href="a/b.html#elsewhere">2</a> <a href="/other/">3</a>
      <a href="../out.html">4</a> <img src="none.png"> <a href="doc:Article">5</a> <p id="x"></p><p id="x"></p>
    """,
}
_FAULTS = {
    "two places are called `x`",
    "`nothing.html` leads nowhere",
    "`a/b.html#elsewhere` leads to no place of that page",
    "`/other/` does not begin with /base/",
    "`../out.html` leaves the site",
    "`none.png` leads nowhere",
    "`doc:Article` leads nowhere",
}


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        for name, content in _PAGES.items():
            page = Path(folder) / name
            page.parent.mkdir(exist_ok=True)
            page.write_text(content)
        found = set(dead_links(Path(folder), "/base/"))
    wanted = {f"faults.html: {fault}" for fault in _FAULTS} | {"lone.html: no other page leads to it"}
    for fault in sorted(found ^ wanted):
        print(f"{'not found' if fault in wanted else 'found without being there'}: {fault}")
    print(f"Faults of a doctored site: {len(found & wanted)} passed, {len(found ^ wanted)} failed")
    return 1 if found != wanted else 0
