"""Pages about a whole app: the figures of its installations, its audit, its policies."""

from herald_tools.serve.desk.filled import EMPTY
from herald_tools.serve.desk.tab import Tab


def fleet(tab: Tab) -> None:
    """The figures of all installations, and the audit."""
    page = tab.page
    tab.sign_in(tab.desk.reader)
    tab.follow(page.get_by_role("link", name="Fleet"))
    page.locator("svg.chart").first.wait_for()
    device = page.locator(".look a").first
    name = device.inner_text()
    tab.follow(device)
    tab.expect(page.inner_text("h1") == name, f"a link of the fleet leads to {page.inner_text('h1')}")
    tab.follow(page.get_by_role("link", name="Audit"))
    tab.follow(page.get_by_role("button", name="Audit now"))
    page.locator("#findings-title").wait_for()
    tab.expect("Chain intact" in page.inner_text("main"), "the audit says nothing of the chain")
    page.locator("details.more summary").click()
    words = page.inner_text("pre.words")
    tab.expect("intact" in words, "the audit says nothing of the chain")
    tab.expect("herald export apps/" in words, "the audit does not name the ledger by its place in the folder")
    tab.expect(str(tab.desk.server.folder) not in words, "the audit tells where the server keeps its ledgers")


_DRAFT = '{"packageName": "%s", "revision": %d, "updates": [%s]}'
_FORCE = (
    '{"id": 9, "updateType": 2, "targetWebsiteUrl": "https://example.com/", '
    '"descriptions": {"en": {"message": "Update</textarea><script>alert(8)</script>"}}}'
)


def publish(tab: Tab) -> None:
    """A policy is drafted, tried while one types, published, and refused where somebody else was faster."""
    page = tab.page
    tab.sign_in(tab.desk.publisher)
    tab.follow(page.get_by_role("link", name="Policies"))
    tab.look("policies", None)
    if tab.is_scripted:
        page.fill("#document", "{ nonsense")
        page.locator("#trial .error").first.wait_for()
    page.fill("#document", _DRAFT % (EMPTY, 1, ""))
    tab.follow(page.get_by_role("button", name="Try it"))
    tab.expect("no published" not in page.inner_text("main") and tab.status == 200, "does not try a draft")
    tag = page.input_value("input[name=tag]")
    tab.follow(page.get_by_role("button", name="Publish"))
    tab.expect("Published." in page.inner_text("main"), "does not say that it was published")
    tab.expect(page.locator("#history-title ~ * tbody tr").count() >= 1, "keeps no history")
    text = _DRAFT % (EMPTY, 2, _FORCE)
    page.fill("#document", text)
    tab.follow(page.get_by_role("button", name="Try it"))
    changes = page.locator("#trial table.sides tbody tr").all_inner_texts()
    tab.expect(len(changes) == 1 and "Nothing\tAn optional update" in changes[0], f"says what changes: {changes}")
    tab.expect("No further device is forced." in page.inner_text("#trial"), "does not say what holds of all devices")
    page.locator("input[name=tag]").evaluate("(field, tag) => { field.value = tag + 'x'; }", tag)
    tab.follow(page.get_by_role("button", name="Publish"))
    tab.expect(page.locator("[role=alert]").count() == 1, "publishes over what somebody else published")
    tab.expect(page.input_value("#document") == text, "loses the draft when it is refused")
    tab.expect(page.locator("main script").count() == 0, "a text of a draft became an element")
