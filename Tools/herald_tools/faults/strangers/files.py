"""Files that are removed, replaced, locked, damaged, or whose names collide: one bad app stops no other."""

import contextlib
import json
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from herald_tools.faults.strangers.scene import Scene, get
from herald_tools.faults.strangers.speech import BOUND, expect_explained
from herald_tools.faults.world import expect
from herald_tools.serve.lines import stream
from herald_tools.serve.running import APP, Server

_OTHER = "com.example.other"


def _token(server: Server, role: str, app: str) -> str:
    words = ("token", "new", "--data", server.folder, "--role", role, "--app", app, "--name", role, "--format", "json")
    return str(json.loads(server.command(*words))["token"])


def _ledger(server: Server, app: str) -> Path:
    return server.folder / "apps" / f"{app}.sqlite"


def _until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + BOUND
    while not holds():
        expect(time.monotonic() < end, f"{what}, not within {BOUND:.0f} s")
        time.sleep(0.05)


def a_ledger_that_goes(scene: Scene) -> None:
    """A ledger is removed or replaced while it is open: nothing is acknowledged for it, and all goes on later."""
    server = scene.server
    token = _token(server, "append", _OTHER)
    life = stream("/i/other", 30)
    sent = server.send([life[0]], token=token)
    expect(sent.status == 200, f"an app of a new token is not served: {sent.status} {sent.body[:300]!r}")
    own = {"Herald-Stream": str(sent.stream()["token"])}
    place, away = _ledger(server, _OTHER), scene.world.folder / "away"
    place.rename(away)
    how = scene.dice.choice(["removed", "replaced by nothing", "replaced by another", "replaced by a copy"])
    if how == "replaced by nothing":
        place.touch()
    elif how == "replaced by another":
        shutil.copy(server.ledger, place)
    elif how == "replaced by a copy":
        shutil.copy(away, place)

    def is_noticed() -> bool:
        return get(server, "/readyz") == 503

    _until(is_noticed, f"a ledger that is {how} makes nothing unready")
    answer = server.send([life[1]], token=token, headers=own)
    expect(answer.status == 503, f"with its ledger {how}, an append is answered with {answer.status}")
    scene.expect_service()
    place.unlink(missing_ok=True)
    away.rename(place)
    _until(lambda: get(server, "/readyz") == 200, f"a ledger that was {how} and is back is not ready")
    answer = server.send(life[:4], token=token, headers=own)
    expect(answer.status == 200, f"with its ledger back, an append is answered with {answer.status}")
    scene.expect_service()
    lines = server.command("export", place).decode().splitlines()
    expect(lines == life[:4], f"the ledger that was {how} has {len(lines)} events, and 4 were acknowledged")
    scene.world.count("ledgers that went")


@contextlib.contextmanager
def _locked(path: Path, how: str) -> Iterator[None]:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=BOUND)) as other:
        other.execute(f"BEGIN {how}")
        yield
        other.execute("ROLLBACK")


def locked_tokens(scene: Scene) -> None:
    """Somebody else locks the file of the tokens: who is known is served as before."""
    with _locked(scene.server.folder / "server.sqlite", scene.dice.choice(["EXCLUSIVE", "EXCLUSIVE", "IMMEDIATE"])):
        # A server that waits for the lock answers too, but not so often.
        scene.expect_service(rounds=20)
    scene.expect_service()
    scene.world.count("locks")


def locked_ledger(scene: Scene) -> None:
    """Somebody else locks a ledger: its phones wait, others and the probe do not, and nothing is lost."""
    server = scene.server
    token = _token(server, "append", _OTHER)
    life = stream("/i/other", 6)
    sent = server.send([life[0]], token=token)
    own = {"Herald-Stream": str(sent.stream()["token"])}
    kind = scene.dice.choice(["IMMEDIATE", "EXCLUSIVE"])
    with _locked(scene.server.ledger, kind):
        scene.expect_service(phones=False, rounds=20)
        other = server.send([life[1]], token=token, headers=own)
        expect(other.status == 200, f"another app's append is answered with {other.status} beside a locked ledger")
    scene.expect_service()
    scene.world.count("locks")


def names_that_collide(scene: Scene) -> None:
    """Apps whose names are those of files of another one, or differ in case: each is refused, or has its own."""
    server = scene.server
    names = [
        f"{APP}.search",
        f"{APP}.arrivals",
        APP.upper(),
        "com.Example.Shop",
        f"{APP}-wal",
        f"{APP}.sqlite",
        "server",
    ]
    served: dict[str, list[str]] = {}
    scene.dice.shuffle(names)
    for name in names:
        words = ("token", "new", "--data", server.folder, "--role", "append", "--app", name, "--name", "n")
        run = scene.world.run(*map(str, words), "--format", "json")
        if run.status != 0:
            run.expect_explained(f"a token for {name}")
            continue
        life = stream(f"/i/{name}", 3)
        sent = server.send(life, token=str(json.loads(run.output)["token"]))
        if sent.status in (400, 409, 422):
            expect_explained(sent, f"an append to {name}")
            continue
        expect(sent.status == 200, f"an append to {name} is answered with {sent.status}: {sent.body[:300]!r}")
        served[name] = life
        scene.expect_service(rounds=1)
    scene.stop_phones()
    scene.probe.stop()
    expect(server.stop() == 0, "the server does not end with 0")
    server.start()
    expect(get(server, "/readyz") == 200, f"the server is not ready with {sorted(served)}")
    for name, life in served.items():
        lines = server.command("export", _ledger(server, name)).decode().splitlines()
        expect(lines == life, f"{name} has {len(lines)} events, and {len(life)} were acknowledged")
    scene.world.count("names that collide", len(names))


def a_damaged_ledger(scene: Scene) -> None:
    """A ledger, or a file beside it, is damaged when the server starts: the other apps are served."""
    server = scene.server
    token = _token(server, "append", _OTHER)
    sent = server.send(stream("/i/other", 6), token=token)
    expect(sent.status == 200, f"an app of a new token is not served: {sent.status}")
    scene.stop_phones()
    scene.probe.stop()
    expect(server.stop() == 0, "the server does not end with 0")
    folder = scene.dice.choice(["apps", "apps", "search", "arrivals"])
    place = server.folder / folder / f"{_OTHER}.sqlite"
    content = bytearray(place.read_bytes())
    how = scene.dice.choice(["its head", "cut", "empty text", "another application", "a folder"])
    if how == "its head":
        content[:100] = scene.dice.randbytes(100)
    elif how == "cut":
        del content[scene.dice.randint(1, len(content) - 1) :]
    elif how == "empty text":
        content = bytearray(b"not a ledger\n" * 200)
    elif how == "another application":
        content[68:72] = b"ABCD"
    place.unlink()
    if how == "a folder":
        place.mkdir()
    else:
        place.write_bytes(content)
    server.start()
    scene.resume_phones()
    answer = server.send(stream("/i/other", 6), token=token)
    expect(
        answer.status in (200, 500, 503),
        f"an app with a damaged file ({folder}, {how}) is answered with {answer.status}",
    )
    scene.probe = type(scene.probe)(server)
    scene.probe.start()
    scene.expect_service()
    scene.world.count("damaged ledgers")
