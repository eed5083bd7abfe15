"""The server's OpenAPI document: it names every path of the sources, and the running server answers as it says."""

import contextlib
import http.client
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from herald_tools.paths import ROOT, TOOLS
from herald_tools.patience import PATIENCE
from herald_tools.serve import description, signed
from herald_tools.serve.lines import event, stream
from herald_tools.serve.running import APP, Failed, Server, expect

# Pages are for people, and the document is for programs.
_PAGES = ("/v1/", "/livez", "/readyz", "/metrics")

_LOG = ROOT / "Events" / "deadline" / "overdue-is-asked-everywhere" / "log.jsonl"
_SOURCES = ["/installations/7f3a", "/installations/91bc"]
_POLICY = b'{"packageName":"com.example.shop","revision":1}'

# Values that lead somewhere, for most requests; the others have invented ones.
_CONFIGURATION = """
continue-on-failure = true
request-timeout = SECONDS
workers = 1
warnings = false

[generation]
database = "none"
max-examples = 15
allow-x00 = true
no-shrink = true

[phases.stateful]
enabled = false

[checks.positive_data_acceptance]
# What is well written may still ask for what is not there, or disagree with what is.
expected-statuses = [200, 201, 207, 304, 401, 403, 404, 409, 410, 412, 422, 428]

[[operations]]
# A body that is not packed as its header says, a signature that is none, a query that does not say what to forget, a
# condition that has no meaning, a token that no export gave, two moments at once, and a condition for a policy.
include-operation-id = ["append", "publish", "forget", "find", "groups", "table", "analyze"]
checks.positive_data_acceptance.expected-statuses = [200, 201, 207, 304, 400, 401, 403, 404, 409, 410, 412, 422, 428]

[headers]
Authorization = "Bearer TOKEN"

[parameters]
"path.source" = { dictionary = "sources", probability = 0.8 }
"path.revision" = { dictionary = "revisions", probability = 0.7 }
"path.app" = { dictionary = "apps", probability = 0.7 }
"query.query" = { dictionary = "queries", probability = 0.5 }
"query.app" = { dictionary = "apps", probability = 0.8 }
"query.with" = { dictionary = "sources", probability = 0.8 }
"query.at" = { dictionary = "points", probability = 0.7 }
"query.with-at" = { dictionary = "points", probability = 0.7 }
"query.until" = { dictionary = "points", probability = 0.7 }
"query.where" = { dictionary = "conditions", probability = 0.8 }
"query.against" = { dictionary = "conditions", probability = 0.8 }

[dictionaries]
sources = { values = ["/installations/7f3a", "/installations/91bc"] }
queries = { values = ["7f3a", "user:", "=", "a=", "'=b", "a\\u0000=b", "a\\u0000", "%", "rule:update:v5 7f3a"] }
revisions = { values = [1, 2, 3, 6, "last"] }
points = { values = [1, 2, 6, "2026-11-05T12:00:00Z"] }
apps = { values = ["com.example.shop"] }
conditions = { values = ["counts.returns > 0", "refused", "event.type == push.received", "user ~ ada", "not visible"] }
"""

# A stream of events has no end; `tells_what_comes` reads it.
_LEFT_OUT = ["liveEvents"]


def names_every_path(server: Server) -> None:
    """The document has the paths, methods and codes of the sources, and no others."""
    document = description.load()
    served = {(method, path) for method, path in description.served() if path.startswith(_PAGES)}
    expect(sorted(description.described(document) ^ served), [], "paths in one of them alone")
    text = json.dumps(document)
    expect(sorted(code for code in description.codes() if code not in text), [], "codes that it does not have")


def is_served(server: Server) -> None:
    """The server gives the document out as it is in the repository."""
    answer = server.get("/v1/openapi.json", token=None)
    expect((answer.status, answer.body == description.DOCUMENT.read_bytes()), (200, True), "the document")


def asks_for_a_token(server: Server) -> None:
    """Who sends no token, or no token that can be read, is told how to send one (RFC 9110, section 15.5.2)."""
    for sent in (None, "Bearer herald_00000000_x", "Bearer ", "Basic eDp5", "x"):
        headers = {} if sent is None else {"Authorization": sent}
        answer = server.get("/v1/installations", token=None, headers=headers)
        expect(answer.status, 401, f"the status for {sent}")
        expect(answer.headers.get("www-authenticate", "nothing")[:6], "Bearer", f"what is asked for after {sent}")


