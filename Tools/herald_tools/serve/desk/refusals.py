"""What the pages say where something is refused: lines, names, tokens, and a question about no app."""

from herald_tools.serve.desk.filled import BANK, SAMPLE, SHOWS
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.desk.walks import moment


def refusals(tab: Tab) -> None:
    """Refused lines, unknown installations, tokens that end or may not read, several apps, signing out."""
    page = tab.page
    tab.sign_in(tab.desk.reader)
    tab.follow(page.get_by_role("link", name="Refused lines"))
    page.locator("summary").first.click()
    tab.expect(page.locator(".refused li").count() >= 2, "does not list the refused lines")
    tab.expect("notJSON" in page.inner_text(".refused"), "does not say why lines were refused")
    tab.expect(page.locator("details[open] pre").inner_text() != "", "does not show a refused line")
    tab.go(f"/search?app={BANK}")
    first = set(page.locator("tbody th").all_inner_texts())
    tab.follow(page.get_by_role("link", name="The next ones"))
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
    tab.follow(page.get_by_role("button", name="Sign out"))
    page.wait_for_url("**/sign-in")
    tab.expect(page.context.cookies() == [], "keeps its cookie after signing out")
    _ends(tab)


def _ends(tab: Tab) -> None:
    """A token that ends leads to the sign-in page, which leads back."""
    page = tab.page
    tab.go(moment(SHOWS))
    tab.desk.wait_for_end(tab.desk.expired)
    page.fill("#token", tab.desk.expired)
    tab.follow(page.get_by_role("button", name="Sign in"))
    tab.expect("expired" in page.inner_text("[role=alert]"), "does not say that a token may have expired")
    token, revoke = tab.desk.passing_token()
    page.fill("#token", token)
    tab.follow(page.get_by_role("button", name="Sign in"))
    page.wait_for_url(f"**{moment(SHOWS)}")
    revoke()
    tab.desk.wait_for_end(token)
    tab.follow(page.get_by_role("link", name="Why was it shown again?"))
    page.wait_for_url("**/sign-in?**")
    page.fill("#token", tab.desk.reader)
    tab.follow(page.get_by_role("button", name="Sign in"))
    tab.expect(page.inner_text("#why-title") == "Why was it shown again?", "signing in again does not lead back")
    page.context.clear_cookies()
    tab.go("/sign-in?to=//evil.example/")
    page.fill("#token", tab.desk.reader)
    tab.follow(page.get_by_role("button", name="Sign in"))
    page.locator("#query").wait_for()
    page.context.clear_cookies()
    tab.go("/sign-in")
    page.fill("#token", tab.desk.sender)
    tab.follow(page.get_by_role("button", name="Sign in"))
    tab.expect(tab.status == 403, f"a token that may not read: {tab.status}")
    tab.expect("no page is of use" in page.inner_text("[role=alert]"), "does not say why an app key is refused")
    tab.expect(page.context.cookies() == [], "signs an app key in")


def all_apps(tab: Tab) -> None:
    """A token for all apps leads to a choice of them."""
    tab.sign_in(tab.desk.everything)
    tab.expect(tab.status == 200, f"a token for all apps is answered with {tab.status}")
    tab.follow(tab.page.get_by_role("link", name=BANK))
    # The page lists fifty installations, and the app has more.
    tab.page.fill("#query", SAMPLE)
    tab.follow(tab.page.get_by_role("button", name="Search"))
    tab.page.get_by_role("link", name=SAMPLE).wait_for()
    tab.go("/rejected")
    tab.follow(tab.page.get_by_role("link", name=BANK))
    tab.page.locator(".refused").wait_for()
