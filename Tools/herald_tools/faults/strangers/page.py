"""A page of another site in Chromium, where somebody is signed in to a server: it sends forms to that server.

It reads what to send from standard input, and prints how many forms it sent. It runs with the packages of the browser,
which the campaign itself does without.
"""

import html
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import sync_playwright

from herald_tools.patience import PAGE_PATIENCE
from herald_tools.report.browser import chromium


def _written(order: dict[str, str], path: str, fields: dict[str, str]) -> str:
    inputs = "".join(
        f'<input type=hidden name="{name}" value="{html.escape(value, quote=True)}">' for name, value in fields.items()
    )
    form = f'<form method=post action="{html.escape(order["address"] + path)}">{inputs}<button>Win</button></form>'
    return f"<!doctype html><meta name=referrer content={order['referrer']}><title>Prize</title>{form}"


def _served(pages: list[str]) -> ThreadingHTTPServer:
    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            number = self.path.strip("/")
            body = pages[int(number)].encode() if number.isdigit() else b""
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *values: object) -> None:
            """Says nothing."""

    site = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    return site


def main() -> int:
    order = json.load(sys.stdin)
    pages = [_written(order, path, fields) for path, fields in order["forms"]]
    site = _served(pages)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(PAGE_PATIENCE * 1000)
        page.goto(order["address"] + "/")
        page.fill("#token", order["token"])
        page.get_by_role("button", name="Sign in").click()
        page.locator("header.desk form, .top").first.wait_for()
        for number in range(len(pages)):
            page.goto(f"http://{order['host']}:{site.server_port}/{number}")
            with page.expect_response(lambda response: response.request.method == "POST"):
                page.get_by_role("button", name="Win").click()
        browser.close()
    print(len(pages))
    return 0
