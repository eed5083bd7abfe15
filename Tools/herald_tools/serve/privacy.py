"""A phone whose user is stored under a pseudonym."""

import json
from pathlib import Path

from herald_tools.serve.backups import scratch
from herald_tools.serve.lines import event
from herald_tools.serve.proxies import POLICY
from herald_tools.serve.running import APP, Server, expect

_USER = "anna.example@example.com"
_SOURCE = "/installations/phone"


def stores_no_user(server: Server) -> None:
    """With pseudonyms no file has the user, the phone finds no contradiction, and the name still finds the phone."""
    with scratch() as folder:
        phone = folder / "phone.sqlite"
        with Server(server.herald, folder / "server", ["--pseudonymous-users", "all"]) as private:
            _begin(private, phone)
            _phone(private, phone, "launch\nbackground\n")
            refused = private.send([json.dumps({"user": _USER}), f"no JSON of {_USER}"])
            expect(refused.status, 422, "lines that are no events")
            found = private.get(f"/v1/installations?query={_USER}").json()["installations"]
            expect([one["user"][:5] for one in found], ["user-"], "what the name finds")
            _phone(private, phone, "launch\nforeground\n")
            _forget_receipts(phone)
            _phone(private, phone, "background\n")
            expect(len(private.get("/v1/installations").json()["installations"]), 1, "the streams of one phone")
            private.command("backup", private.folder, "--to", folder / "backup")
            forgotten = private.request("POST", f"/v1/forget?user={_USER}&reason=asked")
            expect(forgotten.json()["replaced"] > 0, True, "whether the user's lines were changed")
            expect(private.stop(), 0, "the status")
            private.command("audit", private.ledger)
        expect(
            b"upload.contradicted" in private.command("export", phone), False, "whether the phone found another chain"
        )
        names = _with(_USER, [folder / "server", folder / "backup", folder / "server.log"])
        expect(names, [], "the files that have the user")


def _begin(server: Server, ledger: Path) -> None:
    """A phone's first line, with a salt as an app writes it: scripts write none, and it proves whose the stream is."""
    log = ledger.with_name("first.jsonl")
    data = {"properties": {"appPackageName": APP, "appVersionName": "2.6"}, "user": _USER}
    log.write_text(event(_SOURCE, 1, "app.launched", data=data) + "\n")
    server.command("import", log, "--ledger", ledger)


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
    last = json.loads(server.command("export", ledger).splitlines()[-1])
    expect(last["source"], _SOURCE, "the name of the phone's stream")
    head = server.get(f"/v1/heads?source={_SOURCE}").json()["head"]
    expect(head, last["revision"], "where the stream ends on the server")


def _forget_receipts(ledger: Path) -> None:
    """The phone sends everything again."""
    for path in ledger.parent.glob(f"{ledger.name}-uploads*"):
        path.unlink()


def _with(text: str, places: list[Path]) -> list[str]:
    files = [path for place in places for path in ([place] if place.is_file() else place.rglob("*")) if path.is_file()]
    return [path.name for path in files if text.encode() in path.read_bytes()]


CASES = [stores_no_user]
