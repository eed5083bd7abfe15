"""Sealing what a server has, killed at any moment: segments that make the same ledger again, and are only added to."""

import hashlib
import json
import random
import subprocess
import time
from pathlib import Path

from herald_tools.serve.backups import fill, scratch
from herald_tools.serve.lines import stream
from herald_tools.serve.running import APP, Server, expect

# Later than all events.
ALL = "2099-01-01T00:00:00Z"


def killed_seals(server: Server, times: int = 8) -> None:
    """Killed at any moment, a seal leaves segments that the next one goes on behind."""
    fill(server, "killed-seal", 4)
    dice = random.Random(13)
    with scratch() as folder:
        start = time.monotonic()
        seal(server, folder / "first")
        whole = time.monotonic() - start
        sealed = folder / "sealed"
        for turn in range(times):
            command = [str(server.herald), "seal", str(server.folder), "--before", ALL, "--to", str(sealed)]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                time.sleep(dice.uniform(0, whole))
                process.kill()
            expect(server.send(stream("/i/killed-seals", 20, 20 * turn + 1)).status, 200, "sending")
        seal(server, sealed)
        check(server, sealed, None)
        expect(same(server, sealed, folder / "again.sqlite"), True, "whether the ledger is the same")


def seal(server: Server, target: Path, before: str = ALL) -> dict[str, list[dict[str, str]]]:
    """Seals what a server has; returns what the command says about the only app."""
    told = server.command("seal", server.folder, "--before", before, "--to", target)
    found: dict[str, list[dict[str, str]]] = json.loads(told)
    return found


def check(server: Server, sealed: Path, count: int | None) -> None:
    """Looks at the chain of manifests, at the digests, and at what a ledger says to the last one's heads."""
    manifests = sorted((sealed / APP).glob("*.manifest.json"))
    segments = sorted((sealed / APP).glob("*.zst"))
    if count is not None:
        expect(len(manifests), count, "the manifests")
    previous, last = None, 0
    expected = []
    for number, path in enumerate(manifests, 1):
        manifest = json.loads(path.read_text())
        expect(
            (manifest["number"], manifest["previous"], manifest["first"] > last), (number, previous, True), path.name
        )
        segment = path.parent / manifest["segment"]
        content = segment.read_bytes()
        expect(manifest["sha256"], hashlib.sha256(content).hexdigest(), "the digest of a segment")
        expect(manifest["bytes"], len(content), "the size of a segment")
        expected.append(segment)
        previous, last = hashlib.sha256(path.read_bytes()).hexdigest(), manifest["last"]
    expect(segments, expected, "the segments")
    server.command("audit", server.folder / "apps" / f"{APP}.sqlite", "--head", manifests[-1])


def same(server: Server, sealed: Path, ledger: Path) -> bool:
    """Whether importing the segments makes the ledger that the server has."""
    # A phone that went on behind a line that was refused left a gap.
    server.command("import", "--partial", *sorted((sealed / APP).glob("*.zst")), "--ledger", ledger)
    served = server.folder / "apps" / f"{APP}.sqlite"
    return lines_of(server, served) == lines_of(server, ledger) and _heads(server, served) == _heads(server, ledger)


def lines_of(server: Server, ledger: Path) -> list[bytes]:
    """The lines of the phones in a ledger."""
    lines = server.command("export", ledger).splitlines()
    return [line for line in lines if b"herald.forgotten" not in line and b"urn:herald" not in line]


def _heads(server: Server, ledger: Path) -> list[bytes]:
    return [line for line in server.command("export", ledger, "--heads").splitlines() if b'"source":"/i/' in line]


CASES = [killed_seals]
