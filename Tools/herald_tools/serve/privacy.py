"""Users under pseudonyms, retention, packed policies, old clients, and the header that names a stream."""

import gzip
import hashlib
import json
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from herald_tools.serve.backups import scratch
from herald_tools.serve.lines import event, stream
from herald_tools.serve.proxies import POLICY
from herald_tools.serve.running import APP, Failed, Server, expect

_USER = "anna.example@example.com"
_LONG_AGO = "2020-01-01T00:00:00Z"


def stores_no_user(server: Server) -> None:
    """With pseudonyms no file has the user, the phone finds no contradiction, and the name still finds the phone."""
    with scratch() as folder:
        phone = folder / "phone.sqlite"
        with Server(server.herald, folder / "server", ["--pseudonymous-users", "all"]) as private:
            _phone(private, phone, "launch\nbackground\n")
            refused = private.send([json.dumps({"user": _USER}), f"no JSON of {_USER}"])
            expect(refused.status, 422, "lines that are no events")
            found = private.get(f"/v1/installations?query={_USER}").json()["installations"]
            expect([one["user"][:5] for one in found], ["user-"], "what the name finds")
            _phone(private, phone, "launch\nforeground\n")
            _forget_receipts(phone)
            _phone(private, phone, "background\n")
            private.command("backup", private.folder, "--to", folder / "backup")
            _changes_the_key(private)
            forgotten = private.request("POST", f"/v1/forget?user={_USER}&reason=asked")
            expect(forgotten.json()["replaced"] > 0, True, "whether the user's lines were changed")
            expect(private.stop(), 0, "the status")
            private.command("audit", private.ledger)
        expect(
            b"upload.contradicted" in private.command("export", phone), False, "whether the phone found another chain"
        )
        names = _with(_USER, [folder / "server", folder / "backup", folder / "server.log"])
        expect(names, [], "the files that have the user")


def _changes_the_key(server: Server) -> None:
    """Lines with a salt have the chain of a server that replaces nothing, and are recognized under another key."""
    data = {"properties": {"appPackageName": APP}, "user": _USER}
    lines = [event("/i/salted", n, "app.launched", data=data) for n in range(1, 5)]
    chain = server.send(lines[:2]).stream()["chain"]
    expect(chain, _chain(lines[:2]), "the chain over what was sent")
    expect(server.stop(), 0, "the status")
    (server.folder / "user-key").unlink()
    server.start()
    again = server.send(lines).stream()
    expect((again["duplicates"], again["stored"], again["chain"]), (2, 2, _chain(lines)), "what was sent again")


def _chain(lines: list[str]) -> str:
    """The chain over lines, revision by revision."""
    chain = bytes(32)
    for revision, line in enumerate(lines, 1):
        digest = hashlib.sha256(line.encode()).digest()
        chain = hashlib.sha256(b"herald2" + chain + revision.to_bytes(8, "big") + digest).digest()
    return chain.hex()


def _phone(server: Server, ledger: Path, steps: str) -> None:
    """A phone in a terminal takes steps, and sends what happened."""
    policy = ledger.with_name("policy.json")
    policy.write_text(json.dumps(POLICY))
    script = ledger.with_name("steps.txt")
    script.write_text(steps)
    address = f"http://127.0.0.1:{server.port}"
    words = ["run", "--policy", policy, "--ledger", ledger, "--user", _USER, "--script", script]
    properties = ["--property", f"appPackageName={APP}", "--property", "appVersionName=2.6"]
    server.command(*words, *properties, "--upload", address, "--app-key", server.key)
    source = server.command("export", ledger).splitlines()[-1]
    last = json.loads(source)
    head = server.get(f"/v1/heads?source={last['source']}").json()["head"]
    expect(head, last["revision"], "where the stream ends on the server")


def _forget_receipts(ledger: Path) -> None:
    """The phone sends everything again."""
    for path in ledger.parent.glob(f"{ledger.name}-uploads*"):
        path.unlink()


def _with(text: str, places: list[Path]) -> list[str]:
    files = [path for place in places for path in ([place] if place.is_file() else place.rglob("*")) if path.is_file()]
    return [path.name for path in files if text.encode() in path.read_bytes()]


