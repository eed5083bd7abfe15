"""Uses the pages of `herald report` as a person does, in headless Chromium, and says what is not as it should be."""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from herald_tools.json_types import JSONObject
from herald_tools.paths import DEBUG_HERALD, ROOT
from herald_tools.report import long_page
from herald_tools.report.opened_page import Opened
from herald_tools.report.pages import Page, everything, life

SCREENS: dict[str, JSONObject] = {
    "phone": {"viewport": {"width": 360, "height": 780}, "color_scheme": "light"},
    "phone-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
    "desktop": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "desktop-dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark", "reduced_motion": "reduce"},
    "unscripted": {"viewport": {"width": 1280, "height": 900}, "java_script_enabled": False},
}


CHROMIUMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def chromium() -> str:
    """Debian's Chromium, or another by its name."""
    for name in CHROMIUMS:
        if path := shutil.which(name):
            return path
    sys.exit("Chromium is missing: `Tools/prepare --tests --install` installs it on Debian and Ubuntu.")


def make(herald: str, log: Path, page: Path) -> Path:
    """Writes a report; the file in which a reader begins."""
    subprocess.run([herald, "report", log, "-o", page], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return page / "index.html" if page.is_dir() else page


def look(browser: Browser, herald: str, name: str, page: Page, folder: Path, pictures: Path | None) -> list[str]:
    """Opens a page on each of its screens; what is not as it should be."""
    output = folder / name
    if page.is_folder:
        output.mkdir()
    file = make(herald, page.log, output if page.is_folder else output.with_suffix(".html"))
    failures = []
    for screen in page.screens:
        opened = Opened(browser, file, f"{name} on {screen}", SCREENS[screen])
        if pictures:
            pictures.mkdir(parents=True, exist_ok=True)
            opened.picture(pictures / f"{name}-{screen}.png")
        everywhere = [Opened.check_everywhere] if SCREENS[screen].get("java_script_enabled", True) else []
        for check in [*everywhere, *page.checks]:
            check(opened)
        failures += opened.close()
    return failures


def measure(browser: Browser, herald: str, folder: Path) -> None:
    """Prints how long the page of a device with 10,000 events takes, and its data alone."""
    file = make(herald, life(folder, long_page.EVENTS), folder / "life.html")
    bare = folder / "bare.html"
    bare.write_text(long_page.bare(file))
    for _ in range(5):
        alone = Opened(browser, bare, "bare", SCREENS["desktop"])
        limit = long_page.load(alone)
        alone.close()
        opened = Opened(browser, file, "life", SCREENS["desktop"])
        load = long_page.load(opened)
        step, slowest = long_page.steps(opened)
        opened.close()
        print(
            f"{load:5.0f} ms to load, {load / limit:.1f} times its data alone ({limit:.0f} ms); "
            f"{step:.1f} ms for a step, {slowest:.0f} ms for the slowest"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", default=str(DEBUG_HERALD), help="the built binary")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each page on each screen")
    parser.add_argument("--times", action="store_true", help="only measure the page of 10,000 events")
    options = parser.parse_args()
    herald = str(Path(options.herald).resolve())
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        if options.times:
            measure(browser, herald, folder)
            return 0
        pages = everything(folder)
        failures = [
            failure
            for name, page in pages.items()
            for failure in look(browser, herald, name, page, folder, options.pictures)
        ]
        browser.close()
    for failure in failures:
        print(failure)
    count = sum(len(page.screens) for page in pages.values())
    print(f"Pages in a browser: {count} opened, {len(failures)} findings")
    return 1 if failures else 0
