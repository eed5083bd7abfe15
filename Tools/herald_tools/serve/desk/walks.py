"""What a person on the support desk does: with a mouse, with the keyboard alone, and without scripts."""

from urllib.parse import quote

from herald_tools.report.waiting import comes
from herald_tools.serve.desk.filled import BANK, SAMPLE, SHOWS, SILENT
from herald_tools.serve.desk.tab import Tab

DEVICE = f"/installations/{quote(SAMPLE, '')}?app={BANK}"


def moment(revision: int, more: str = "") -> str:
    """The address of an answer about the sample."""
    return f"/installations/{quote(SAMPLE, '')}/at/{revision}?app={BANK}{more}"


def support(tab: Tab) -> None:
    """From a customer's words to an answer that can be sent back, in four clicks."""
    page = tab.page
    tab.go("/")
    page.fill("#token", "herald_12345678_nonsense")
    tab.follow(page.locator("text=Sign in >> nth=-1"))
    tab.expect("no token of this server" in page.inner_text("[role=alert]"), "does not refuse a wrong token")
    page.fill("#token", f"  {tab.desk.reader} ")
    tab.follow(page.get_by_role("button", name="Sign in"))
    page.wait_for_url("**/search")
    kept = page.context.cookies()
    tab.expect(len(kept) == 1 and kept[0]["httpOnly"] and kept[0]["sameSite"] == "Strict", f"keeps {kept}")
    _offers_names(tab)
    # Two words, as they are typed, and the space that comes with a pasted name.
    page.fill("#query", f"{SAMPLE[:-3]} {SAMPLE[3:]} ")
    tab.follow(page.get_by_role("button", name="Search"))  # the first click
    tab.follow(page.get_by_role("link", name=SAMPLE))  # the second
    _slides(tab)
    tab.follow(page.get_by_role("link", name="Why, why not"))  # the third
    tab.expect("message:101" in page.inner_text("h1"), f"answers {page.inner_text('h1')}")
    page.get_by_role("button", name="Copy for the ticket").click()  # the fourth
    page.locator("#copied:has-text('Copied.')").wait_for()
    ticket = page.evaluate("navigator.clipboard.readText()").replace("\r\n", "\n")
    tab.expect(ticket == page.input_value("#ticket"), "copies something else than it shows")
    for words in (page.inner_text("h1"), SAMPLE, "Moment  ", "Policy        sha256:"):
        tab.expect(words in ticket, f"the ticket does not say {words}")
    address = page.url
    page.goto(ticket.split("Link")[1].strip())
    tab.expect(page.url == address, f"the ticket's link leads to {page.url}, and not to {address}")
    _asks_further(tab)


def _offers_names(tab: Tab) -> None:
    """Names are offered while one types, of installations and of users."""
    page = tab.page
    for typed, wanted in ((SAMPLE[:-2], SAMPLE), ("eli", "elif")):
        page.fill("#query", "")
        page.locator("#query").press_sequentially(typed)
        option = page.locator(f"#suggestions option[value='{wanted}']")
        tab.expect(comes(option) and option.count() == 1, f"does not offer {wanted} after {typed}")


def _slides(tab: Tab) -> None:
    page = tab.page
    tab.expect(page.inner_text("h1") == SAMPLE, f"the installation's page is about {page.inner_text('h1')}")
    slider = page.locator("#revision")
    slider.fill("2")
    tab.expect(page.inner_text("#place strong") == "2", "the slider does not move to revision 2")
    slider.focus()
    page.keyboard.press("ArrowRight")
    tab.expect(page.inner_text("#place strong") == "3", "the slider does not take arrow keys")
    slider.fill(str(SHOWS))
    page.wait_for_url(f"**#r{SHOWS}")
    link = page.get_by_role("link", name="Why, why not").get_attribute("href") or ""
    tab.expect(link == moment(SHOWS), f"the slider's link leads to {link}")


