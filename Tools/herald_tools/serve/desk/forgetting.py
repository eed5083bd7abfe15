"""Forgetting: what would go is shown first, the name is typed again, and what was done is on record."""

from herald_tools.fleets.script import Script, policy
from herald_tools.serve.desk.filled import send_log
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.running import APP


def forget(tab: Tab) -> None:
    """An installation, a user and a property are forgotten; who may not sees so."""
    page = tab.page
    source = f"/installations/to-forget-{tab.screen}"
    send_life(tab, source, f"zoe-{tab.screen}")
    tab.sign_in(tab.desk.shop_reader, f"/forget?app={APP}")
    tab.expect(page.locator("main form").count() == 0, "offers a form to who may not forget")
    tab.expect("may look, and not forget" in page.inner_text("main"), "does not say that the token may not forget")
    page.context.clear_cookies()
    tab.sign_in(tab.desk.forgetter, f"/forget?app={APP}")
    before = page.locator("#earlier-title ~ * tbody tr").count()
    _ask(tab, "user", f"zoe-{tab.screen}")
    tab.expect("pseudonym" in page.inner_text(".would"), "does not say what becomes of a user")
    page.fill("#again", "zoe")
    tab.follow(page.get_by_role("button", name="Forget for good"))
    tab.expect("Nothing was forgotten" in page.inner_text("[role=alert]"), "forgets though the name is another one")
    page.fill("#again", f"zoe-{tab.screen}")
    tab.follow(page.get_by_role("button", name="Forget for good"))
    tab.expect("Done." in page.inner_text("[role=status]"), "does not say what was done")
    _ask(tab, "installation", source)
    tab.expect("4" in page.locator(".would td").first.inner_text(), "does not count the events")
    page.fill("#again", source)
    tab.follow(page.get_by_role("button", name="Forget for good"))
    first = page.locator("#earlier-title ~ * tbody tr").first.inner_text()
    tab.expect("an installation" in first and "request 7" in first and "Forgetting" in first, f"the journal: {first}")
    tab.expect(page.locator("#earlier-title ~ * tbody tr").count() == before + 2, "does not list what was forgotten")
    _ask(tab, "installation", source)
    tab.expect("has no installation" in page.inner_text("[role=alert]"), "the installation is still there")
    _ask(tab, "property", "deviceModel")
    tab.expect("Decisions" in page.inner_text(".would pre"), "does not say which decisions rest on a property")
    _ask(tab, "before", "2020-01-01")
    tab.expect("nothing would change" in page.inner_text(".would"), "would forget what there is not")
    _ask(tab, "before", "some day")
    tab.expect(page.locator("[role=alert]").count() == 1, "takes anything for a time")


def _ask(tab: Tab, kind: str, name: str) -> None:
    page = tab.page
    page.select_option("#kind", kind)
    page.fill("#name", name)
    page.fill("#reason", "request 7")
    tab.follow(page.get_by_role("button", name="Show what would go"))
    page.locator(".would, [role=alert]").first.wait_for()


def send_life(tab: Tab, source: str, user: str) -> None:
    """Sends the events of an installation with a user, to be forgotten."""
    log = Script(source)
    log.launch("1.0", deviceModel="x1")
    log.add("user.changed", {"user": user})
    log.fetch(policy())
    log.add("app.backgrounded")
    send_log(tab.desk.server, log, tab.desk.everything, APP)
