"""Uses the server's pages as a support desk does, in headless Chromium, and says what is not as it should be."""

import argparse
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from herald_tools.paths import DEBUG_HERALD
from herald_tools.report.browser import chromium
from herald_tools.serve.desk import (
    apps,
    article,
    drafts,
    forgetting,
    groups,
    health,
    keys,
    looks,
    neighbours,
    refusals,
    walks,
)
from herald_tools.serve.desk.filled import Desk
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.running import Server


def _walks(pictures: Path | None) -> list[tuple[str, str, Callable[[Tab], None]]]:
    """Each walk with its name and its screen."""
    everywhere = ["light", "dark", "phone", "phone-dark", "unscripted"]
    return [
        ("support", "light", walks.support),
        ("support", "phone", walks.support),
        ("refusals", "light", refusals.refusals),
        ("refusals", "unscripted", refusals.refusals),
        ("neighbours", "light", neighbours.neighbours),
        ("all apps", "light", refusals.all_apps),
        ("fleet", "light", apps.fleet),
        ("fleet", "unscripted", apps.fleet),
        ("publish", "light", apps.publish),
        ("publish", "unscripted", apps.publish),
        ("keyboard", "light", walks.keyboard),
        ("keyboard draft", "light", keys.keyboard_draft),
        ("keyboard redacted", "light", keys.keyboard_redacted),
        ("keyboard forget", "light", keys.keyboard_forget),
        *(("draft", screen, drafts.draft) for screen in ("light", "phone", "unscripted")),
        ("redacted", "light", drafts.redacted),
        ("redacted", "unscripted", drafts.redacted),
        ("forget", "light", forgetting.forget),
        ("forget", "unscripted", forgetting.forget),
        ("trouble", "light", health.trouble),
        ("trouble", "unscripted", health.trouble),
        ("looked", "light", health.looked),
        ("clocks", "light", health.clocks),
        ("clocks", "unscripted", health.clocks),
        ("reading", "unscripted", walks.reading),
        ("figures", "light", groups.figures),
        ("shared", "light", groups.shared),
        ("shared", "unscripted", groups.shared),
        ("two", "light", groups.two),
        ("two", "phone", groups.two),
        ("clock", "light", groups.clock),
        ("clock", "phone-dark", groups.clock),
        ("lines", "light", groups.lines),
        ("lines", "unscripted", groups.lines),
        ("begun", "light", groups.begun),
        *(("every page", screen, lambda tab: looks.every_page(tab, pictures)) for screen in everywhere),
        ("on paper", "light", looks.on_paper),
        ("hostile", "phone", lambda tab: looks.hostile(tab, pictures)),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", type=Path, default=DEBUG_HERALD, help="the program")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each page on each screen")
    parser.add_argument("--article", action="store_true", help="only take the pictures of the article anew")
    parser.add_argument("--only", default="", help="the walks whose names have this in them")
    options = parser.parse_args()
    chosen = [walk for walk in _walks(options.pictures) if options.only in walk[0]]
    failures: list[str] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(options.herald.resolve(), Path(folder) / "server") as server,
        sync_playwright() as playwright,
    ):
        desk = Desk(server)
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        if options.article:
            chosen = []
            failures += article.take(browser, desk)
        for name, screen, walk in chosen:
            tab = Tab(browser, desk, name, screen)
            try:
                walk(tab)
            except Error as error:
                at = traceback.extract_tb(error.__traceback__)
                line = next((frame.line for frame in reversed(at) if "/desk/" in frame.filename), "")
                tab.fail(f"cannot go on at `{line}`: {error.message.splitlines()[0]}")
            failures += tab.close()
        browser.close()
    for failure in failures:
        print(failure)
    print(f"The server's pages in a browser: {len(chosen)} walks, {len(failures)} findings")
    return 1 if failures else 0
