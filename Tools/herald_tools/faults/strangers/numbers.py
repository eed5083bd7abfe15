"""Numbers at every edge, wherever a number comes from outside: nothing ends the process, and each refusal says why."""

import json
import os
import re
import subprocess
from urllib.parse import quote

from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.strangers.speech import expect_explained
from herald_tools.faults.world import Run, expect
from herald_tools.patience import PATIENCE
from herald_tools.serve.lines import event
from herald_tools.serve.running import APP

EDGES = [
    *("0", "-0", "-1", "1", "+5", "00000000001", "1e3", "1e999", "-1e999", "1.5", "0x10", "1_000", "NaN", "Infinity"),
    *("2147483647", "2147483648", "4294967296", "9007199254740992", "9007199254740993"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809"),
    *("18446744073709551615", "18446744073709551616", "1" + "0" * 400, "0." + "0" * 400 + "1"),
    *("", " ", " 7", "7 ", "7,8", "٣", "７", "²", "½", "\u2212 1", "1\u00a0000"),
]
_TIMES = [
    *("9999-12-31T23:59:59Z", "9999-12-31T23:59:60.999999999999Z", "0000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z"),
    *("+275760-09-13T00:00:00Z", "292278994-08-17T07:12:55Z", "2026-03-02T08:00:00+99:99", "2026-02-30T00:00:00Z"),
    *("2026-03-02T08:00:00+23:59", "2026-03-02T24:00:00Z", "2026-03-02T08:00:00." + "9" * 400 + "Z"),
]
_HEADERS = [
    *("Content-Length", "Herald-Skip", "Herald-Sent", "Last-Event-ID", "If-Match", "If-None-Match", "Range"),
    *("X-Forwarded-For", "Herald-Override", "Herald-Stream", "Herald-Signature", "Expect", "Max-Forwards"),
    *("Keep-Alive", "Accept-Encoding", "If-Modified-Since", "Herald-Redaction-Key"),
]
_QUERIES = [
    *("limit", "next", "until", "at", "with-at", "before", "after", "published", "connections", "run", "from", "to"),
    *("revision", "app", "query", "q", "source", "kind", "format", "again", "with", "user"),
]
_SOURCE = "/i/numbers"
_PATHS = [
    *("/v1/heads", "/v1/installations", "/v1/installations/S", "/v1/installations/S/timeline"),
    *("/v1/installations/S/diff", "/v1/installations/S/redacted", "/v1/installations/S/decisions/1"),
    *("/v1/installations/S/decisions/N", "/v1/installations/S/decisions/N/again"),
    *("/v1/installations/S/decisions/N/not/message:1", "/v1/installations/N", "/v1/tables/prompts", "/v1/tables/N"),
    *("/v1/policies/A", "/v1/policies/A/history", "/v1/policies/N", "/livez", "/readyz", "/metrics", "/N"),
    *("/search", "/rejected", "/fleet", "/audit", "/policies", "/forget", "/", "/sign-in"),
    *("/installations/S", "/installations/S/at/N", "/installations/S/at/1", "/installations/S/redacted"),
]
_TRIES = 80


def in_headers(scene: Scene) -> None:
    """An edge in each header that is read as a number, or might be."""
    scene.send_life(_SOURCE)
    # A body that is under way beside all others, so that what is held is never nothing.
    own = f"Authorization: Bearer {scene.server.key}\r\nContent-Type: application/x-ndjson\r\nContent-Length: 1000\r\n"
    with scene.stranger().connect() as waiting:
        waiting.sendall(f"POST /v1/events HTTP/1.1\r\nHost: x\r\n{own}\r\n{{".encode())
        _send_headers(scene)
    scene.expect_service()


def _send_headers(scene: Scene) -> None:
    body = f"{event('/i/numbers/header', 1, 'app.launched')}\n".encode()
    for _ in range(_TRIES):
        name, edge = scene.dice.choice(_HEADERS), scene.dice.choice([*EDGES, *_TIMES])
        method, path = scene.dice.choice(
            [("POST", "/v1/events"), ("GET", "/v1/live"), ("GET", f"/v1/policies/{APP}"), ("GET", "/v1/heads")]
        )
        if (path, name) == ("/v1/live", "Last-Event-ID"):
            _listen(scene, edge)
            continue
        if path == "/v1/live":
            path = "/v1/installations"
        token = scene.server.key if method == "POST" else scene.server.token
        headers = {"Content-Type": "application/x-ndjson", name: edge}
        answer = scene.stranger().ask(
            method, path, token=token, headers=headers, body=body if method == "POST" else None
        )
        expect_explained(answer, f"{method} {path} with {name}: {edge[:40]!r}")
        scene.world.count("numbers")


def _listen(scene: Scene, edge: str) -> None:
    """Listens from a position at an edge, and hears whether that is an answer."""
    own = f"Authorization: Bearer {scene.server.token}\r\nLast-Event-ID: {edge}\r\n"
    head = f"GET /v1/live HTTP/1.1\r\nHost: x\r\n{own}\r\n"
    with scene.stranger().connect() as connection:
        connection.sendall(head.encode())
        answer = connection.recv(4096)
    expect(not answer.startswith(b"HTTP/1.1 5"), f"Last-Event-ID: {edge[:40]!r} is answered with {answer[:300]!r}")


def in_addresses(scene: Scene) -> None:
    """An edge in each part and each query of an address."""
    scene.send_life(_SOURCE)
    for _ in range(_TRIES):
        edge = scene.dice.choice([*EDGES, *_TIMES])
        written = quote(edge, safe="")
        parts = {"S": quote(_SOURCE, safe=""), "A": APP, "N": written}
        template = scene.dice.choice(_PATHS)
        path = "/".join(parts.get(part, part) for part in template.split("/"))
        names = scene.dice.sample(_QUERIES, scene.dice.randint(1, 2))
        query = "&".join(f"{name}={written}" for name in names)
        # A page that is empty, and a question without an app, are asked too.
        answer = scene.stranger().ask("GET", f"{path}?{query}", token=scene.server.token)
        expect_explained(answer, f"GET {template}?{'&'.join(names)}={edge[:40]!r}")
        if scene.dice.random() < 0.2:
            forgotten = f"/v1/forget?dry-run=1&reason=r&before={written}"
            answer = scene.stranger().ask("POST", forgotten, token=scene.server.token, body=b"")
            expect_explained(answer, f"POST /v1/forget?before={edge[:40]!r}")
        scene.world.count("numbers")
    scene.expect_service()


def in_events(scene: Scene) -> None:
    """An edge as a revision, a time, a version, a count, and as any number of a document that was fetched."""
    for number in range(_TRIES):
        edge = scene.dice.choice([*EDGES, *_TIMES])
        source = f"/i/numbers/{number}"
        line = scene.dice.choice([_with_attribute, _with_property, _with_document])(scene, source, edge)
        answer = scene.stranger().ask(
            "POST",
            "/v1/events",
            token=scene.server.key,
            headers={"Content-Type": "application/x-ndjson"},
            body=f"{line}\n".encode(),
        )
        expect_explained(answer, f"an event with {edge[:40]!r}: {line[:200]}")
        # What was stored is also read.
        if answer is not None and answer.status == 200:
            for path in ("/v1/installations/S", "/v1/installations/S/decisions/last", "/installations/S"):
                about = path.replace("S", quote(source, safe=""))
                read = scene.stranger().ask("GET", about, token=scene.server.token)
                expect_explained(read, f"GET {path} of an event with {edge[:40]!r}: {line[:200]}")
        scene.world.count("numbers")
    for path in ("/fleet", "/rejected", "/search?q=i", "/v1/tables/events", "/v1/tables/prompts", "/v1/heads"):
        answer = scene.stranger().ask("GET", path, token=scene.server.token)
        expect(answer is not None and answer.status == 200, f"GET {path} after events with edges: {answer}")
    scene.expect_service()


def _with_attribute(scene: Scene, source: str, edge: str) -> str:
    """An event with a number, or a text, in place of an attribute."""
    name = scene.dice.choice(["revision", "time", "id", "specversion", "dataschemaversion", "salt"])
    found = json.loads(event(source, 1, "app.launched")) | {name: "@"}
    return _raw(json.dumps(found, separators=(",", ":")), scene, edge)


def _with_property(scene: Scene, source: str, edge: str) -> str:
    name = scene.dice.choice(["appVersionName", "deviceOsVersion", "appVersionCode", "deviceModel", "sdkVersion"])
    properties = {"appPackageName": APP, "appVersionName": "2.6", "deviceLanguage": "en", name: "@"}
    data = {"properties": properties, "previousExit": "normal"}
    return _raw(event(source, 1, "app.launched", data=data), scene, edge)


def _with_document(scene: Scene, source: str, edge: str) -> str:
    document = policy_with(scene, edge)
    data = {"trigger": "launch", "url": "https://x.example/", "format": "herald", "status": 200, "document": document}
    return event(source, 1, "fetch.succeeded", data=data)


def _raw(text: str, scene: Scene, edge: str) -> str:
    """A JSON text with an edge in place of `"@"`, as a number or as a string."""
    is_number = scene.dice.random() < 0.5
    return text.replace('"@"', edge if is_number else json.dumps(edge), 1)


_POLICY = {
    "packageName": APP,
    "revision": 1,
    "minimumFetchIntervalInHours": 1,
    "expires": "2027-01-01T00:00:00Z",
    "frequencyCaps": [{"cap": 2, "periodInHours": 24}],
    "updates": [
        {
            "id": 1,
            "priority": 1,
            "targetVersion": "4.0",
            "targetWebsiteUrl": "https://apps.example.com/shop",
            "forceUpdate": True,
            "rollout": 50,
            "rolloutPercentage": 50,
            "launchesUntilPrompt": 3,
            "maxPromptsCount": 2,
            "daysUntilPrompt": 1,
            "delayInHours": 5,
            "frequencyCap": {"cap": 1, "periodInHours": 1},
            "appVersionFilter": ">=1.0 <4",
            "filters": {"deviceOsVersion": ">=10"},
            "descriptions": {"*": {"message": "Version 4.0 is here."}},
        }
    ],
    "messages": [{"id": 101, "trigger": {"count": 3, "interval": 2}, "descriptions": {"*": {"message": "News."}}}],
}


def policy_with(scene: Scene, edge: str) -> str:
    """A policy with an edge in place of one of its numbers, in a number or in a text."""
    text = json.dumps(_POLICY)
    numbers = list(re.finditer(r"(?<=[: >\[=<])\d+(\.\d+)?|(?<=\")\d[\d.]*", text))
    chosen = scene.dice.choice(numbers)
    return text[: chosen.start()] + edge + text[chosen.end() :]


def in_policies(scene: Scene) -> None:
    """An edge as each number of a policy that is tried, and that a question is about."""
    scene.send_life(_SOURCE, 6)
    for _ in range(_TRIES):
        edge = scene.dice.choice([*EDGES, *_TIMES])
        body = policy_with(scene, edge).encode()
        method, path = scene.dice.choice([("PUT", f"/v1/policies/{APP}?dry-run=1"), ("POST", "/v1/whatif")])
        headers = {"Content-Type": "application/json"}
        answer = scene.stranger().ask(method, path, token=scene.server.token, headers=headers, body=body)
        expect_explained(answer, f"{method} {path} of a policy with {edge[:40]!r}: {body.decode()}")
        scene.world.count("numbers")
    scene.expect_service()


def in_settings(scene: Scene) -> None:
    """An edge as the value of each setting, as an option, a variable and a member of `serve.json`."""
    folder = scene.world.files / "checked"
    folder.mkdir()
    listed = scene.world.run("serve", "--data", folder, "--check", "--format", "json")
    expect(listed.status == 0, f"`serve --check` ends with {listed.status}: {listed.errors[-600:]}")
    names = sorted(json.loads(listed.output))
    for _ in range(24):
        name, edge = scene.dice.choice(names), scene.dice.choice(EDGES).replace("\0", "")
        run = _checked(scene, name, edge, scene.dice.choice(["option", "variable", "member", "number"]))
        what = f"`serve --check` with {name} = {edge[:40]!r}"
        if run.status not in (0, 64):
            run.expect_explained(what)
        scene.world.count("numbers")
    scene.expect_service()


def _checked(scene: Scene, name: str, edge: str, way: str) -> Run:
    folder = scene.world.files / "checked"
    words = re.sub(r"(?=[A-Z])", "-", name).lower()
    file = folder / "serve.json"
    file.unlink(missing_ok=True)
    variables, options = {}, []
    if way == "option":
        options = [f"--{words}", edge]
    elif way == "variable":
        variables = {f"HERALD_{words.upper().replace('-', '_')}": edge}
    else:
        file.write_text(f'{{"{name}": {json.dumps(edge) if way == "member" else edge}}}')
    done = subprocess.run(
        [str(scene.world.herald), "serve", "--data", str(folder), "--check", *options],
        capture_output=True,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **variables},
        timeout=PATIENCE,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))
