"""A tab of the browser with a page of the server: what is asked of any page, and what it did that none may do."""

import re
from collections.abc import Callable
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Locator, Request, Response

from herald_tools.json_types import JSONObject
from herald_tools.patience import PAGE_PATIENCE
from herald_tools.report.waiting import new_page
from herald_tools.serve.desk.filled import Desk

SCREENS: dict[str, JSONObject] = {
    "light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark", "reduced_motion": "reduce"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "has_touch": True},
    "phone-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
    "unscripted": {"viewport": {"width": 1280, "height": 900}, "java_script_enabled": False},
}
_HASHES = re.compile(r"^('sha256-[A-Za-z0-9+/]{43}=' ?)+$")
# What a page may do besides running its own style and script.
_OTHERS = {
    "base-uri": {"'none'"},
    "form-action": {"'none'", "'self'"},
    "connect-src": {"'self'"},
    "frame-ancestors": {"'none'"},
}
_FOCUS_STEPS = 60
# What Chromium says of pages that are as they should be.
_HARMLESS = (
    # Of every page whose status is an error, such as the one about an unknown installation.
    "Failed to load resource: the server responded with a status of 4",
    # Where a walk was in a field before the browser put the cursor there.
    "Autofocus processing was blocked because a document already has a focused element",
)


class Tab:
    """Every request, message, error and dialog is noted from before the first page on."""

    def __init__(self, browser: Browser, desk: Desk, name: str, screen: str = "light") -> None:
        self.desk, self.name, self.screen = desk, name, screen
        self.failures: list[str] = []
        self.status = 0
        self.policy = ""
        # Another zone than any device has whose log is looked at.
        self.context = browser.new_context(timezone_id="America/New_York", **SCREENS[screen])
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=desk.address)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PAGE_PATIENCE * 1000)
        self.page.on("dialog", self._dialog)
        self.page.on("console", self._message)
        self.page.on("pageerror", lambda error: self.fail(f"has an error: {error}"))
        self.page.on("request", self._request)
        self.page.on("response", self._response)

    @property
    def is_scripted(self) -> bool:
        return SCREENS[self.screen].get("java_script_enabled", True)

    def fail(self, what: str) -> None:
        address = self.page.url.removeprefix(self.desk.address)[:80]
        self.failures.append(f"{self.name} on {self.screen}, {address}: {what}")

    def expect(self, holds: bool, what: str) -> None:
        if not holds:
            self.fail(what)

    def _dialog(self, dialog: Dialog) -> None:
        self.fail(f"opens a dialog: {dialog.message}")
        dialog.dismiss()

    def _message(self, message: ConsoleMessage) -> None:
        if not message.text.startswith(_HARMLESS):
            self.fail(f"says on the console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(f"{self.desk.address}/"):
            self.fail(f"asks for {request.url}")

    def _response(self, response: Response) -> None:
        if response.request.is_navigation_request():
            self.status = response.status
            self.policy = response.headers.get("content-security-policy", "")

    def go(self, path: str) -> None:
        self.page.goto(self.desk.address + path)

    def follow(self, target: Locator) -> None:
        """Clicks what leads to another page, and waits for that page."""
        with new_page(self.page):
            target.click()

    def enter(self) -> None:
        """Presses Enter where that leads to another page, and waits for that page."""
        with new_page(self.page):
            self.page.keyboard.press("Enter")

    def sign_in(self, token: str, path: str = "/") -> None:
        """Signs in at a page that needs it, and ends there."""
        self.go(path)
        self.page.fill("#token", token)
        self.follow(self.page.get_by_role("button", name="Sign in"))
        self.page.locator("header.desk form, .top").first.wait_for()

    def tab_to(self, target: Locator) -> bool:
        """Presses Tab until something has the focus, and shows it; false where no number of them leads there."""
        for _ in range(_FOCUS_STEPS):
            self.page.keyboard.press("Tab")
            if target.evaluate("(element) => element === document.activeElement"):
                outline = target.evaluate("(element) => getComputedStyle(element).outlineStyle")
                self.expect(outline != "none", f"does not show the keyboard at {target}")
                return True
        self.fail(f"the key Tab does not lead to {target}")
        return False

    def look(self, name: str, pictures: Path | None) -> None:
        """Everything that is asked of any page, and its picture."""
        if pictures:
            pictures.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=pictures / f"{name}-{self.screen}.png", full_page=True)
        self.check_policy()
        page = self.page
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        self.expect(width[0] <= width[1], f"is {width[0]} wide on a screen of {width[1]}")
        self.expect(page.locator("h1").count() == 1, "has not one h1")
        self.expect(page.title() not in ("", " · Herald"), "has no title")
        if self.is_scripted:
            self.check_access()

    def check_access(self) -> None:
        """Axe finds nothing that would keep somebody from using the page."""
        for violation in Axe().run(self.page).response["violations"]:
            nodes = [node["target"][-1] for node in violation["nodes"]][:3]
            self.fail(f"axe: {violation['id']}: {violation['help']} ({', '.join(map(str, nodes))})")

    def check_policy(self) -> None:
        """The page may run its own style and script, named by their hashes, and nothing else."""
        written = self.page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content") or ""
        found = dict(part.strip().partition(" ")[::2] for part in f"{written};{self.policy}".split(";"))
        self.expect(found.pop("default-src", "") == "'none'", f"its policy does not begin with nothing: {written}")
        self.expect(found.get("frame-ancestors") == "'none'", "others may frame it")
        for name, value in found.items():
            if name in ("style-src", "script-src"):
                self.expect(bool(_HASHES.match(value)), f"allows {name} {value}")
            else:
                self.expect(set(value.split()) <= _OTHERS.get(name, set()), f"allows {name} {value}")

    def close(self) -> list[str]:
        self.context.close()
        return self.failures


Walk = Callable[[Tab], None]
