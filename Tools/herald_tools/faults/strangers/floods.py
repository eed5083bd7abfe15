"""Much of what is allowed, from few: made-up installations, refused lines, listeners, long questions, wrong tokens."""

import gzip
import json
import secrets
from urllib.parse import quote, urlencode

from herald_tools.faults.strangers.scene import Scene, get
from herald_tools.faults.strangers.speech import Crowd, expect_explained
from herald_tools.faults.world import expect
from herald_tools.json_types import JSONObject
from herald_tools.serve.lines import event, stream
from herald_tools.serve.running import APP

_LINES = {"Content-Type": "application/x-ndjson"}
_PACKED = _LINES | {"Content-Encoding": "gzip"}
_WIDE = "a" * 300_000
_PATTERNS = ["*a" * 120 + "*b", "*" + "a" * 20_000 + "b", "*" + "?a" * 2_000 + "b"]
SMALL_LOG = {"writeAheadBytes": 4 << 20}


def made_up_streams(scene: Scene) -> None:
    """Installations that nobody has, a new one with each request."""
    people = scene.strangers(6)
    size = scene.dice.choice([1, 3, 20])

    def send(number: int) -> None:
        source = f"/i/made-up/{secrets.token_hex(8)}"
        body = "".join(f"{line}\n" for line in stream(source, size)).encode()
        answer = people[number].ask("POST", "/v1/events", token=scene.server.key, headers=_LINES, body=body)
        expect(answer is None or answer.status in (200, 429, 503), f"a made-up installation is answered: {answer}")

    with Crowd(len(people), send) as crowd:
        scene.expect_service(rounds=6)
    scene.world.count("made-up installations", crowd.done)


