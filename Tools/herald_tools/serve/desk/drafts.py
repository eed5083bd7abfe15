"""A moment under a draft, and the redacted log."""

import json
from urllib.parse import quote

from herald_tools.serve.desk.filled import BANK, SAMPLE, SHOWS, SILENT
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.desk.walks import DEVICE, moment

_NOTHING = json.dumps({"packageName": BANK, "revision": 9, "updates": []})
_RULE = {"id": 7, "appVersionFilter": "<99", "targetWebsiteUrl": "https://example.com/"}
_TEXT = {"descriptions": {"*": {"message": "</pre><script>alert(9)</script>"}}}
_OFFER = json.dumps({"packageName": BANK, "revision": 9, "updates": [_RULE | _TEXT]})


def draft(tab: Tab) -> None:
    """What the installation would have seen at one moment under another document, beside what was recorded."""
    page = tab.page
    tab.sign_in(tab.desk.reader)
    tab.go(moment(SHOWS))
    tab.follow(page.get_by_role("link", name="What it would see under a draft"))
    tab.expect('"id": 101' in page.input_value("#draft"), "does not offer the document that was in force")
    tab.follow(page.get_by_role("button", name="See the decision"))
    tab.expect("changes nothing here" in page.inner_text("h1"), f"the same document: {page.inner_text('h1')}")
    page.fill("#draft", _OFFER)
    tab.follow(page.get_by_role("button", name="See the decision"))
    tab.expect("update:7 (optional) in place of message:101" in page.inner_text("h1"), f"says {page.inner_text('h1')}")
    rows = page.locator("table.sides tbody tr").all_inner_texts()
    tab.expect(any("update:7" in row and "not in the policy" in row and "shown" in row for row in rows), f"says {rows}")
    for title, words in (("recorded-title", "message:101"), ("under-title", "update:7")):
        told = page.locator(f"section[aria-labelledby={title}]").inner_text()
        tab.expect(words in told, f"does not say why: {title}")
    tab.expect(page.locator("main script").count() == 0, "a text of a draft became an element")
    page.locator("details.more summary").click()
    tab.expect("update:7" in page.inner_text("details.more pre"), "does not tell the life under the draft")
    page.fill("#draft", _NOTHING)
    tab.follow(page.get_by_role("button", name="See the decision"))
    tab.expect("shows nothing, where message:101" in page.inner_text("h1"), f"says {page.inner_text('h1')}")
    page.fill("#draft", "{ nonsense")
    tab.follow(page.get_by_role("button", name="See the decision"))
    tab.expect(page.locator("[role=alert]").count() == 1, "does not say that the draft cannot be read")
    tab.expect(page.input_value("#draft") == "{ nonsense", "loses a draft that cannot be read")
    _published(tab)


def _published(tab: Tab) -> None:
    """A policy that was published is chosen; nothing of all this was published."""
    page = tab.page
    tab.go(moment(SILENT))
    tab.follow(page.get_by_role("link", name="What it would see under a draft"))
    page.locator("#published").select_option(index=0)
    tab.follow(page.get_by_role("button", name="Take it"))
    page.wait_for_url("**published=1**")
    tab.expect('"id": 1' in page.input_value("#draft"), "does not show the policy that was chosen")
    tab.expect(page.locator("#changes-title").count() == 1, "does not answer for the policy that was chosen")
    tab.go(f"/policies?app={BANK}")
    tab.expect(tab.status in (200, 403), f"the policies: {tab.status}")
    tab.expect(page.locator("#history-title ~ * tbody tr").count() == 1, "a draft was published")
    tab.go(f"{moment(SHOWS).replace('?', '/draft?')}&published=77")
    tab.expect(tab.status == 400, f"an unknown publication: {tab.status}")


def redacted(tab: Tab) -> None:
    """The redacted log is a file without names, which the page explains first."""
    page = tab.page
    tab.sign_in(tab.desk.reader, DEVICE)
    if tab.is_scripted:
        page.locator("#place strong").wait_for()
    tab.follow(page.get_by_role("link", name="Redacted log for a bug report"))
    tab.expect("a key is drawn for each download" in page.inner_text("main"), "does not say how names are hidden")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the redacted log").click()
    text = waiting.value.path().read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    tab.expect(
        len(lines) > SHOWS and SAMPLE not in text, f"a download of {len(lines)} lines that name the installation"
    )
    tab.expect(waiting.value.suggested_filename == "redacted.jsonl", f"is called {waiting.value.suggested_filename}")
    tab.go(moment(SHOWS))
    tab.follow(page.get_by_role("link", name="Redacted log for a bug report"))
    tab.expect(page.url.endswith(f"/installations/{quote(SAMPLE, '')}/redacted?app={BANK}"), f"leads to {page.url}")
