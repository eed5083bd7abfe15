"""What went wrong on the way: of one installation, and of all of an app; who looked; and the viewer's own clock."""

from urllib.parse import quote

from herald_tools.serve.desk.filled import BANK, SAMPLE, SHOWS, TROUBLED
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.desk.walks import DEVICE, moment


def trouble(tab: Tab) -> None:
    """Gaps, refused lines, contradictions and clocks of one installation, each with a way to more."""
    page = tab.page
    tab.sign_in(tab.desk.reader, f"/installations/{quote(TROUBLED, '')}?app={BANK}")
    told = page.inner_text(".troubles")
    for words in (
        "Revisions 5 to 6 never came",
        "A line that names it was refused",
        "lost what it had acknowledged: the phone knows of 4, the server of 2",
        "clock was set back by",
        "behind, or they were that long on the way",
        "behind, or it was that long on the way",
    ):
        tab.expect(words in told, f"does not tell: {words}")
    tab.follow(page.locator(".troubles").get_by_role("link", name="revision 7").first)
    tab.expect(tab.status == 200 and page.locator("#why-title").count() == 1, "does not lead to the moment")
    page.go_back()
    tab.follow(page.locator(".troubles").get_by_role("link", name="Why"))
    tab.expect(page.locator(".refused li").count() == 1, "does not lead to the refused line alone")
    tab.go(DEVICE)
    told = page.locator(".troubles li").all_inner_texts()
    tab.expect(len(told) == 2 and told[0].startswith("Its last fetch failed, at 2026-08-30"), f"tells {told}")
    tab.follow(page.get_by_role("link", name="Whose fetches fail for the same reason"))
    tab.expect(page.get_by_role("link", name=SAMPLE).count() == 1, "does not find the phone itself among them")
    tab.go(f"/fleet?app={BANK}")
    tab.expect("newest event is of" in page.inner_text(".lag"), "does not say how old the newest event is")
    tab.expect("(median)" in page.inner_text(".lag"), "does not say how long batches were on the way")
    stopped = page.locator(".list", has=page.get_by_role("heading", name="Stopped"))
    tab.expect(stopped.locator("li a").count() > 0, "lists no installation that stopped")
    tab.expect("14 days" in stopped.inner_text(), "does not say when one counts as stopped")


def looked(tab: Tab) -> None:
    """Each look at an installation is on record."""
    page = tab.page
    tab.sign_in(tab.desk.reader, moment(SHOWS))
    tab.go(f"/audit?app={BANK}")
    first = page.locator("#accesses-title ~ * tbody tr").first.inner_text()
    for words in ("Support desk", "aa10c4e9", "answer"):
        tab.expect(words in first, f"the record of a look does not say {words}: {first}")


def clocks(tab: Tab) -> None:
    """The viewer's own clock stands beside the device's where they differ and scripts run, and not in a ticket."""
    page = tab.page
    tab.sign_in(tab.desk.reader, moment(SHOWS))
    wanted = "your time" if tab.is_scripted else "+02:00"
    tab.expect(page.locator("time[datetime]").count() > 0, "has no time that a program can read")
    tab.expect(wanted in page.inner_text("main"), f"does not say {wanted}")
    if tab.is_scripted:
        time = page.locator("time").first.get_attribute("datetime") or ""
        hour = (int(time[11:13]) - int(time[-6:-3]) - 5) % 24  # New York in winter
        summer = (hour + 1) % 24
        shown = page.locator(".yours").first.inner_text()
        tab.expect(any(f"{one:02}:{time[14:16]} your time" in shown for one in (hour, summer)), f"{time}: {shown}")
    tab.expect("your time" not in page.input_value("#ticket"), "the ticket has the viewer's clock")
    tab.go(f"{DEVICE}#r{SHOWS}")
    if tab.is_scripted:
        page.locator("#event .yours").wait_for()
