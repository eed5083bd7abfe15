"""A forgetting is broken: all of it is done or nothing, and what was forgotten does not come back."""

import json
import random

from herald_tools.faults import logs, stored
from herald_tools.faults.deeds import Deed
from herald_tools.faults.world import World, expect
from herald_tools.json_types import JSONObject

_INSTALLATION, _USER, _PROPERTY, _VALUE = "/i/victim-7f3a", "u-victim-81c2", "x-victim-name", "victim-value-55d0"


class Forget(Deed):
    name = "forget"

    def __init__(self, world: World, dice: random.Random) -> None:
        super().__init__(world, dice)
        events = [json.loads(line) for line in logs.some_lines(dice)]
        self.kind = dice.choice(["installation", "user", "property", "before"])
        self.options = _name_victims(events, self.kind, dice)
        self.before = [json.dumps(event, separators=(",", ":")).encode() for event in events]
        self.log = world.folder / "log.jsonl"
        self.log.write_bytes(logs.text(self.before))
        self.nothing = world.folder / "nothing.jsonl"
        self.nothing.write_bytes(b"")
        command = ["append", "--ledger", str(world.ledger)]
        if dice.random() < 0.5:
            command = ["import", str(self.log), "--ledger", str(world.ledger)]
        taken = world.run(*command, input=b"" if command[0] == "import" else self.log.read_bytes())
        expect(taken.status == 0, f"the {command[0]} ended with {taken.status}: {taken.errors[-600:]}")
        self.after, self.gone = self._forget_elsewhere()

    @property
    def arguments(self) -> list[str]:
        return self._arguments(str(self.world.ledger))

    def _arguments(self, ledger: str) -> list[str]:
        return ["forget", ledger, *self.options, "--reason", "asked"]

    def _forget_elsewhere(self) -> tuple[set[tuple[str, str]], list[bytes]]:
        """The events that a forgetting leaves, and the byte strings that it erases."""
        folder = self.world.folder / "elsewhere"
        folder.mkdir()
        ledger = folder / "l.sqlite"
        self.world.run("import", self.log, "--ledger", ledger)
        run = self.world.run(*self._arguments(str(ledger)))
        left = [line for line in self.world.run("export", ledger).lines if not _is_notice(line)]
        # A user or a property that no event has is said with status 2.
        is_unmet = self.kind in ("user", "property") and set(left) == set(self.before)
        expect(run.status == (2 if is_unmet else 0), f"the forgetting ended with {run.status}: {run.errors[-600:]}")
        kept = set(left)
        gone = [_salt(line) for line in self.before if line not in kept]
        if self.kind != "before" and gone:
            gone += [name.encode() for name in (_INSTALLATION, _USER, _PROPERTY, _VALUE)]
        return {logs.identity(line) for line in left}, gone

    def check_crash(self, output: bytes, has_ended: bool, thorough: bool) -> None:
        self._check_whole(has_ended, thorough)
        if has_ended:
            self._check_erased()

    def _check_whole(self, must_be_done: bool, thorough: bool) -> bool:
        """Whether the forgetting is done, and not only a part of it."""
        lines = stored.read(self.world, checks_chain=False).lines
        if thorough:
            run = self.world.run("export", self.world.ledger)
            expect(run.status == 0, f"an export ended with {run.status}: {run.errors[-600:]}")
            exported = [line for line in run.lines if not _is_notice(line)]
            expect(exported == lines, f"an export has {len(exported)} events, and SQLite finds {len(lines)}")
        is_before = lines == self.before
        if not self.gone:
            expect(is_before, "nothing was to be forgotten, and something is")
            return True
        expect(not (must_be_done and is_before), "a forgetting that was said to be done is not")
        if not is_before:
            expect({logs.identity(line) for line in lines} == self.after, "half of a forgetting is done")
            text = b"\n".join(lines)
            expect(not any(name in text for name in self.gone), "half of a forgetting is done: a line has a name")
        return not is_before

    def _check_erased(self) -> None:
        left = stored.names_in_files(self.world.files, self.gone)
        expect(not left, f"what was forgotten is still in the files: {left[:3]}")

    def do_again(self, thorough: bool) -> None:
        """The next writer, of any kind, erases what a crash left. Where nothing was forgotten, it is done again."""
        failed = self.world.do("append", self.nothing)
        expect(not failed, f"the next append failed: {failed}")
        if not self._check_whole(False, thorough=False):
            super().do_again(thorough)

    def check_end(self, thorough: bool) -> None:
        self._check_whole(True, thorough)
        self._check_erased()
        if not thorough:
            return
        audit = self.world.run("audit", self.world.ledger, "--format", "json")
        expect(audit.status in (0, 2) and b'"chain":"intact"' in audit.output, f"the audit: {audit.output[-300:]!r}")
        if self.gone:
            self._import_backup()

    def _import_backup(self) -> None:
        """An old backup does not bring back what was forgotten."""
        self.world.run("import", self.log, "--ledger", self.world.ledger, "--skip-invalid")
        expect(self._check_whole(True, thorough=True), "a backup brought back what was forgotten")


def _name_victims(events: list[JSONObject], kind: str, dice: random.Random) -> list[str]:
    """Gives every event its salt and puts names into the log that occur nowhere else. Returns the options for them."""
    for event in events:
        event["salt"] = (
            "".join(dice.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", k=21)) + "A"
        )
    if kind == "before":
        times = sorted(str(event["time"]) for event in events if event.get("time"))
        return ["--before", dice.choice(times)]
    if kind == "installation":
        source = dice.choice(events)["source"]
        for event in events:
            if event["source"] == source:
                event["source"] = _INSTALLATION
        return ["--installation", _INSTALLATION]
    for event in events:
        data = event.get("data")
        if event["type"] != "app.launched" or not isinstance(data, dict) or dice.random() < 0.3:
            continue
        if kind == "user":
            data["user"] = _USER
        elif isinstance(properties := data.get("properties"), dict):
            properties[_PROPERTY] = _VALUE
    return ["--user", _USER] if kind == "user" else ["--property", _PROPERTY]


def _is_notice(line: bytes) -> bool:
    return b'"type":"ledger.forgotten"' in line


def _salt(line: bytes) -> bytes:
    return str(json.loads(line)["salt"]).encode()
