"""What the page of a device with 10,000 events must do: list and slider agree, and it stays light. Its times, too."""

import re
import statistics
from pathlib import Path

from herald_tools.report.device_page import place, states
from herald_tools.report.opened_page import Opened

EVENTS = 10_000
JUMPS = (1, 5000, 9000, 3000, 10_000, 2, 7777, 7778, 4321, 9999, 1)
# What a browser reads and lays out decides how long the page takes, on any machine. It was 573 bytes an event and
# 1,450 elements when these limits were set.
BYTES_AN_EVENT = 600
ELEMENTS = 1_500

# The row of a revision, and where it stands in the list's window.
ROW = """(revision) => {
  const box = document.querySelector("#timeline").getBoundingClientRect();
  const marked = [...document.querySelectorAll("#timeline [aria-current]")];
  if (marked.length !== 1) return `${marked.length} rows are marked`;
  const row = marked[0].getBoundingClientRect();
  if (marked[0].dataset.revision !== String(revision)) return `revision ${marked[0].dataset.revision} is marked`;
  if (row.top < box.top || row.bottom > box.bottom) return `its row is at ${row.top - box.top} of ${box.height}`;
  const next = [...document.querySelectorAll("#timeline .item")].map((item) => item.getBoundingClientRect());
  next.sort((left, right) => left.top - right.top);
  const apart = next.some((item, index) => index > 0 && Math.abs(item.top - next[index - 1].bottom) > 1);
  return apart ? "rows are apart, or cover each other" : "";
}"""

# A row in the middle of the list's window; undefined while the rows there are not drawn yet.
MIDDLE = """() => {
  const box = document.querySelector("#timeline").getBoundingClientRect();
  return [...document.querySelectorAll("#timeline .row")].find((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top > box.top + box.height / 2 && bottom <= box.bottom;
  });
}"""

# How long a step takes until the page is laid out.
STEP = """(revision) => {
  const slider = document.querySelector("#revision");
  const began = performance.now();
  slider.value = revision;
  slider.dispatchEvent(new Event("input"));
  document.body.getBoundingClientRect();
  return performance.now() - began;
}"""

LOAD = "performance.getEntriesByType('navigation')[0].loadEventEnd"


def expect_row(opened: Opened, revision: int, how: str) -> None:
    opened.expect(place(opened) == revision, f"{how}: the page is at {place(opened)}, not {revision}")
    wrong = opened.page.evaluate(ROW, revision)
    opened.expect(wrong == "", f"{how} to {revision}: {wrong}")


def check(opened: Opened) -> None:
    page = opened.page
    page.click("#timeline .row >> nth=1")
    for revision in JUMPS:
        page.fill("#revision", str(revision))
        expect_row(opened, revision, "the slider")
    # The page writes its address when the slider rests, and would write over another one.
    page.wait_for_url(f"**#r{JUMPS[-1]}")
    for revision in JUMPS:
        page.evaluate("(revision) => { location.hash = `#r${revision}`; }", revision)
        page.wait_for_function(
            "(revision) => document.querySelector('#revision').value === String(revision)", arg=revision
        )
        expect_row(opened, revision, "a link")
    check_keys(opened)
    check_scroll(opened)
    rows = page.locator("#timeline .row").count()
    opened.expect(rows < 200, f"{rows} rows exist at once")
    states(opened)


def check_keys(opened: Opened) -> None:
    page = opened.page
    page.fill("#revision", "5000")
    page.locator("#revision").blur()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    expect_row(opened, 5030, "the arrow keys")
    page.keyboard.press("p")
    expect_row(opened, place(opened), "the key p")
    page.locator("#timeline [aria-current]").focus()
    before = place(opened)
    for _ in range(25):
        page.keyboard.press("ArrowDown")
    expect_row(opened, before + 25, "the key for down in the list")
    page.locator("#revision").focus()
    page.keyboard.press("End")
    expect_row(opened, EVENTS, "End")
    page.keyboard.press("Home")
    expect_row(opened, 1, "Home")


def check_scroll(opened: Opened) -> None:
    """A click on a row that was scrolled to marks that row, wherever the list was dragged."""
    page = opened.page
    for share in (0.5, 0.93, 0.02):
        page.evaluate("(share) => { const box = byId('timeline'); box.scrollTop = box.scrollHeight * share; }", share)
        page.wait_for_function(f"() => ({MIDDLE})() !== undefined")
        revision = page.evaluate(
            f"() => {{ const row = ({MIDDLE})(); row.click(); return Number(row.dataset.revision); }}"
        )
        page.wait_for_function(
            "(revision) => document.querySelector('#revision').value === String(revision)", arg=revision
        )
        expect_row(opened, revision, f"a click at {share:.0%} of the list")


def steps(opened: Opened) -> tuple[float, float]:
    """Milliseconds for a step: the median, and the slowest."""
    taken = [opened.page.evaluate(STEP, revision) for revision in (*JUMPS, *range(200, EVENTS, 450))]
    return statistics.median(taken), max(taken)


def load(opened: Opened) -> float:
    """Milliseconds until the page was loaded."""
    return opened.page.evaluate(LOAD)


def bare(page: Path) -> str:
    """A page with the same data that reads it and does nothing else: no page with this data loads sooner."""
    data = "".join(re.findall(r'<script type="application/json".*?</script>', page.read_text(), re.DOTALL))
    read = "window.read = [...document.querySelectorAll('[type]')].map((data) => JSON.parse(data.textContent));"
    return f"<!doctype html><title>Bare</title>{data}<script>{read}</script>"


def check_weight(opened: Opened) -> None:
    """How long a page takes depends on the machine; what it makes the machine do does not."""
    size = opened.file.stat().st_size
    opened.expect(size <= EVENTS * BYTES_AN_EVENT, f"has {size:,} bytes for {EVENTS:,} events")
    elements = opened.page.locator("*").count()
    opened.expect(elements <= ELEMENTS, f"has {elements:,} elements once it is loaded")
