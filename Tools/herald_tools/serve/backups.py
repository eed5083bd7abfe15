"""Backing a server up and restoring it: under load, killed, and without space."""

import json
import random
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from herald_tools.patience import PATIENCE
from herald_tools.serve.lines import stream
from herald_tools.serve.running import APP, Failed, Server, expect


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for backups."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def fill(server: Server, name: str, streams: int = 10) -> None:
    """Sends enough events for a copy to take a moment."""
    for n in range(streams):
        expect(server.send(stream(f"/i/{name}/{n}", 400)).status, 200, "sending")


def backs_up_under_load(server: Server) -> None:
    """A backup under load has what was acknowledged before it, verifies, and serves again."""
    acknowledged: dict[str, int] = {}
    stop = threading.Event()
    senders = [threading.Thread(target=_send, args=(server, f"/i/load/{n}", acknowledged, stop)) for n in range(3)]
    for sender in senders:
        sender.start()
    with scratch() as folder:
        try:
            for turn in range(3):
                _wait_for_all(senders, acknowledged)
                before = dict(acknowledged)
                backup = folder / f"backup {turn}"
                told = json.loads(server.command("backup", server.folder, "--to", backup))
                expect([app["name"] for app in told["apps"]], [APP], "the apps")
                ledger, heads = backup / "apps" / f"{APP}.sqlite", backup / "apps" / f"{APP}.heads.jsonl"
                server.command("audit", ledger, "--head", heads)
                kept = {line["source"]: line["revision"] for line in map(json.loads, heads.read_text().splitlines())}
                for source, revision in before.items():
                    if kept.get(source, 0) < revision:
                        raise Failed(f"{source} ends at {kept.get(source)}, and {revision} was acknowledged before")
        finally:
            stop.set()
            for sender in senders:
                sender.join()
        expect(backup.stat().st_mode & 0o077, 0, "who else may read the backup")
        server.command("restore", backup, "--to", folder / "again")
        with Server(server.herald, folder / "again", key=server.key, token=server.token) as restored:
            for source, revision in kept.items():
                if source.startswith("/i/load/"):
                    head = json.loads(restored.get(f"/v1/heads?source={source}").body)["head"]
                    expect(head, revision, f"the restored head of {source}")
            expect(restored.send(stream("/i/load/0", acknowledged["/i/load/0"])).status, 200, "sending all again")
            expect(restored.stop(), 0, "the status")


def _wait_for_all(senders: list[threading.Thread], acknowledged: dict[str, int]) -> None:
    """Waits until each sender has had more acknowledged than now."""
    before, until = dict(acknowledged), time.monotonic() + PATIENCE
    while len(acknowledged) < len(senders) or any(acknowledged[source] == before[source] for source in before):
        if time.monotonic() > until or not all(sender.is_alive() for sender in senders):
            raise Failed(f"those who send do not get on: {acknowledged}")
        time.sleep(0.01)


def _send(server: Server, source: str, acknowledged: dict[str, int], stop: threading.Event) -> None:
    revision = 1
    while not stop.is_set():
        answer = server.send(stream(source, 5, revision))
        expect(answer.status, 200, "sending")
        revision += 5
        acknowledged[source] = revision - 1


def killed_backups(server: Server, times: int = 6) -> None:
    """Killed at any moment, a backup is whole or not there, and the next one succeeds."""
    fill(server, "killed-backup")
    dice = random.Random(11)
    with scratch() as folder:
        start = time.monotonic()
        server.command("backup", server.folder, "--to", folder / "first")
        whole = time.monotonic() - start
        for turn in range(times):
            target = folder / f"{turn}"
            command = [str(server.herald), "backup", str(server.folder), "--to", str(target)]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                time.sleep(dice.uniform(0, whole))
                process.kill()
            if target.exists():
                server.command("restore", target, "--to", folder / f"of {turn}")
            else:
                server.command("backup", server.folder, "--to", target)
    expect(server.send(stream("/i/after-killed-backup", 2)).status, 200, "sending after that")


def full_disk(server: Server) -> None:
    """Without space nothing appears, and the server goes on."""
    fill(server, "full-disk")
    with scratch() as folder:
        small = folder / "small"
        small.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(small)], capture_output=True, check=False
        )
        if mounted.returncode != 0:
            print("  skipped: a file system in memory cannot be mounted here")
            return
        try:
            server.command("backup", server.folder, "--to", small / "backup", status=1)
            expect(sorted(small.iterdir()), [], "what a backup left")
            _fill_up(small / "filler")
            server.command("seal", server.folder, "--before", "2099-01-01T00:00:00Z", "--to", small / "s", status=1)
            expect(list((small / "s" / APP).glob("*")), [], "what a seal left to see")
        finally:
            subprocess.run(["umount", str(small)], check=True)
    expect(server.send(stream("/i/after-full-disk", 2)).status, 200, "sending after that")


def _fill_up(path: Path) -> None:
    """Takes all space that is left."""
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(b"0" * 4096)


CASES = [backs_up_under_load, killed_backups, full_disk]
