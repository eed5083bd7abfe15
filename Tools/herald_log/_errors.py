"""The program's errors."""

from __future__ import annotations

import re


class HeraldError(Exception):
    """A log or question that the program refuses, in the program's own words.

    `code` is a word that `herald explain-code` explains; or `usage` where the program does not take an argument,
    `noProgram` where it is not there, `ended` where it stopped without a word. `what` is what happened, `where` the
    file with its line, or the option, if there is one; then `why`, and the `fix`.
    """

    code: str
    what: str
    where: str | None
    why: str
    fix: str

    def __init__(self, code: str, what: str, where: str | None, why: str, fix: str) -> None:
        super().__init__(code, what, where, why, fix)
        self.code, self.what, self.where, self.why, self.fix = code, what, where, why, fix

    def __str__(self) -> str:
        place = f"\n  at  {self.where}" if self.where else ""
        return f"error[{self.code}]: {self.what}{place}\n  why {self.why}\n  fix {self.fix}"


def read_error(said: str, status: int, command: str) -> HeraldError:
    """The error that a command printed before it ended: the first one, of several."""
    lines = said.splitlines()
    for at, line in enumerate(lines):
        if found := _HEAD.fullmatch(line):
            return _finding(found[1], found[2], lines[at + 1 :])
        if line.startswith("Error: "):
            return _usage(line.removeprefix("Error: "), lines[at + 1 :], command)
    ended = f"signal {-status} ended it" if status < 0 else f"it ended with status {status}"
    return HeraldError(
        "ended", f"`herald {command}` did not answer.", None, f"{ended}: {said.strip() or 'it said nothing'}", _REPORT
    )


_HEAD = re.compile(r"error\[(\w+)\]: (.*)")
_REPORT = "run it by hand, and report what it says to those who make Herald"


def _finding(code: str, what: str, rest: list[str]) -> HeraldError:
    """The error of these lines. Between them may be a part of a document, with a mark under the place."""
    parts: dict[str, str] = {}
    for line in rest:
        if _HEAD.fullmatch(line):
            break
        for name in ("at", "why", "fix"):
            if line.startswith(f"  {name:3} "):
                parts.setdefault(name, line[6:])
    return HeraldError(code, what, parts.get("at"), parts.get("why", ""), parts.get("fix", ""))


def _usage(what: str, rest: list[str], command: str) -> HeraldError:
    """The error about an argument. What was written, with a mark below it, help and the program's usage follow it."""
    option = re.search(r"'(--[\w-]+) <[^']*>'", what)
    helping = [line for line in rest if line[:1] not in ("", " ") and not line.startswith(("Help:", "Usage:"))]
    fix = " ".join(helping) or f"see `herald help {command}`"
    return HeraldError("usage", what, option and option[1], f"`herald {command}` does not take this argument", fix)
