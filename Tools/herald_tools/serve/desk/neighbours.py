"""Forms that a page of another port posts with the cookie of somebody here: to browsers it is the same site."""

import contextlib
import html
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from herald_tools.serve.desk.filled import BANK
from herald_tools.serve.desk.tab import Tab
from herald_tools.serve.running import APP

_POLICIES = ("no-referrer", "origin", "same-origin", "unsafe-url")
_FORGETTING = {"kind": "before", "name": "2030-01-01", "again": "2030-01-01T00:00:00Z", "reason": "r", "do": "forget"}
# Each target with its fields and the status that it answers with.
_FORMS: list[tuple[str, dict[str, str], int]] = [
    (f"/policies?app={BANK}", {"do": "publish", "tag": "", "override": "r", "document": '{"updates":[]}'}, 403),
    (f"/forget?app={APP}", _FORGETTING, 403),
    (f"/v1/forget?app={APP}&before=2030-01-01T00:00:00Z&reason=r", {}, 401),
    (f"/v1/events?app={APP}", {"x": "y"}, 401),
    ("/sign-out", {}, 403),
]


def neighbours(tab: Tab) -> None:
    """Forms of a neighbour are refused, and the person stays signed in."""
    tab.sign_in(tab.desk.everything)
    for policy in _POLICIES:
        for path, fields, status in _FORMS:
            with _page(policy, tab.desk.address + path, fields) as address:
                page = tab.context.new_page()
                page.goto(address)
                with page.expect_navigation() as led:
                    page.locator("button").click()
                found = led.value.status if led.value else 0
                tab.expect(found == status, f"a form of {policy} to {path} is answered with {found}")
                page.close()
    tab.go(f"/search?app={BANK}")
    tab.expect(tab.page.locator("#query").count() == 1, "a neighbour signed somebody out")


@contextlib.contextmanager
def _page(policy: str, target: str, fields: dict[str, str]) -> Iterator[str]:
    """The address of a page with a form."""
    inputs = "".join(f'<input name="{name}" value="{html.escape(value)}">' for name, value in fields.items())
    text = (
        f'<!doctype html><meta name="referrer" content="{policy}"><form method="post" action="{html.escape(target)}">'
        f"{inputs}<button>x</button></form>"
    ).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
