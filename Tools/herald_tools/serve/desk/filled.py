"""A server with something to look at: several apps, a dozen logs, hostile texts, refused lines, tokens of each kind."""

import json
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

from herald_tools.fleets.script import MINUTE, Script, policy, rule
from herald_tools.paths import ROOT
from herald_tools.patience import PATIENCE
from herald_tools.serve.running import APP, Failed, Server

BANK = "com.example.banco"
EMPTY = "com.example.empty"
# An installation with prompts, the revision of a decision that showed one, and of one that showed nothing.
SAMPLE, SHOWS, SILENT = "/installations/aa10c4e9", 10, 9
# One whose clock and whose way to the server had every trouble.
TROUBLED = "/installations/troubled"
_BANK_LOGS = (
    "message/three-times-a-week-apart",
    "message/language-falls-back",
    "log/bad-lines-left-out",
    "log/with-gaps",
    "push/for-another-user",
    "push/shown-at-login",
    "refused/not-json-in-the-middle",
    "deadline/optional-until-the-first-of-december",
    "documents/html-instead-of-json",
    "documents/edited-by-hand",
    "session/*",
    "clock/traveller-changes-zone",
)
SCRIPT = "<script>alert(1)</script>"
# What an installation may be called. Its pages show the name as text, and links to them lead to it.
HOSTILE_SOURCES = (
    SCRIPT,
    '"\'><img src=x onerror=alert(2)> "\u0301 onmouseover=alert(3) x="',
    "\u202egnp.exe\u2066 bidi \u200f\u061c",
    "a/../b?x=1&app=other#r9 100% +plus+ %2F%00 {{evil}} ${1} \\",
    "javascript:alert(4)",
    "</textarea></title></style><svg onload=alert(5)>",
    "REVISION{revision}",
    "s" * 2_000,
)
HOSTILE_USER = "😀 Zoë </td><script>alert(6)</script>"


class Desk:
    """The server and its tokens."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.everything = server.token
        self.reader = self.token("read", BANK, "Support desk")
        self.shop_reader = self.token("read", APP, "Shop's desk")
        self.empty_reader = self.token("read", EMPTY, "A desk without work")
        self.publisher = str(self._made("read", EMPTY, "Release manager", "--role", "publish")["token"])
        self.bank_publisher = str(self._made("read", BANK, "Release manager", "--role", "publish")["token"])
        self.forgetter = str(self._made("read", APP, "Forgetting", "--role", "forget")["token"])
        # A token is not made with an end that is over, so this one ends while the server is filled.
        soon = (datetime.now(timezone.utc) + timedelta(seconds=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.expired = self.token("read", BANK, "Ends at once", "--expires", soon)
        self.sender = self.token("append", BANK, "An app")
        self._fill()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def token(self, role: str, app: str, name: str, *more: str) -> str:
        return str(self._made(role, app, name, *more)["token"])

    def passing_token(self) -> tuple[str, Callable[[], object]]:
        """A token, and what revokes it."""
        made = self._made("read", BANK, "Passing")
        return made["token"], lambda: self.server.command("token", "revoke", "--data", self.server.folder, made["id"])

    def wait_for_end(self, token: str) -> None:
        """Waits until a token that ended is refused: the server may accept it for a moment."""
        until = time.monotonic() + PATIENCE
        while self.server.get(f"/v1/heads?app={BANK}", token=token).status != 401:
            if time.monotonic() > until:
                raise Failed("a token that ended is still accepted")
            time.sleep(0.05)

    def _made(self, role: str, app: str, name: str, *more: str) -> dict[str, str]:
        words = ("token", "new", "--data", self.server.folder, "--role", role, "--app", app, "--name", name, *more)
        made: dict[str, str] = json.loads(self.server.command(*words))
        return made

    def _fill(self) -> None:
        to_bank = self.token("import", BANK, "Logs by mail")
        for pattern in _BANK_LOGS:
            for log in sorted((ROOT / "Events").glob(f"{pattern}/log.jsonl")):
                _send(self.server, log.read_bytes(), to_bank)
        to_shop = self.token("import", APP, "Logs by mail")
        for source in HOSTILE_SOURCES:
            _send(self.server, hostile_log(source).text.encode(), to_shop)
        _send(self.server, f'{{"source":"{SCRIPT}","id":{SCRIPT}\n'.encode(), to_shop)
        _send_troubled(self.server, to_bank)
        _publish(self.server, policy(rule(1, appVersionFilter="<99"), packageName=BANK))


def _send(server: Server, lines: bytes, token: str, **headers: str) -> None:
    """Sends a log. Some of its lines may be refused."""
    answer = server.send(lines, token=token, headers={name.replace("_", "-"): text for name, text in headers.items()})
    if answer.status >= 500:
        raise Failed(f"a log was answered with {answer.status}: {answer.body[:300]!r}")


def send_log(server: Server, log: Script, token: str, app: str) -> None:
    """Sends all lines of a log."""
    answer = server.request("POST", f"/v1/events?app={app}", log.text.encode(), token=token)
    if answer.status != 200:
        raise Failed(f"a log was answered with {answer.status}: {answer.body[:300]!r}")


def _send_troubled(server: Server, token: str) -> None:
    """A gap, a refused line, a clock that was set back, and a phone that says that the server lost events."""
    log = Script(TROUBLED)
    log.launch("9.0")
    log.fetch(policy())
    log.add("app.backgrounded")
    log.at, log.step = MINUTE, 0
    log.add("app.foregrounded")
    _send(server, log.text.encode(), token, Herald_Sent="2026-03-01T00:05:00+01:00")
    log.add("app.backgrounded")
    log.add("app.backgrounded")
    data = {"url": "https://herald.example.com", "source": TROUBLED, "server": {"head": 2}, "own": {"head": 4}}
    log.add("upload.contradicted", data)
    _send(server, log.lines[6].encode(), token, Herald_Skip="5,6", Herald_Sent="2026-03-01T00:06:00+01:00")
    _send(server, f'{{"specversion":"1.0","source":"{TROUBLED}","id":"bad","type":7,"revision":8}}\n'.encode(), token)


def _publish(server: Server, document: str) -> None:
    headers = {"Herald-Override": "to have something to look at"}
    answer = server.request("PUT", f"/v1/policies/{BANK}", document.encode(), headers=headers, kind="application/json")
    if answer.status not in (200, 201):
        raise Failed(f"a policy was answered with {answer.status}: {answer.body[:300]!r}")


def hostile_log(source: str) -> Script:
    """A life of hostile texts: a prompt is shown, another one is not."""
    log = Script(source)
    log.launch("1.0", deviceModel=f"x{SCRIPT}", deviceOsName="</td>", constructor=SCRIPT)
    log.add("user.changed", {"user": HOSTILE_USER})
    log.fetch(policy(rule(f"{SCRIPT}'\"", appVersionFilter="<2"), rule("../&not=x#%", appVersionFilter="<1")))
    log.prompt(f"update:{SCRIPT}'\"", "optional", "later")
    log.add("app.backgrounded")
    return log
