"""Each page on each screen, on paper, and with hostile texts."""

import re
from pathlib import Path
from urllib.parse import quote

from herald_tools.serve.desk.filled import (
    BANK,
    EMPTY,
    HOSTILE_SOURCES,
    HOSTILE_USER,
    SAMPLE,
    SHOWS,
    SILENT,
    TROUBLED,
)
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.desk.walks import DEVICE, moment
from herald_tools.serve.running import APP

_MOST_SHEETS = 9
# What no text of a log may become.
_ELEMENTS = "main img, iframe, object, embed, main svg[onload], main script, [onerror], [onload], [onmouseover]"
_INVISIBLE = set("\u202e\u2066\u200f\u061c\u2028\u0000")


def every_page(tab: Tab, pictures: Path | None) -> None:
    """Looks at each page."""
    tab.go("/sign-in")
    tab.look("sign-in", pictures)
    tab.page.fill("#token", "nonsense")
    tab.follow(tab.page.get_by_role("button", name="Sign in"))
    tab.page.locator("[role=alert]").wait_for()
    tab.look("sign-in-refused", pictures)
    tab.sign_in(tab.desk.reader)
    pages = {
        "search": f"/search?app={BANK}",
        "search-vain": f"/search?app={BANK}&q=nobody",
        "search-condition": f"/search?app={BANK}&where=counts.launches%20%3E%200&ever=yes",
        "search-fault": f"/search?app={BANK}&where=nonsense",
        "shared": f"/shared?app={BANK}&where=gaps%20%3E%200",
        "two-phones": moment(SHOWS, f"&with={quote(TROUBLED, '')}").replace("?", "/compare?"),
        "installation": f"{DEVICE}#r{SHOWS}",
        "why": moment(SHOWS),
        "why-again": moment(SHOWS, "&again=yes"),
        "why-not": moment(SILENT, "&not=message:101"),
        "draft": moment(SHOWS).replace("?", "/draft?"),
        "draft-published": moment(SHOWS, "&published=1").replace("?", "/draft?"),
        "redacted": f"/installations/{quote(SAMPLE, '')}/redacted?app={BANK}",
        "troubled": f"/installations/{quote(TROUBLED, '')}?app={BANK}",
        "forget-not": f"/forget?app={BANK}",
        "fleet": f"/fleet?app={BANK}",
        "refused-lines": "/rejected",
        "audit": f"/audit?app={BANK}&run=yes",
        "problem": f"/installations/nobody?app={BANK}",
    }
    for name, path in pages.items():
        tab.go(path)
        if name == "installation" and tab.is_scripted:
            tab.page.locator("#place strong").wait_for()
        tab.look(name, pictures)
    tab.go(moment(SHOWS))
    tab.follow(tab.page.locator(".rule a[href*='/documents/']").first)
    tab.look("document", pictures)
    desk = tab.desk
    tokens = {"empty": desk.empty_reader, "apps": desk.everything, "draft": desk.publisher, "forgets": desk.forgetter}
    for name, token in tokens.items():
        tab.context.clear_cookies()
        tab.sign_in(token)
        tab.look(f"search-{name}", pictures)
        if name == "empty":
            tab.go(f"/rejected?app={EMPTY}")
            tab.look("refused-lines-empty", pictures)
            tab.go(f"/fleet?app={EMPTY}")
            tab.look("fleet-empty", pictures)
        if name == "forgets":
            tab.go(f"/forget?app={APP}")
            tab.page.select_option("#kind", "user")
            tab.page.fill("#name", HOSTILE_USER)
            tab.page.fill("#reason", "request 7")
            tab.follow(tab.page.get_by_role("button", name="Show what would go"))
            tab.page.locator("#again").wait_for()
            tab.look("forget", pictures)
        if name == "draft":
            tab.go(f"/policies?app={EMPTY}")
            tab.page.fill("#document", '{"packageName": 7, "updates": [{"id": 1}]}')
            tab.follow(tab.page.get_by_role("button", name="Try it"))
            tab.look("policies", pictures)


