"""What the pages say where something is refused: lines, names, tokens, and a question about no app."""

from herald_tools.serve.desk.filled import BANK, SAMPLE, SHOWS
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.desk.walks import moment

# How long the server may still accept a token that another process revoked, in milliseconds.
_STALE = 1_100


def refusals(tab: Tab) -> None:
    """Refused lines, unknown installations, tokens that end or may not read, several apps, signing out."""
    page = tab.page
    tab.sign_in(tab.desk.reader)
    page.get_by_role("link", name="Refused lines").click()
    page.locator("summary").first.click()
    tab.expect(page.locator(".refused li").count() >= 2, "does not list the refused lines")
    tab.expect("notJSON" in page.inner_text(".refused"), "does not say why lines were refused")
    tab.expect(page.locator("details[open] pre").inner_text() != "", "does not show a refused line")
    tab.go(f"/search?app={BANK}")
    first = set(page.locator("tbody th").all_inner_texts())
    page.get_by_role("link", name="The next ones").click()
    page.wait_for_url("**after=**")
    tab.expect(not first & set(page.locator("tbody th").all_inner_texts()), "the next page repeats installations")
    tab.go(f"/search?app={BANK}&q=nobody+at%20all")
    tab.expect("No installation is found" in page.inner_text(".note"), "does not say that nothing is found")
    tab.go(f"/installations/nobody?app={BANK}")
    tab.expect(tab.status == 404 and "nobody" in page.inner_text("h1"), f"an unknown name: {tab.status}")
    tab.expect(page.get_by_role("link", name="Search").count() > 0, "leads from a problem to no other page")
    for wrong in (moment(0), moment(999_999), "/nothing/here", "/search?app=com.example.shop"):
        tab.go(wrong)
        tab.expect(400 <= tab.status < 500, f"{wrong} is answered with {tab.status}")
        tab.expect(page.locator("main h1").count() == 1, f"{wrong} has no page")
    tab.go("/search")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    tab.expect(page.context.cookies() == [], "keeps its cookie after signing out")
    _ends(tab)


def _ends(tab: Tab) -> None:
    """A token that ends leads to the sign-in page, which leads back."""
    page = tab.page
    tab.go(moment(SHOWS))
    page.fill("#token", tab.desk.expired)
    page.get_by_role("button", name="Sign in").click()
    tab.expect("expired" in page.inner_text("[role=alert]"), "does not say that a token may have expired")
    token, revoke = tab.desk.passing_token()
    page.fill("#token", token)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**{moment(SHOWS)}")
    revoke()
    page.wait_for_timeout(_STALE)
    page.get_by_role("link", name="Why was it shown again?").click()
    page.wait_for_url("**/sign-in?**")
    page.fill("#token", tab.desk.reader)
    page.get_by_role("button", name="Sign in").click()
    tab.expect(page.inner_text("#why-title") == "Why was it shown again?", "signing in again does not lead back")
    page.context.clear_cookies()
    tab.go("/sign-in?to=//evil.example/")
    page.fill("#token", tab.desk.reader)
    page.get_by_role("button", name="Sign in").click()
    page.locator("#query").wait_for()
    page.context.clear_cookies()
    tab.sign_in(tab.desk.sender)
    tab.expect(tab.status == 403, f"a token that may not read: {tab.status}")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")


def all_apps(tab: Tab) -> None:
    """A token for all apps leads to a choice of them."""
    tab.sign_in(tab.desk.everything)
    tab.expect(tab.status == 200, f"a token for all apps is answered with {tab.status}")
    tab.page.get_by_role("link", name=BANK).click()
    tab.page.get_by_role("link", name=SAMPLE).wait_for()
    tab.go("/rejected")
    tab.page.get_by_role("link", name=BANK).click()
    tab.page.locator(".refused").wait_for()