def answers_as_described(server: Server) -> None:
    """Statuses, kinds, headers and bodies are those of the document, whatever schemathesis sends."""
    with _filled(server) as own:
        configuration = own.folder.parent / "schemathesis.toml"
        configuration.write_text(_CONFIGURATION.replace("TOKEN", own.token).replace("SECONDS", f"{PATIENCE}.0"))
        program = Path(sys.executable).with_name("schemathesis")
        command = [program, "--config-file", configuration, "run", description.DOCUMENT, "--no-color"]
        command += ["--url", f"http://127.0.0.1:{own.port}", "--seed", "1", "--checks", "all"]
        for name in _LEFT_OUT:
            command += ["--exclude-operation-id", name]
        result = subprocess.run(
            [str(word) for word in command],
            cwd=own.folder.parent,
            env=os.environ
            | {
                "HERALD_OPENAPI": str(description.DOCUMENT),
                "PYTHONPATH": str(TOOLS),
                "SCHEMATHESIS_HOOKS": "herald_tools.serve.openapi_hooks",
            },
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if result.returncode:
            raise Failed(f"schemathesis ends with {result.returncode}\n{result.stdout}{result.stderr}")


def tells_what_comes(server: Server) -> None:
    """Server-sent events begin behind `Last-Event-ID` and go on with what is stored."""
    with _filled(server) as own:
        stored = own.command("export", own.folder / "apps" / f"{APP}.sqlite").decode().splitlines()
        connection = http.client.HTTPConnection("127.0.0.1", own.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            headers = {"Authorization": f"Bearer {own.token}", "Last-Event-ID": "3"}
            connection.request("GET", "/v1/live", headers=headers)
            answer = connection.getresponse()
            expect((answer.status, answer.getheader("Content-Type")), (200, "text/event-stream"), "the kind")
            found = _events(answer, len(stored) - 3)
            expect(found, [(n, line) for n, line in enumerate(stored, 1) if n > 3], "what was there")
            new = event(_SOURCES[1], 4)
            expect(own.send([new]).status, 200, "sending")
            expect(_events(answer, 1), [(len(stored) + 1, new)], "what came")


def ends_with_its_token(server: Server) -> None:
    """A stream of events ends when another process revokes its token, though nothing comes."""
    with _filled(server) as own:
        words = ("--data", own.folder, "--role", "read", "--app", APP, "--name", "x", "--format", "json")
        made = json.loads(own.command("token", "new", *words))
        connection = http.client.HTTPConnection("127.0.0.1", own.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", "/v1/live", headers={"Authorization": f"Bearer {made['token']}"})
            answer = connection.getresponse()
            expect(answer.readline(), b": live\n", "the beginning")
            own.command("token", "revoke", "--data", own.folder, made["id"])
            expect(answer.read(), b"\n", "what comes after the token was revoked")


@contextlib.contextmanager
def _filled(server: Server) -> Iterator[Server]:
    """A server of its own with two installations and a signed policy."""
    with tempfile.TemporaryDirectory() as folder, Server(server.herald, Path(folder) / "server") as own:
        first = [json.dumps(json.loads(line) | {"source": _SOURCES[0]}) for line in _LOG.read_text().splitlines()]
        expect(own.send(first + stream(_SOURCES[1], 3)).status, 200, "sending")
        signed.publish(own, Path(folder), _POLICY)
        yield own


def _events(answer: http.client.HTTPResponse, count: int) -> list[tuple[int, str]]:
    """The next events of a stream: their positions and lines."""
    found: list[tuple[int, str]] = []
    position = 0
    while len(found) < count:
        name, _, value = answer.readline().decode().rstrip("\n").partition(": ")
        if name == "id":
            position = int(value)
        elif name == "data":
            found.append((position, value))
    return found


CASES = [names_every_path, is_served, asks_for_a_token, tells_what_comes, ends_with_its_token, answers_as_described]
