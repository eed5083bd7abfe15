"""Waits for what a page does, however busy the machine is, and not for a time."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, TimeoutError


@contextmanager
def new_page(page: Page) -> Iterator[None]:
    """Waits for the page that something leads to. After a click alone, the page before may still be there."""
    # Its own end of loading must not be taken for the next page's.
    page.wait_for_load_state()
    with page.expect_event("load"):
        yield


def comes(target: Locator) -> bool:
    """Waits until something is part of the page; false where it never comes."""
    try:
        target.first.wait_for(state="attached")
    except TimeoutError:
        return False
    return True
