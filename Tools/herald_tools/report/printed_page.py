"""What a page prints."""

import re

from herald_tools.report.opened_page import Opened

ORDINARY_PAGES = 10


def pages(opened: Opened) -> int:
    """The number of sheets of paper."""
    document = opened.page.pdf(format="A4")
    return len(re.findall(rb"/Type\s*/Page\b", document))


def check(opened: Opened) -> None:
    count = pages(opened)
    opened.expect(count <= ORDINARY_PAGES, f"prints {count} pages")
    # Playwright prints without the events that a person's print sends, so they are sent here.
    opened.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    opened.page.emulate_media(media="print")
    text = opened.page.locator("body").inner_text()
    for words in ("Prompts", "Events around revision", "not printed", "State after this event"):
        opened.expect(words in text, f"does not print: {words}")
    opened.expect("‹ before" not in text, "prints buttons")
    opened.page.emulate_media(media="screen")
    opened.page.evaluate("dispatchEvent(new Event('afterprint'))")
    opened.expect(opened.page.locator("#printed *").count() == 0, "keeps what it printed")
