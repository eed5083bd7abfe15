"""A page that is open on a screen: what is asked of any, and what it did that none may do."""

from pathlib import Path

from playwright.sync_api import Browser, Dialog, Request

from herald_tools.json_types import JSONObject
from herald_tools.patience import PAGE_PATIENCE

CONTRAST = """() => {
  const channel = (value) => {
    value /= 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = parts(colour);
    return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  };
  const behind = (element) => {
    for (let node = element; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if ((parts(colour)[3] ?? 1) > 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const poor = [];
  for (const element of document.querySelectorAll("body *")) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!text || !element.checkVisibility() || element.closest("script, style, button:disabled")) continue;
    const style = getComputedStyle(element);
    const colour = element instanceof SVGElement ? style.fill : style.color;
    const [high, low] = [light(colour), light(behind(element))].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) poor.push(`${element.tagName} "${element.textContent.trim().slice(0, 30)}" ${ratio.toFixed(2)}`);
  }
  return poor.slice(0, 5);
}"""

UNNAMED = """() => [...document.querySelectorAll("a, button, input, summary, [role=img]")]
  .filter((element) => element.checkVisibility())
  .filter((element) => !(element.textContent.trim() || element.getAttribute("aria-label") || element.labels?.length))
  .map((element) => element.outerHTML.slice(0, 80))"""


class Opened:
    """Every request, message, error and dialog is noted, from before the page is loaded."""

    def __init__(self, browser: Browser, page: Path, name: str, settings: JSONObject) -> None:
        self.name = name
        # The folder of linked pages; None where the page stands alone.
        self.folder: str | None = None
        self.failures: list[str] = []
        self.file = page
        self.address = page.as_uri()
        self.context = browser.new_context(**settings)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PAGE_PATIENCE * 1000)
        self.page.on("dialog", self._dialog)
        self.page.on("console", lambda message: self.fail(f"says on the console: {message.text}"))
        self.page.on("pageerror", lambda error: self.fail(f"has an error: {error}"))
        self.page.on("request", self._request)
        self.page.goto(self.address)

    def fail(self, what: str) -> None:
        self.failures.append(f"{self.name}: {what}")

    def expect(self, holds: bool, what: str) -> None:
        if not holds:
            self.fail(what)

    def _dialog(self, dialog: Dialog) -> None:
        self.fail(f"opens a dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        address = request.url.split("#")[0]
        if address != self.address and not (self.folder and address.startswith(self.folder)):
            self.fail(f"asks for {request.url}")

    def check_everywhere(self) -> None:
        page = self.page
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        self.expect(width[0] <= width[1], f"is {width[0]} wide on a screen of {width[1]}")
        for poor in page.evaluate(CONTRAST):
            self.fail(f"has too little contrast: {poor}")
        for unnamed in page.evaluate(UNNAMED):
            self.fail(f"has something to use without a name: {unnamed}")
        self.expect(page.locator("h1").count() == 1, "has not one h1")
        self.expect(page.locator("main").count() == 1, "has not one main")
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
        self.expect(len(ids) == len(set(ids)), "uses an id twice")
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        self.expect(outline != "none", "does not show where the keyboard is")

    def picture(self, file: Path) -> None:
        self.page.screenshot(path=file, full_page=True)

    def close(self) -> list[str]:
        self.context.close()
        return self.failures