def forgets_by_itself(server: Server) -> None:
    """A server with a retention forgets older events when it starts, and says so in its log and its journal."""
    with scratch() as folder, Server(server.herald, folder / "server") as kept:
        old = [event("/i/old", n, "app.launched", time=_LONG_AGO) for n in (1, 2)]
        expect(kept.send([*old, event("/i/old", 3)]).status, 200, "sending")
        expect(kept.stop(), 0, "the status")
        kept.options += ["--retention", "3 years"]
        kept.start()
        expect(_until(kept, lambda: _figure(kept, "herald_events_forgotten_total")), 2.0, "the figure")
        expect(kept.get("/v1/heads?source=/i/old").json()["head"], 3, "where the stream ends")
        expect(kept.stop(), 0, "the status")
        journal = kept.command("export", kept.ledger, "--journal").splitlines()
        told = [json.loads(line)["data"] for line in journal if b"ledger.forgot" in line]
        expect([(one["by"], one["reason"]) for one in told], [("herald serve", "retention of 3 years")], "the journal")
        expect(_LONG_AGO.encode() in kept.command("export", kept.ledger), False, "whether older events are there")
        kept.command("audit", kept.ledger)


def _until(server: Server, figure: Callable[[], float | None]) -> float | None:
    for _ in range(100):
        found = figure()
        if found is not None:
            return found
        server.get("/livez")
        time.sleep(0.05)
    raise Failed("the figure does not come")


def _figure(server: Server, name: str) -> float | None:
    lines = server.get("/metrics").body.decode().splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(f"{name}{{")), None)


def packs_policies(server: Server) -> None:
    """A policy is packed for those that ask for it, and either tag says that it is known."""
    path = f"/v1/policies/{APP}"
    document = json.dumps({**POLICY, "comment": "x" * 500}).encode()
    with scratch() as folder, Server(server.herald, folder / "server") as own:
        expect(own.request("PUT", path, document).status, 201, "publishing")
        plain, packed = own.get(path, token=None), own.get(path, token=None, headers={"Accept-Encoding": "gzip"})
        expect((plain.body, gzip.decompress(packed.body)), (document, document), "the documents")
        expect(packed.headers["content-encoding"], "gzip", "how it is packed")
        expect({answer.headers["vary"] for answer in (plain, packed)}, {"Accept-Encoding"}, "what it depends on")
        tags = [plain.headers["etag"], packed.headers["etag"]]
        expect(len(set(tags)), 2, "the number of tags")
        for accepted in ({}, {"Accept-Encoding": "gzip"}):
            for tag in tags:
                again = own.get(path, token=None, headers={"If-None-Match": tag, **accepted})
                expect((again.status, again.body, again.headers["etag"]), (304, b"", tag), "the policy again")
        replaced = own.request("PUT", f"{path}?dry-run", document, headers={"If-Match": tags[1]})
        expect(replaced.status, 200, "a trial")


def answers_old_clients(server: Server) -> None:
    """A client that speaks HTTP/1.0 gets its answers without chunks, and the end of the connection is their end."""
    expect(server.send(stream("/i/old-client", 3)).status, 200, "sending")
    for path in ("/v1/tables/events?format=jsonl", "/v1/heads", "/v1/openapi.json"):
        head, body = _old(server, path)
        expect(head.split(b"\r\n")[0], b"HTTP/1.0 200 OK", "the status line")
        expect(b"transfer-encoding" in head.lower(), False, "whether it is in chunks")
        expect(body, server.get(path).body, f"the body of {path}")
    with _asked(server, "/v1/live") as connection:
        begin = b""
        while b": live" not in begin:
            begin += connection.recv(4096)
        expect(begin.split(b"\r\n\r\n", 1)[1], b": live\n\n", "the beginning of the events")


def _asked(server: Server, path: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    connection.sendall(f"GET {path} HTTP/1.0\r\nAuthorization: Bearer {server.token}\r\n\r\n".encode())
    return connection


def _old(server: Server, path: str) -> tuple[bytes, bytes]:
    with _asked(server, path) as connection:
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


def shows_tokens_again(server: Server) -> None:
    """Where nobody saw the tokens of a first start, the next one makes others and shows them."""
    with scratch() as folder:
        first = Server(server.herald, folder / "server")
        words = [first.herald, "serve", "--data", first.folder, "--app", APP, "--listen", "127.0.0.1:0"]
        log = folder / "log"
        with (
            Path("/dev/full").open("wb") as full,
            log.open("wb") as errors,
            subprocess.Popen([*map(str, words)], stdout=full, stderr=errors) as process,
        ):
            while b"not shown" not in log.read_bytes():
                expect(process.poll(), None, "the status of a server that cannot show its tokens")
                time.sleep(0.05)
            process.kill()
        with first:
            expect(bool(first.key and first.token), True, "whether tokens are shown")
            expect(first.get("/v1/heads").status, 200, "the status with them")
            listed = first.command("token", "list", "--data", first.folder).splitlines()
            expect(len(listed), 4, "the number of tokens")
            shown = first.token
            first.stop()
            first.start()
            expect(first.token, shown, "the token after another start")


CASES = [stores_no_user, forgets_by_itself, packs_policies, answers_old_clients, shows_tokens_again]