def on_paper(tab: Tab) -> None:
    """Pages are printed without what only a screen can use."""
    tab.sign_in(tab.desk.reader)
    for path in (
        f"/search?app={BANK}",
        DEVICE,
        moment(SHOWS),
        moment(SHOWS, "&published=1").replace("?", "/draft?"),
        "/rejected",
        f"/fleet?app={BANK}",
        "/audit?run=yes",
    ):
        tab.go(path)
        sheets = len(re.findall(rb"/Type\s*/Page\b", tab.page.pdf(format="A4")))
        tab.expect(0 < sheets <= _MOST_SHEETS, f"prints {sheets} pages")
        tab.page.emulate_media(media="print")
        # Nothing on paper can be pressed.
        for words in ("Sign out", "Copy for the ticket", "Ask further"):
            tab.expect(words not in tab.page.inner_text("body"), f"prints “{words}”")
        tab.expect(tab.page.locator("button:visible").count() == 0, "prints buttons")
        width = tab.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        tab.expect(width[0] <= width[1], f"is {width[0]} wide on paper of {width[1]}")
        # While any medium is emulated, a sheet would be drawn as that medium's and not as paper.
        tab.page.emulate_media(media="null")


def hostile(tab: Tab, pictures: Path | None) -> None:
    """Names of installations, users and rules are shown as text, wherever they come from."""
    page = tab.page
    tab.sign_in(tab.desk.shop_reader)
    tab.look("hostile-search", pictures)
    _check_text(tab, "search")
    links = page.locator("tbody a").evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")
    tab.expect(len(links) == len(HOSTILE_SOURCES), f"finds {len(links)} of {len(HOSTILE_SOURCES)} installations")
    for number, source in enumerate(HOSTILE_SOURCES):
        _check_found(tab, source)
        device = f"/installations/{quote(source, safe='')}?app={APP}"
        tab.expect(device in links, f"does not link {source[:40]!r}")
        tab.go(device)
        page.locator("#place strong").wait_for()
        tab.expect(tab.status == 200, f"{source[:40]!r} is answered with {tab.status}")
        _check_text(tab, "installation")
        page.locator("#revision").fill("3")
        if number < 2:
            tab.look(f"hostile-installation-{number}", pictures)
        tab.follow(page.get_by_role("link", name="Why, why not"))
        page.locator("#ticket").wait_for()
        _check_text(tab, "why")
        tab.look(f"hostile-why-{number}", pictures if number == 0 else None)
        for ask in page.locator(".asks a").evaluate_all("(links) => links.map((link) => link.href)"):
            page.goto(ask)
            tab.expect(tab.status == 200, f"a question is answered with {tab.status}")
            _check_text(tab, "answer")
    tab.follow(page.get_by_role("link", name="Refused lines"))
    _check_text(tab, "refused lines")
    for path in ("/search?q={}", "/installations/{}", "/sign-in?to={}", "/{}"):
        tab.go(path.format(quote(f'"><script>alert(7)</script>{HOSTILE_USER}', safe="")))
        _check_text(tab, path)


def _check_found(tab: Tab, source: str) -> None:
    """The search finds a name that is typed as it is, where it has no blanks, which part words."""
    if " " in source:
        return
    tab.page.goto(f"{tab.desk.address}/search?app={APP}")
    tab.page.fill("#query", source)
    tab.page.locator("#suggestions option").first.wait_for(state="attached")
    tab.follow(tab.page.get_by_role("button", name="Search"))
    tab.page.wait_for_url("**q=**")
    found = tab.page.locator("tbody tr").count()
    tab.expect(found == 1, f"finds {found} installations by {source[:40]!r}")
    tab.expect(tab.page.input_value("#query") in (source, source.strip()), "keeps another query than was typed")


def _check_text(tab: Tab, what: str) -> None:
    page = tab.page
    tab.expect(page.locator(_ELEMENTS).count() == 0, f"a text became an element: {what}")
    tab.expect(not _INVISIBLE & set(page.inner_text("body")), f"a text keeps what is not seen: {what}")
    strange = page.locator("a").evaluate_all("(links) => links.map((link) => link.protocol)")
    tab.expect(set(strange) <= {"http:"}, f"a link leads elsewhere: {what}")
