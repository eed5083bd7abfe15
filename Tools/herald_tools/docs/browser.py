"""Uses the documentation's site as a reader does, in headless Chromium, from a folder and without a server."""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from herald_tools.json_types import JSONObject
from herald_tools.paths import ROOT
from herald_tools.report.browser import SCREENS, chromium
from herald_tools.report.opened_page import Opened

# One of each kind of page: lists, prose, wide tables, pictures, a code, a long text, a type.
PAGES = (
    "index.html",
    "Herald/WritingAPolicy.html",
    "Herald/PolicyReference.html",
    "HeraldServer/OnTheSupportDesk.html",
    "Herald/Code-caps.html",
    "Herald/ContractSemantics.html",
    "HeraldRuntime/symbols/Installation.html",
    "changes.html",
)
# What a reader types, and the page that has to be among the first three.
SEARCHES = {
    "frequencyCaps": "PolicyReference.html",
    "quiet hours": "Code-quietHours.html",
    "nothing appears": "HeraldOnLinux.html",
    "behind nginx": "RunIt.html",
    "LedgerReader": "LedgerReader.html",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "site", type=Path, nargs="?", default=ROOT / "site", help="what Tools/docs wrote (default: site)"
    )
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="a picture of each page on each screen")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        pictures = options.pictures or Path(folder)
        pictures.mkdir(parents=True, exist_ok=True)
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        site = options.site.resolve()
        failures = [failure for page in PAGES for failure in look(browser, site, page, pictures)]
        failures += search(browser, site, SCREENS["desktop"]) + search(browser, site, SCREENS["phone-dark"])
        browser.close()
    for failure in failures:
        print(failure)
    print(f"The documentation in a browser: {len(PAGES) * len(SCREENS)} pages opened, {len(failures)} findings")
    return 1 if failures else 0


def opened(browser: Browser, site: Path, page: str, name: str, settings: JSONObject) -> Opened:
    found = Opened(browser, site / page, f"{page} on {name}", settings)
    found.folder = site.as_uri() + "/"
    # The first page asks for its style before the folder is named.
    found.failures.clear()
    return found


def look(browser: Browser, site: Path, page: str, pictures: Path) -> list[str]:
    """Opens a page on each screen; what is not as it should be."""
    failures = []
    for screen, settings in SCREENS.items():
        found = opened(browser, site, page, screen, settings)
        if settings.get("java_script_enabled", True):
            found.check_everywhere()
        else:
            found.expect(bool(found.page.locator("main").inner_text().strip()), "is empty without scripts")
            found.expect(found.page.locator("#search input").count() == 0, "has a search without scripts")
        found.page.screenshot(path=pictures / f"{page.replace('/', '-').removesuffix('.html')}-{screen}.png")
        failures += found.close()
    return failures


def search(browser: Browser, site: Path, settings: JSONObject) -> list[str]:
    """Types each search, and follows its first result by the keyboard."""
    found = opened(browser, site, "Herald/WritingAPolicy.html", "a search", settings)
    page = found.page
    for words, wanted in SEARCHES.items():
        page.keyboard.press("/")
        page.locator("#search input").fill(words)
        page.wait_for_selector("#results a")
        links = page.eval_on_selector_all("#results a", "links => links.map((link) => link.getAttribute('href'))")
        found.expect(any(wanted in link for link in links[:3]), f"finds {links[:3]} for {words}, and not {wanted}")
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found.expect(width <= 0, f"is {width} too wide while it searches")
        page.keyboard.press("Escape")
    page.locator("#search input").fill("writing a policy")
    page.keyboard.press("ArrowDown")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    found.expect("WritingAPolicy.html" in page.url, f"leads to {page.url}")
    page.locator("#search input").fill("no page has zzzz")
    page.wait_for_selector("#results p")
    return found.close()
