"""Uses the pages of `herald report` as a person does, in headless Chromium, and says what is not as it should be."""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from herald_tools.paths import DEBUG_HERALD, ROOT
from herald_tools.report import device_page, fleet_page, logs
from herald_tools.report.opened_page import Opened

SAMPLE = "Events/message/three-times-a-week-apart/log.jsonl"
SCREENS = {
    "phone": {"viewport": {"width": 360, "height": 780}, "color_scheme": "light"},
    "phone-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
    "desktop": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "desktop-dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark", "reduced_motion": "reduce"},
}


CHROMIUMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def chromium() -> str:
    """Debian's Chromium, or one that is called otherwise."""
    for name in CHROMIUMS:
        if path := shutil.which(name):
            return path
    sys.exit("Chromium is missing: `Tools/prepare --tests` installs it on Debian and Ubuntu.")


def make(herald: str, log: Path, page: Path) -> Path:
    subprocess.run([herald, "report", log, "-o", page], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return page


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", default=str(DEBUG_HERALD), help="the built binary")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each page on each screen")
    options = parser.parse_args()
    herald = str(Path(options.herald).resolve())
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        pages: dict[str, tuple[Path, list[Callable[[Opened], None]], list[str]]] = {
            "device": (ROOT / SAMPLE, [device_page.check], ["phone-dark", "desktop"]),
            "hostile": (
                logs.hostile(folder),
                [device_page.check, device_page.check_hostile],
                ["phone", "desktop-dark"],
            ),
            "long": (logs.long(folder), [device_page.check_long], ["phone"]),
            "fleet": (logs.fleet(folder), [fleet_page.check], ["phone", "phone-dark", "desktop", "desktop-dark"]),
        }
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        count, failures = 0, []
        for name, (log, checks, screens) in pages.items():
            page = make(herald, log, folder / f"{name}.html")
            for screen in screens:
                opened = Opened(browser, page, f"{name} on {screen}", SCREENS[screen])
                for check in [Opened.check_everywhere, *checks]:
                    check(opened)
                if options.pictures:
                    options.pictures.mkdir(parents=True, exist_ok=True)
                    opened.picture(options.pictures / f"{name}-{screen}.png")
                failures += opened.close()
                count += 1
        browser.close()
    for failure in failures:
        print(failure)
    print(f"Pages in a browser: {count} opened, {len(failures)} findings")
    return 1 if failures else 0
