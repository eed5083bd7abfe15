"""Installations to look at: one of hostile texts, a long one, one in use for weeks."""

from collections.abc import Callable

from herald_tools.fleets.log_lines import TimedLine
from herald_tools.fleets.script import MINUTE, Script, policy, rule

HOSTILE = (
    '</script><script>alert(1)</script><img src=x onerror=alert(2)>"\u0301 onmouseover=alert(3) '
    "\u202egnp.exe\u2028\u2029\u0000\u2066<!--]]>&amp;{{evil}}${1}"
)
_DAY, _PAUSE = 1440 * MINUTE, 90 * MINUTE


class Scripted:
    """A fleet whose installations all follow one script, each under its own name."""

    def __init__(self, seed: str, first_day: str, write: Callable[[Script], None], name: str) -> None:
        self.seed, self.first_day, self.name = seed, first_day, name
        self._write = write

    def installation(self, number: int) -> list[TimedLine]:
        script = Script(f"{self.name}{self.seed}-{number}", self.first_day)
        self._write(script)
        return script.log.lines


def hostile(script: Script) -> None:
    """Every text that an event can have says what a page must not do."""
    script.launch("1.0", deviceModel="x" + HOSTILE, constructor=HOSTILE, __proto__="polluted")
    script.fetch(
        policy(
            rule(
                HOSTILE,
                targetVersion="2.0",
                skippable=True,
                filters={"deviceModel": HOSTILE + ",*"},
                descriptions={"en": {"title": HOSTILE, "message": HOSTILE}},
            )
        )
    )
    script.prompt("update:" + HOSTILE, "optional", HOSTILE)
    script.add("operation.attempted", {"operation": HOSTILE})
    script.add("push.received", {"kind": HOSTILE, "url": "javascript:alert(5)", "targetVersion": HOSTILE})
    script.add("other." + HOSTILE, {"x": HOSTILE})
    script.prompt("update:" + HOSTILE, "optional", "later")
    script.add("app.foregrounded")


def long(script: Script, events: int = 10_000) -> None:
    """Many events, most of them equal to the one before."""
    script.launch("1.0")
    script.fetch(
        policy(rule(1, targetVersion="2.0", displayPeriodInHours=24), rule(2, filters={"deviceOsName": "ios"}))
    )
    script.prompt("update:1", "optional", "later")
    while len(script.log.lines) < events:
        script.add("app.foregrounded")
        script.add("app.backgrounded")


def life(script: Script, events: int = 10_000) -> None:
    """A device in use for weeks: launches, documents, prompts with answers, some not as decided, returns."""
    script.step, uses = 0, 0
    while len(script.log.lines) < events:
        day = script.at // _DAY
        script.launch(f"1.{day // 30}", deviceModel="Pixel 8", deviceOsName="android")
        script.at += _PAUSE
        script.fetch(
            policy(
                rule(1, targetVersion="9.0", displayPeriodInHours=20, filters={"deviceLanguage": "en*"}),
                rule(f"only-{day // 14}", targetVersion="9.0", filters={"deviceOsName": "ios"}),
            )
        )
        script.at += _PAUSE
        if uses % 2:
            script.add("operation.attempted", {"operation": "pay"})
        else:
            script.prompt("update:1" if day % 7 else "update:only-0", "optional", "later")
        for type in ("app.backgrounded", "app.foregrounded") * 2:
            script.at += _PAUSE
            script.add(type)
        script.at += _PAUSE
        uses += 1
    del script.log.lines[events:]
