"""Sealing what a server has: segments that make the same ledger again, only added to, killed at any moment."""

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


def seals_and_imports(server: Server) -> None:
    """Segments make the same ledger again, and a later seal goes on behind the last one."""
    with scratch() as folder:
        sealed = folder / "sealed"
        for turn in range(3):
            # With a gap, as of a phone that went on behind a line that was refused for good.
            lines = stream("/i/sealed", 40, 41 * turn + 1)
            skips = {"Herald-Skip": f"{41 * turn}"} if turn > 0 else {}
            expect(server.send(lines, headers=skips).status, 200, "sending")
            told = seal(server, sealed)
            expect(len(told["segments"]), 1, "the new segments")
        expect(seal(server, sealed)["segments"], [], "segments of nothing new")
        check(server, sealed, 3)
        expect(same(server, sealed, folder / "again.sqlite"), True, "whether the ledger is the same")


def seals_before(server: Server) -> None:
    """A seal ends where the fewest events are on the wrong side of its time."""
    expect(server.send(stream("/i/before", 10)).status, 200, "sending")
    with scratch() as folder:
        early = seal(server, folder / "early", "2000-01-01T00:00:00Z")
        expect(early["segments"], [], "segments before there was any event")
        seal(server, folder / "all")
        expect(_count(server, folder / "all"), _events(server), "the events before the end")


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


def halfway(server: Server) -> None:
    """A crash between a manifest and its segment is made good by the next seal."""
    expect(server.send(stream("/i/halfway", 10)).status, 200, "sending")
    with scratch() as folder:
        sealed = folder / "sealed"
        told = seal(server, sealed)
        segment = sealed / APP / told["segments"][0]["segment"]
        segment.rename(sealed / ".sealing" / APP / segment.name)
        (sealed / ".sealing" / APP / "segment.part").write_bytes(b"half")
        expect(seal(server, sealed)["segments"], [], "new segments")
        expect(segment.exists(), True, "whether the segment appeared")
        expect(list((sealed / ".sealing" / APP).iterdir()), [], "what is left of the crash")


def other_ledgers(server: Server) -> None:
    """Another ledger, and one that forgot something, is not sealed behind the segments that are there."""
    expect(server.send([*stream("/i/to-forget", 10), *stream("/i/to-keep", 10)]).status, 200, "sending")
    with scratch() as folder:
        sealed = folder / "sealed"
        seal(server, sealed)
        with Server(server.herald, folder / "other") as other:
            expect(other.send(stream("/i/other", 3)).status, 200, "sending")
            other.command("seal", other.folder, "--before", ALL, "--to", sealed, status=2)
        server.stop()
        ledger = server.folder / "apps" / f"{APP}.sqlite"
        server.command("forget", ledger, "--installation", "/i/to-forget", "--reason", "a test", "--by", "me")
        server.start()
        server.command("seal", server.folder, "--before", ALL, "--to", sealed, status=2)
        seal(server, folder / "anew")
        again = folder / "again.sqlite"
        expect(same(server, folder / "anew", again), True, "whether the ledger is the same")
        server.command("audit", again)


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


def _events(server: Server) -> int:
    return len(lines_of(server, server.folder / "apps" / f"{APP}.sqlite"))


def _count(server: Server, sealed: Path) -> int:
    return sum(json.loads(path.read_text())["events"] for path in (sealed / APP).glob("*.manifest.json"))


CASES = [seals_and_imports, seals_before, killed_seals, halfway, other_ledgers]