def refused_lines(scene: Scene) -> None:
    """Lines that are bad for good, each another one, packed so that little becomes much on the disk."""
    people = scene.strangers(3)
    length = scene.dice.choice([1_000, 4_000, 60_000])
    kept = scene.dice.choice(["no source", "a source", "no JSON"])

    def send(number: int) -> None:
        lines = []
        for _ in range((2 << 20) // length):
            mark = secrets.token_hex(8)
            filler = f'"{mark}":"{"x" * length}"'
            whose = '"source":"/i/bad","revision":1,' if kept == "a source" else ""
            lines.append(f"{mark}{filler}" if kept == "no JSON" else f"{{{whose}{filler}}}")
        body = gzip.compress("\n".join(lines).encode(), 1)
        answer = people[number].ask("POST", "/v1/events", token=scene.server.key, headers=_PACKED, body=body)
        expect(
            answer is None or 400 <= answer.status < 500 or answer.status == 503, f"bad lines are answered: {answer}"
        )

    with Crowd(len(people), send) as crowd:
        while crowd.done < 45:
            scene.expect_service()
    scene.world.count("bodies of refused lines", crowd.done)


def listeners(scene: Scene) -> None:
    """Many who listen to `/v1/live` with one token, from now on or from the beginning, and read little or nothing."""
    token = scene.server.new_token("read")
    person = scene.stranger()
    last = scene.dice.choice(["", "Last-Event-ID: 0\r\n"])
    head = f"GET /v1/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n{last}\r\n".encode()
    open_ones = [person.connect(4096) for _ in range(150)]
    try:
        for connection in open_ones:
            connection.sendall(head)
        scene.expect_service(rounds=4)
    finally:
        for connection in open_ones:
            connection.close()
    scene.world.count("listeners", len(open_ones))


def _wide_question(pattern: str) -> bytes:
    """A policy whose filter has a long way to go through a long property, and does not match."""
    filters = {"deviceModel": pattern}
    rules = [{"id": number, "filters": filters, "descriptions": {"*": {"message": "News."}}} for number in range(20)]
    return json.dumps({"packageName": APP, "messages": rules}).encode()


def long_questions(scene: Scene) -> None:
    """One `read` token asks much at a time; another one, and a phone that asks for its head, are answered."""
    asking, other = scene.server.new_token("read"), scene.server.new_token("read")
    # The phones' key sends what makes the questions long.
    for number in range(4):
        properties = {"appPackageName": APP, "appVersionName": "2.6", "deviceLanguage": "en", "deviceModel": _WIDE}
        life = [
            event(f"/i/wide/{number}", 1, "app.launched", data={"properties": properties, "previousExit": "normal"})
        ]
        scene.server.send([*life, *stream(f"/i/wide/{number}", 40, 2)], token=scene.server.key)
    about = quote("/i/wide/0", safe="")
    questions = {
        "what-if": ("POST", "/v1/whatif", _wide_question(scene.dice.choice(_PATTERNS))),
        "table": ("GET", "/v1/tables/decisions", None),
        "audit": ("GET", "/audit", None),
        "fleet": ("GET", "/fleet", None),
        "heads": ("GET", "/v1/heads", None),
        "timeline": ("GET", f"/v1/installations/{about}/timeline", None),
        "search": ("GET", "/v1/installations?query=" + "+".join("abcdefgh" * 20), None),
    }
    method, path, body = questions[scene.dice.choice(sorted(questions))]
    person = scene.stranger()

    def ask(_: int) -> None:
        connection = person.connect()
        with connection:
            own = f"Authorization: Bearer {asking}\r\nContent-Length: {len(body or b'')}\r\n"
            connection.sendall(f"{method} {path} HTTP/1.1\r\nHost: x\r\n{own}\r\n".encode() + (body or b""))
            # Some wait for the answer, others have gone when it comes.
            if scene.dice.random() < 0.7:
                connection.recv(4096)

    with Crowd(10, ask) as crowd:
        for _ in range(3):
            status = get(scene.server, f"/v1/installations/{about}", other)
            expect(status == 200, f"another token's question is answered with {status} beside {path}")
            head = scene.server.get(f"/v1/heads?source={quote(scene.phones[0].source)}", token=other)
            expect(head.status == 200, f"a head is answered with {head.status} beside {path}")
        scene.expect_service()
    scene.world.count("long questions", crowd.done)


def wrong_tokens(scene: Scene) -> None:
    """Guesses at tokens, on every way in: none is let in, and no key of a phone is slowed down by them."""
    people = scene.strangers(8)
    true = scene.server.token

    def guess(number: int) -> None:
        wrong = scene.dice.choice(
            [
                true[:-1],
                f"{true}x",
                f"{true[:20]}{secrets.token_urlsafe(24)}",
                f"herald_00000000_{secrets.token_urlsafe(32)}",
            ]
        )
        if number % 2:
            body = f"token={wrong}&to=/".encode()
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            answer = people[number].ask("POST", "/sign-in", headers=kind, body=body)
        else:
            answer = people[number].ask("GET", "/v1/heads", token=wrong)
        expect(answer is None or answer.status in (401, 403, 429, 503), f"a wrong token is answered: {answer}")
        expect_explained(answer if answer and answer.status != 503 else None, "a wrong token")

    with Crowd(len(people), guess) as crowd:
        scene.expect_service(rounds=4)
    scene.world.count("wrong tokens", crowd.done)


def large_documents(scene: Scene) -> None:
    """Documents as large as may be, of much that takes time, tried by a `read` token and by its forms."""
    token, person = scene.server.new_token("read"), scene.stranger()
    scene.send_life("/i/documents", 20)
    room = 900_000  # bytes; a document has up to a mebibyte
    message: JSONObject = {"descriptions": {"*": {"message": "News."}}}
    documents: dict[str, JSONObject] = {
        "many rules": {"messages": [{"id": number, **message} for number in range(room // 70)]},
        "rules with one name": {"messages": [{"id": 1, **message}] * (room // 60)},
        "many filters": {"messages": [{"id": 1, "filters": {f"p{n}": "*a*" for n in range(room // 16)}, **message}]},
        "a long filter": {"messages": [{"id": 1, "filters": {"deviceModel": "*a" * (room // 2)}, **message}]},
        "a long version": {"updates": [{"id": 1, "targetVersion": "1." * (room // 2) + "0", **message}]},
        "many languages": {
            "messages": [{"id": 1, "descriptions": {f"x-{n}": {"message": ""} for n in range(room // 30)}}]
        },
        "a long condition": {"messages": [{"id": 1, "condition": "latch or " * (room // 9) + "latch", **message}]},
        "many versions": {"messages": [{"id": 1, "appVersionFilter": ">1 " * (room // 3), **message}]},
        "unknown members": {f"m{number}": 0 for number in range(room // 12)},
        "depth": {"messages": [{"id": 1, "x": 0}]},
    }
    name = scene.dice.choice(sorted(documents))
    body = json.dumps({"packageName": APP, **documents[name]}).encode()
    if name == "depth":
        body = body.replace(b'"x": 0', b'"x": ' + b"[" * (room // 2) + b"]" * (room // 2))

    def ask(number: int) -> None:
        if number % 2:
            form = urlencode({"do": "try", "tag": "", "document": body.decode()}).encode()
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            answer = person.ask("POST", "/policies", token=token, headers=kind, body=form)
        else:
            answer = person.ask(
                "POST", "/v1/whatif", token=token, headers={"Content-Type": "application/json"}, body=body
            )
        expect(answer is None or answer.status < 500 or answer.status == 503, f"{name} is answered: {answer}")

    with Crowd(4, ask) as crowd:
        scene.expect_service(rounds=10)
    scene.world.count("large documents", crowd.done)
