"""What a fleet's page must do."""

from herald_tools.report import printed_page
from herald_tools.report.opened_page import Opened
from herald_tools.report.waiting import new_page

_PICTURES = 8


def check(opened: Opened) -> None:
    _check(opened, _PICTURES)


def check_experiment(opened: Opened) -> None:
    """A holdout and variants have a picture each, before the others."""
    # Two of the experiment, and none of fetches that fail.
    _check(opened, _PICTURES + 1)
    headings = opened.page.locator("figure h2").all_inner_texts()[:2]
    opened.expect([heading.split()[0] for heading in headings] == ["Effect", "Variants"], f"begins with {headings}")
    for name in ("effect-1", "effect-2"):
        curves = opened.page.locator(f"#{name} polyline.curve").count()
        bands = opened.page.locator(f"#{name} polygon.band").count()
        opened.expect(curves == bands == 2, f"{name} has {curves} curves and {bands} bands")


def _check(opened: Opened, pictures: int) -> None:
    page = opened.page
    charts = page.locator("svg.chart")
    opened.expect(charts.count() == pictures, f"there are {charts.count()} pictures")
    outside = page.evaluate("""() => [...document.querySelectorAll("svg.chart text")].filter((text) => {
      const box = text.getBoundingClientRect();
      const card = text.closest("figure").getBoundingClientRect();
      return box.width > 0 && (box.left < card.left || box.right > card.right);
    }).map((text) => text.textContent)""")
    opened.expect(outside == [], f"words stand outside of their picture: {outside}")
    unnamed = page.evaluate(
        "[...document.querySelectorAll('svg.chart')].filter((chart) => !chart.getAttribute('aria-label')).length"
    )
    opened.expect(unnamed == 0, "a picture has no name")
    for details in page.locator("figure details").all():
        details.locator("summary").click()
        opened.expect(details.locator("tbody tr").count() > 0, "a table has no rows")
        cells = details.locator("tbody tr").first.locator("td, th").count()
        opened.expect(cells == details.locator("thead th").count(), "a table's rows do not fit its headings")
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    opened.expect(width[0] <= width[1], f"is {width[0]} wide with its tables open, on a screen of {width[1]}")
    opened.expect(page.locator(".list code").count() > 0, "no command opens an installation")


def check_printed(opened: Opened) -> None:
    count = printed_page.pages(opened)
    opened.expect(count <= printed_page.ORDINARY_PAGES, f"prints {count} pages")


def check_links(opened: Opened) -> None:
    """Each link of a folder's first page leads to a device's page, which leads back."""
    page = opened.page
    opened.folder = opened.address.rsplit("/", 1)[0]
    links = [link.get_attribute("href") for link in page.locator(".list a").all()]
    opened.expect(len(links) > 0, "links no page")
    for link in links:
        with new_page(page):
            page.locator(f".list a[href='{link}']").first.click()
        opened.expect(page.locator("#place strong").count() == 1, f"{link} is not a device's page")
        with new_page(page):
            page.get_by_role("link", name="All installations").click()
        opened.expect(page.locator(".figures").count() == 1, f"{link} does not lead back")
