"""The pictures of the article *On the support desk*: one of each page, in light and in dark."""

from urllib.parse import quote

from playwright.sync_api import Browser

from herald_tools.paths import ROOT
from herald_tools.serve.desk.filled import BANK, SAMPLE, SHOWS, TROUBLED, Desk
from herald_tools.serve.desk.forgetting import send_life
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.desk.walks import DEVICE, moment
from herald_tools.serve.running import APP

PICTURES = ROOT / "Sources/HeraldServer/HeraldServer.docc/Resources"
_SIZE = {"width": 1100, "height": 760}
# DocC's names for a picture and its counterpart on a dark screen.
_SUFFIXES = {"light": "", "dark": "~dark"}
_DRAFT = """{
  "packageName": "com.example.banco",
  "revision": 2,
  "updates": [
    {
      "id": 7,
      "targetVersion": "10.0",
      "skippable": true,
      "targetWebsiteUrl": "https://example.com/app",
      "descriptions": {
        "*": { "title": "Version 10 is here", "message": "It opens twice as fast." }
      }
    }
  ]
}
"""


def take(browser: Browser, desk: Desk) -> list[str]:
    """Writes all pictures anew; what went wrong."""
    failures: list[str] = []
    for screen in _SUFFIXES:
        tab = Tab(browser, desk, "article", screen)
        send_life(tab, "/installations/7d3c0b21", "zoe@example.com")
        tab.page.set_viewport_size(_SIZE)
        tab.go("/sign-in")
        _picture(tab, "sign-in")
        _pages_of_readers(tab)
        _pages_of_others(tab)
        failures += tab.close()
    return failures


def _pages_of_readers(tab: Tab) -> None:
    tab.sign_in(tab.desk.reader)
    pages = {
        "search": f"/search?app={BANK}",
        "device": f"{DEVICE}#r{SHOWS}",
        "moment": moment(SHOWS),
        "troubled": f"/installations/{quote(TROUBLED, '')}?app={BANK}",
        "redacted": f"/installations/{quote(SAMPLE, '')}/redacted?app={BANK}",
        "refused": f"/rejected?app={BANK}",
        "fleet": f"/fleet?app={BANK}",
        "audit": f"/audit?app={BANK}&run=yes",
    }
    for name, path in pages.items():
        tab.go(path)
        tab.page.wait_for_timeout(700)  # until its script has drawn the page
        _picture(tab, name)
    tab.go(moment(SHOWS).replace("?", "/draft?"))
    tab.page.fill("#draft", _DRAFT)
    tab.follow(tab.page.get_by_role("button", name="See the decision"))
    tab.page.locator("#changes-title").wait_for()
    _picture(tab, "draft")


def _pages_of_others(tab: Tab) -> None:
    tab.context.clear_cookies()
    tab.sign_in(tab.desk.bank_publisher, f"/policies?app={BANK}")
    tab.page.fill("#document", _DRAFT)
    tab.follow(tab.page.get_by_role("button", name="Try it"))
    _picture(tab, "policies")
    tab.context.clear_cookies()
    tab.sign_in(tab.desk.forgetter, f"/forget?app={APP}")
    tab.page.select_option("#kind", "user")
    tab.page.fill("#name", "zoe@example.com")
    tab.page.fill("#reason", "the customer's letter of 3 March")
    tab.follow(tab.page.get_by_role("button", name="Show what would go"))
    tab.page.locator("#again").wait_for()
    _picture(tab, "forget")


def _picture(tab: Tab, name: str) -> None:
    tab.page.screenshot(path=PICTURES / f"{name}{_SUFFIXES[tab.screen]}.png")
