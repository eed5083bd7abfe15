"""Writes the documentation as a static site: every catalog of DocC, and the public symbols of what was built.

All links are relative, so the site works from any folder: `python3 -m http.server -d site`, or a page opened as a file.
The page for addresses that do not exist, `404.html`, is met anywhere; its links begin with the base. It ends with
status 1, and names each place, where a link leads nowhere, a symbol does not exist or an article is listed nowhere;
links of the repository's other Markdown files count too.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from herald_tools.docs.catalogs import read_catalogs
from herald_tools.docs.dead_links import dead_links
from herald_tools.docs.layout import GENERATOR
from herald_tools.docs.library import Library
from herald_tools.docs.problems import Problems
from herald_tools.docs.repository_links import check_repository_links
from herald_tools.docs.site import Site
from herald_tools.docs.symbols import extract
from herald_tools.environment import Unavailable
from herald_tools.paths import ROOT


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, default=Path("site"), metavar="FOLDER", help="(default: site)")
    parser.add_argument(
        "--base", default="/", metavar="PATH", help="where the site will stand on its host (default: /)"
    )
    parser.add_argument(
        "--build",
        type=Path,
        default=ROOT / ".build" / "debug",
        metavar="FOLDER",
        help="the build that symbols are read from (default: .build/debug)",
    )
    options = parser.parse_args()
    base = f"/{options.base.strip('/')}/".replace("//", "/")
    try:
        refuse_foreign(options.output)
        symbols = extract(options.build, ROOT / ".build" / "symbols") if options.build.exists() else {}
        library = Library(read_catalogs(), symbols)
    except Unavailable as error:
        error.report()
        return 1
    problems = Problems()
    check_repository_links(problems)
    if not symbols:
        print(f"{options.build} has no modules, so names of symbols lead nowhere: `swift build` first", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "site"
        count = Site(library, problems).write(made, base)
        problems.lines += dead_links(made, base)
        replace(options.output, made)
    for line in problems.lines:
        print(line)
    print(f"{options.output}: {count} pages, {len(problems.lines)} faults")
    return 1 if problems.lines else 0


def refuse_foreign(folder: Path) -> None:
    """Raises `Unavailable` where a folder holds what was not made here, which would be lost."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    start = folder / "index.html"
    if not start.is_file() or GENERATOR not in start.read_text():
        raise Unavailable(
            "notASite",
            "The folder holds something else than a site of this program.",
            folder,
            "its content would be replaced",
            "name another folder with -o, or empty this one",
        )


def replace(folder: Path, made: Path) -> None:
    """Puts a finished site in the place of an older one."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(made, folder)