def _asks_further(tab: Tab) -> None:
    """Why it was shown again, why not, and back to the installation at the same revision."""
    page = tab.page
    tab.follow(page.get_by_role("link", name="Why was it shown again?"))
    tab.expect(page.inner_text("#why-title") == "Why was it shown again?", f"asks {page.inner_text('#why-title')}")
    tab.expect(page.inner_text(".asks [aria-current]") == "Why was it shown again?", "does not mark what is asked")
    tab.expect("&again=yes" in page.input_value("#ticket"), "the ticket links another question")
    tab.go(moment(SILENT))
    tab.expect(page.locator("text=Why was it shown again").count() == 0, "offers why again where nothing was shown")
    tab.follow(page.get_by_role("link", name="Why not message:101"))
    tab.expect(page.inner_text("#why-title") == "Why not message:101?", f"asks {page.inner_text('#why-title')}")
    tab.expect("message:101" in page.inner_text(".rule"), "a why not does not name its rule")
    tab.expect(page.locator(".rule .tests .failed").count() > 0, "a why not has no test that failed")
    page.fill("#not", "update:nonsense")
    tab.follow(page.get_by_role("button", name="Ask"))
    tab.expect("update:nonsense" in page.inner_text("main"), "does not speak of a rule that there is not")
    tab.expect(tab.status in (200, 404, 422), f"an unknown rule is answered with {tab.status}")
    tab.go(moment(SILENT))
    tab.follow(page.locator(".trail").get_by_role("link", name=SAMPLE))
    page.wait_for_url(f"**#r{SILENT}")
    tab.expect(page.inner_text("#place strong") == str(SILENT), "the way back leads to another revision")
    tab.follow(page.get_by_role("link", name="Search"))
    page.wait_for_url("**/search?**")


def keyboard(tab: Tab) -> None:
    """The same as with a mouse, with the keyboard alone."""
    page = tab.page
    keys = page.keyboard
    tab.go("/")
    # The browser gives a field its focus only when it first draws the page, which may be after the page is loaded.
    page.locator("#token:focus").wait_for()
    keys.type(tab.desk.reader)
    tab.enter()
    page.wait_for_url("**/search")
    page.locator("#query:focus").wait_for()
    keys.type(SAMPLE)
    tab.enter()
    page.wait_for_url("**q=**")
    tab.tab_to(page.get_by_role("link", name=SAMPLE))
    tab.enter()
    tab.tab_to(page.locator("#revision"))
    keys.press("Home")
    for _ in range(SHOWS - 1):
        keys.press("ArrowRight")
    tab.expect(page.inner_text("#place strong") == str(SHOWS), "the keys do not lead to the revision")
    tab.tab_to(page.get_by_role("link", name="Why, why not"))
    tab.enter()
    page.locator("#ticket").wait_for()
    keys.press("Tab")
    tab.expect(
        page.evaluate("document.activeElement.className") == "skip", "does not begin with the way past its links"
    )
    keys.press("Enter")
    tab.tab_to(page.get_by_role("link", name="Why was it shown again?"))
    tab.enter()
    page.wait_for_url("**again=yes")
    tab.tab_to(page.get_by_role("button", name="Copy for the ticket"))
    keys.press("Enter")
    page.locator("#copied:has-text('Copied.')").wait_for()
    tab.tab_to(page.get_by_role("button", name="Sign out"))
    tab.enter()
    page.wait_for_url("**/sign-in")


def reading(tab: Tab) -> None:
    """Without scripts everything can be read: found, told, asked why."""
    page = tab.page
    tab.sign_in(tab.desk.reader)
    page.fill("#query", "aa10c4")
    tab.follow(page.get_by_role("button", name="Search"))
    tab.follow(page.get_by_role("link", name=SAMPLE))
    text = page.inner_text("body")
    for words in ("The last prompts", "The last events", "message:101"):
        tab.expect(words in text, f"does not say without its script: {words}")
    tab.follow(page.get_by_role("link", name=f"revision {SHOWS}", exact=True).first)
    tab.expect("message:101" in page.inner_text("h1"), "does not say why")
    tab.expect(page.locator("#copy").is_hidden(), "offers to copy, which needs a script")
    tab.follow(page.get_by_role("link", name="Why was it shown again?"))
    tab.expect(page.inner_text("#why-title") == "Why was it shown again?", "does not answer further questions")
    tab.follow(page.get_by_role("link", name="Refused lines"))
    page.locator("summary").first.click()
    tab.expect(page.locator("details[open] pre").is_visible(), "does not show a refused line")
    tab.follow(page.get_by_role("button", name="Sign out"))
    page.wait_for_url("**/sign-in")
