"""What a device's page must do."""

from herald_tools.report.opened_page import Opened


def place(opened: Opened) -> int:
    return int(opened.page.locator("#place strong").inner_text())


def check(opened: Opened) -> None:
    page = opened.page
    last = int(page.get_attribute("#revision", "max"))
    slider = page.locator("#revision")

    slider.fill("2")
    opened.expect(place(opened) == 2, "the slider does not move to revision 2")
    opened.expect(page.locator("#moment-title").inner_text().startswith("2. "), "the slider does not change the event")
    opened.expect(page.url.endswith("#r2"), "the address does not name the revision")
    opened.expect(page.locator(".changes li").count() > 0, "a fetched document changes nothing")
    opened.expect(page.locator(".state .changed").count() > 0, "what changed is not marked in the state")
    opened.expect(
        page.locator("#documents mark.now, #documents .flag").count() > 0, "no place of the document is marked"
    )

    slider.focus()
    page.keyboard.press("ArrowRight")
    opened.expect(place(opened) == 3, "the slider does not take arrow keys")
    slider.blur()
    page.keyboard.press("ArrowLeft")
    opened.expect(place(opened) == 2, "the arrow keys do not work on the page")
    page.keyboard.press("n")
    opened.expect(page.locator("#event .verdict").count() == 1, "n does not lead to the next prompt")
    slider.focus()
    page.keyboard.press("End")
    opened.expect(place(opened) == last, "End does not lead to the last event")
    page.keyboard.press("Home")
    opened.expect(page.locator("#previous").is_disabled(), "there is something before the first event")
    page.click("#next")
    opened.expect(place(opened) == 2, "the button does not lead to the next event")

    why = page.locator("#prompts details.why").first
    why.locator("summary").first.click()
    why.locator(".tests li").first.wait_for()
    opened.expect(why.locator(".answer").inner_text() != "", "a why has no sentence")

    page.get_by_role("button", name="Prompts", exact=True).click()
    some = page.locator("#timeline .row").count()
    page.get_by_role("button", name="All", exact=True).click()
    every = page.locator("#timeline .row").count()
    opened.expect(0 < some < every, f"the timeline is not filtered: {some} of {every} rows")
    page.locator("#timeline .row").nth(1).click()
    page.wait_for_function("document.querySelector('#place strong').textContent === '2'")
    opened.expect(page.locator("#timeline [aria-current]").count() == 1, "the timeline does not mark the event")

    page.goto(opened.address + "#r3")
    page.wait_for_function("document.querySelector('#place strong').textContent === '3'")
    states(opened)


def states(opened: Opened) -> None:
    """The last state, reached step by step, is the one that is reached at once."""
    page = opened.page
    same = page.evaluate("""() => {
      const count = events.length;
      const atOnce = JSON.stringify(stateAfter(count));
      let state = plain(data.base);
      for (const event of events) state = changed(state, event.change);
      return atOnce === JSON.stringify(state) && state.revision === lastRevision;
    }""")
    opened.expect(same, "states differ by how they are reached")


def check_hostile(opened: Opened) -> None:
    page = opened.page
    for element in (
        "img",
        "iframe",
        "object",
        "embed",
        "form",
        "svg script",
        "#page script",
        "[onerror]",
        "[onmouseover]",
    ):
        opened.expect(page.locator(element).count() == 0, f"a text became an element: {element}")
    text = page.locator("body").inner_text()
    for words in (
        "</script><script>alert(1)</script>",
        "<img src=x onerror=alert(2)>",
        "\\u{202E}",
        "\\u{2028}",
        "\\u{0}",
    ):
        opened.expect(words in text, f"{words!r} is not shown as text")
    opened.expect(not set("\u202e\u2066\u2028\u0000") & set(text), "a text keeps what is not seen")
    opened.expect(
        page.evaluate("({}).polluted === undefined && Object.getPrototypeOf(stateAfter(1).properties) === null"),
        "a property's name reaches objects",
    )
    opened.expect(page.evaluate("stateAfter(1).properties.__proto__") == "polluted", "the property `__proto__` is lost")
    links = page.evaluate("[...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))")
    opened.expect(all(link.startswith("#") for link in links), "a link leads out of the page")


def check_long(opened: Opened) -> None:
    page = opened.page
    opened.expect(page.locator("#timeline .row").count() == 10_000, "a long log's timeline is not whole")
    opened.expect(
        "left out" in page.inner_text(".top") or "are shown without details" in page.inner_text(".top"),
        "nothing says what is left out",
    )
    page.fill("#revision", "5000")
    opened.expect(place(opened) == 5000, "the slider does not move in a long log")
    states(opened)
