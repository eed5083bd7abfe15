"""From a figure to its installations, to what they share, and to two of them side by side."""

import re
from urllib.parse import quote

from herald_tools.serve.desk.filled import BANK, SAMPLE, SCRIPT, SHOWS, TROUBLED
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.desk.walks import DEVICE, moment
from herald_tools.serve.running import APP

_NUMBER = re.compile(r"\b([0-9][0-9,]*) installations?\b")
# A link of each sort is followed: the tiles, the charts and the tables have too many for a walk.
_SORTS = (
    ".tiles a",
    "#over-time svg a",
    "#funnel svg a",
    "#adoption svg a",
    "#blockers svg a",
    "#policies svg a",
    "#blockers td a",
    "#policies td a",
    ".lists a[title]",
)


def figures(tab: Tab) -> None:
    """Each sort of link of the fleet's page leads to as many installations as it says."""
    page = tab.page
    tab.sign_in(tab.desk.reader, f"/fleet?app={BANK}")
    for sort in _SORTS:
        links = page.locator(sort).evaluate_all(
            "(all) => all.map((one) => [one.getAttribute('href'),"
            " one.getAttribute('title') ?? one.getAttribute('aria-label') ?? ''])"
        )
        tab.expect(bool(links), f"has no link at {sort}")
        for address, title in links[:2]:
            said = _NUMBER.search(title)
            tab.go(address)
            summary = page.locator("p.summary").inner_text()
            found = said is not None and summary.startswith(f"{said[1]} of ")
            tab.expect(found, f"{sort} says {title!r}, and the search {summary!r}")
        tab.go(f"/fleet?app={BANK}")
    tab.expect(tab.tab_to(page.locator("#over-time svg a").first), "does not reach a bar with the keyboard")
    tab.enter()
    page.wait_for_url("**/search?**where=**")


def shared(tab: Tab) -> None:
    """From a figure to what its installations share: three clicks from any page."""
    page = tab.page
    tab.sign_in(tab.desk.reader)
    tab.follow(page.get_by_role("link", name="Fleet"))  # the first click
    tab.follow(page.locator(".tiles a").first)  # the second
    tab.expect("source != null" in page.input_value("#where"), f"asks {page.input_value('#where')}")
    page.fill("#where", "policy and counts.launches > 0")
    tab.follow(page.get_by_role("button", name="Find"))
    tab.follow(page.get_by_role("link", name="What do these share"))
    tab.expect(page.input_value("#where") == "policy and counts.launches > 0", "asks another condition")
    tab.expect(page.locator("main h2").count() > 0, "has no verdict")
    tab.expect(" of " in page.inner_text("p.summary"), f"says {page.inner_text('p.summary')}")
    page.fill("#against", "not policy")
    tab.follow(page.get_by_role("button", name="Compare"))
    tab.expect(page.locator("[role=alert]").count() == 0, "cannot compare with a second condition")
    tab.follow(page.get_by_role("link", name="Which they are"))
    page.wait_for_url("**/search?**where=**")
    tab.go(f"/shared?app={BANK}&where=polcy")
    tab.expect("polcy" in page.inner_text("[role=alert]"), "does not say what is wrong with a condition")


def two(tab: Tab) -> None:
    """Two phones side by side, named by a part of a name."""
    page = tab.page
    tab.sign_in(tab.desk.reader, DEVICE)
    page.fill("#with", "troubled")
    tab.follow(page.get_by_role("button", name="Compare", exact=True))
    tab.expect("side by side" in page.inner_text("h1"), f"answers {page.inner_text('h1')}")
    for name in (SAMPLE, TROUBLED):
        tab.expect(name in page.inner_text("main"), f"does not name {name}")
    tab.go(f"/installations/{quote(SAMPLE, '')}/at/last/compare?app={BANK}&with=nobody-at-all")
    tab.expect(tab.status == 404, f"compares with nobody: {tab.status}")


def clock(tab: Tab) -> None:
    """A clock that was set back is marked in the timeline, with the events before it whose dates are ahead."""
    page = tab.page
    tab.sign_in(tab.desk.reader)
    tab.go(f"/installations/{quote(TROUBLED, '')}?app={BANK}#r2")
    page.locator("#place strong").wait_for()
    marks = page.locator(".mark-step").all_inner_texts()
    for words in ("The clock was set back", "These dates are ahead"):
        tab.expect(any(words in mark for mark in marks), f"does not mark it: {marks}")
    tab.expect("This date is ahead" in page.inner_text("#event"), "does not say it of the event")
    tab.expect(page.locator("#strip .step-back").count() > 0, "does not mark it above the slider")
    link = page.locator(".mark-step a").first
    link.click()
    tab.expect(page.inner_text("#place strong") != "2", "the mark leads nowhere")


def lines(tab: Tab) -> None:
    """A line that decided is an anchor of a page, with and without scripts."""
    page = tab.page
    tab.sign_in(tab.desk.reader, moment(SHOWS))
    link = page.locator(".rule a[href*='/documents/']").first
    target = (link.get_attribute("href") or "").rsplit("#", 1)[-1]
    tab.follow(link)
    tab.expect(tab.status == 200, f"the document is answered with {tab.status}")
    tab.expect(page.locator(f"#{target}").is_visible(), f"has no line {target}")
    tab.expect(page.locator(f"#{target}:target").count() == 1, "does not lead to the line")
    if not tab.is_scripted:
        tab.go(f"{DEVICE}#r{SHOWS}")
        tab.expect(page.locator(f"li#r{SHOWS}").is_visible(), "an event's link leads nowhere")


def begun(tab: Tab) -> None:
    """Where nothing was published, the draft begins with the policy that phones hold, as text."""
    page = tab.page
    tab.sign_in(tab.desk.shop_reader, f"/policies?app={APP}")
    tab.expect("begins with the policy" in page.inner_text("main"), "does not say where the draft begins")
    tab.expect(f"update:{SCRIPT}" not in page.content(), "a document became an element")
    tab.expect(SCRIPT in page.input_value("#document"), f"begins with {page.input_value('#document')[:200]}")
    tab.follow(page.locator("section a[href*='/search?']").first)
    tab.expect(" of " in page.inner_text("p.summary"), "does not lead to who holds it")
