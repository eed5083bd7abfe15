"""The pages beyond an answer, with the keyboard alone: a draft tried at a moment, the redacted log, a forgetting."""

from playwright.sync_api import Locator

from herald_tools.serve.desk.filled import SHOWS
from herald_tools.serve.desk.forgetting import send_life
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.desk.walks import DEVICE, moment
from herald_tools.serve.running import APP


def keyboard_draft(tab: Tab) -> None:
    """From an answer to what a draft would have shown, and to the life under it."""
    page, keys = tab.page, tab.page.keyboard
    tab.sign_in(tab.desk.reader, moment(SHOWS))
    _press(tab, page.get_by_role("link", name="What it would see under a draft"))
    page.locator("#draft").wait_for()
    tab.tab_to(page.locator("#draft"))
    keys.press("Control+A")
    keys.type("{ nonsense")
    # A field of many lines must not keep the key Tab for itself.
    _press(tab, page.get_by_role("button", name="See the decision"))
    page.locator("[role=alert]").wait_for()
    tab.tab_to(page.locator("#published"))
    _press(tab, page.get_by_role("button", name="Take it"))
    page.wait_for_url("**published=1**")
    tab.tab_to(page.locator("details.more summary"))
    keys.press("Enter")
    page.locator("details.more pre").wait_for()


def keyboard_redacted(tab: Tab) -> None:
    """From an installation to its log without names."""
    page, keys = tab.page, tab.page.keyboard
    tab.sign_in(tab.desk.reader, DEVICE)
    page.locator("#place strong").wait_for()
    _press(tab, page.get_by_role("link", name="Redacted log for a bug report"))
    tab.tab_to(page.get_by_role("link", name="Download the redacted log"))
    with page.expect_download() as waiting:
        keys.press("Enter")
    tab.expect(waiting.value.suggested_filename == "redacted.jsonl", "the keys do not download the redacted log")


def keyboard_forget(tab: Tab) -> None:
    """An installation is forgotten: what would go is shown, and the name is typed again."""
    page, keys = tab.page, tab.page.keyboard
    source = f"/installations/keys-{tab.screen}"
    send_life(tab, source, "keys")
    tab.sign_in(tab.desk.forgetter, f"/forget?app={APP}")
    tab.tab_to(page.locator("#kind"))
    keys.press("Home")
    keys.type("An i")  # a list of choices takes the first letters of one
    for field, text in (("#name", source), ("#reason", "request 8")):
        tab.tab_to(page.locator(field))
        keys.type(text)
    tab.enter()
    page.locator(".would").wait_for()
    tab.tab_to(page.locator("#again"))
    keys.type(source)
    _press(tab, page.get_by_role("button", name="Forget for good"))
    page.locator("[role=status]").wait_for()
    tab.expect("Done." in page.inner_text("[role=status]"), "the keys do not forget an installation")


def _press(tab: Tab, target: Locator) -> None:
    tab.tab_to(target)
    tab.enter()
