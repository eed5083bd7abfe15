"""What a device's page must do."""

from herald_tools.report.opened_page import Opened
from herald_tools.report.waiting import comes


def place(opened: Opened) -> int:
    return int(opened.page.locator("#place strong").inner_text().replace(",", ""))


def check(opened: Opened) -> None:
    page = opened.page
    last = int(page.get_attribute("#revision", "max"))
    slider = page.locator("#revision")

    slider.fill("2")
    opened.expect(place(opened) == 2, "the slider does not move to revision 2")
    opened.expect(page.locator("#moment-title").inner_text().startswith("2. "), "the slider does not change the event")
    page.wait_for_url("**#r2")
    opened.expect(page.locator(".changes li").count() > 0, "a fetched document changes nothing")
    opened.expect(page.locator(".state .changed").count() > 0, "what changed is not marked in the state")
    opened.expect(comes(page.locator("#documents mark.now, #documents .flag")), "no place of the document is marked")

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
    page.get_by_role("button", name="All", exact=True).first.click()
    every = page.locator("#timeline .row").count()
    opened.expect(0 < some < every, f"the timeline is not filtered: {some} of {every} rows")
    page.locator("#timeline [data-revision='2']").click()
    page.wait_for_function("document.querySelector('#place strong').textContent === '2'")
    opened.expect(page.locator("#timeline [aria-current]").count() == 1, "the timeline does not mark the event")

    page.goto(opened.address + "#r3")
    page.wait_for_function("document.querySelector('#place strong').textContent === '3'")
    states(opened)
    check_search(opened)
    check_comparison(opened)


def check_search(opened: Opened) -> None:
    """Counts, goes on and back, and ends."""
    page = opened.page
    page.locator("#revision").blur()
    page.keyboard.press("/")
    opened.expect(page.evaluate("document.activeElement.id") == "query", "/ does not lead to the search")
    page.keyboard.type("type:prompt.shown")
    prompts = page.evaluate("events.filter((event) => event.type === 'prompt.shown').map((event) => event.revision)")
    opened.expect(str(len(prompts)) in page.inner_text("#found"), f"the search finds {page.inner_text('#found')}")
    page.fill("#revision", "1")
    page.locator("#query").press("Enter")
    opened.expect(place(opened) == prompts[0], "Enter does not lead to the first match")
    page.locator("#query").press("Shift+Enter")
    opened.expect(place(opened) == prompts[-1], "the match before the first is not the last")
    opened.expect(page.locator("#timeline .match").count() > 0, "no match is marked in the timeline")
    page.get_by_role("button", name="Found", exact=True).click()
    rows = page.locator("#timeline .row").evaluate_all("(rows) => rows.map((row) => Number(row.dataset.revision))")
    opened.expect(len(rows) > 0 and set(rows) <= set(prompts), f"Found leaves others: {rows}")
    check_rows_are_found(opened)
    page.fill("#query", "nowhere at all")
    opened.expect(page.inner_text("#found") == "nothing found", "a vain search does not say so")
    page.locator("#query").press("Escape")
    opened.expect(page.inner_text("#found") == "", "Escape does not end the search")


def check_rows_are_found(opened: Opened) -> None:
    """Each row in the window is found by each of its lines, as a reader copies it."""
    page = opened.page
    page.get_by_role("button", name="All", exact=True).first.click()
    missed = page.evaluate("""() => [...document.querySelectorAll("#timeline .row")].flatMap((row) => {
      const index = places.get(Number(row.dataset.revision));
      return [...row.querySelectorAll(".clock, .text, .number")].map((line) => line.innerText).filter((line) =>
        !wordsOf(line).every(({ part, word }) => part !== "all" || searchedTexts()[index].all.includes(word)));
    })""")
    opened.expect(missed == [], f"the search does not find what rows say: {missed}")


def check_comparison(opened: Opened) -> None:
    """Two revisions side by side, from the keyboard, the address and the field."""
    page = opened.page
    page.fill("#revision", "1")
    page.locator("#revision").blur()
    page.keyboard.press("c")
    headings = page.locator("#comparison thead th").all_inner_texts()
    opened.expect(headings[1:] == ["Revision 2", "Revision 1"], f"a revision is compared with itself: {headings}")
    page.fill("#revision", "3")
    headings = page.locator("#comparison thead th").all_inner_texts()
    opened.expect(headings[1:] == ["Revision 1", "Revision 3"], f"compares {headings}")
    opened.expect(page.locator("#comparison tbody tr").count() > 4, "two states do not differ")
    page.wait_for_url("**#r1-r3")
    page.fill("#other", "2")
    page.locator("#other").press("Tab")
    headings = page.locator("#comparison thead th").all_inner_texts()
    opened.expect(headings[1:] == ["Revision 2", "Revision 3"], f"the field does not choose: {headings}")
    page.click("#end-compare")
    opened.expect(page.locator("#compare").is_hidden(), "the comparison does not end")
    # The page writes its address when the slider rests, and would write over another one.
    page.wait_for_url("**#r3")
    page.goto(opened.address + "#r2-r3")
    page.wait_for_function("!document.querySelector('#compare').hidden")
    opened.expect(place(opened) == 3, "an address does not compare")
    page.click("#end-compare")


def states(opened: Opened) -> None:
    """The last state, reached step by step, is the one that is reached at once."""
    page = opened.page
    same = page.evaluate("""() => {
      const count = events.length;
      const atOnce = JSON.stringify(stateAfter(count));
      const state = plain(data.base);
      for (const event of events) apply(event.change, state);
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


def check_left_out(opened: Opened) -> None:
    text = opened.page.inner_text(".top")
    opened.expect("left out" in text or "are shown without details" in text, "nothing says what is left out")


def check_without_script(opened: Opened) -> None:
    """Without its script, a page says what happened in short, and offers nothing that does not work."""
    text = opened.page.locator("body").inner_text()
    for words in ("The last prompts", "The last events", "as decided", "Allow scripts"):
        opened.expect(words in text, f"does not say without its script: {words}")
    opened.expect(opened.page.locator("button:visible, input:visible").count() == 0, "offers what does not work")
