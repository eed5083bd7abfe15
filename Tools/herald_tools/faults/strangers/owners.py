"""Streams and their owners: nobody else writes into one, takes it over, or uses up what its owner may send."""

import json
import threading
from collections.abc import Callable

from herald_tools.faults import logs
from herald_tools.faults.phones import Phone
from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.strangers.speech import Crowd, expect_explained
from herald_tools.faults.world import expect
from herald_tools.serve.lines import event, stream
from herald_tools.serve.running import Answer

ALLOWANCE = {"streamRequests": 40}
_LINES = {"Content-Type": "application/x-ndjson"}


def others_streams(scene: Scene) -> None:
    """Events for a phone's stream, in many forms, by somebody who has the key and no proof."""
    victim = scene.phones[0]
    scene.send_life("/i/other")
    own = scene.server.send(stream("/i/mine", 2), token=scene.server.key).stream()["token"]
    for _ in range(40):
        revision = victim.head + scene.dice.choice([0, 1, 1, 1, 2, 100])
        line = scene.dice.choice(_FORMS)(event(victim.source, max(2, revision), id=f"stranger-{scene.dice.random()}"))
        proof = scene.dice.choice(["", own, (victim.token or "")[:-1], (victim.token or "")[::-1], "x" * 10_000, "*"])
        headers = _LINES | ({"Herald-Stream": proof} if scene.dice.random() < 0.7 else {})
        if scene.dice.random() < 0.2:
            headers["Herald-Skip"] = ",".join(str(number) for number in range(1, 40))
        body = f"{line}\n".encode()
        if scene.dice.random() < 0.3:
            headers["Content-Type"], body = "application/cloudevents-batch+json", f"[{line}]".encode()
        answer = scene.stranger().ask("POST", "/v1/events", token=scene.server.key, headers=headers, body=body)
        expect_explained(answer, f"somebody else's event {line[:200]}")
        stored = answer is not None and any(
            found["source"] == victim.source and found["stored"] for found in _streams(answer)
        )
        expect(not stored, f"somebody else's event is stored: {line[:200]} with {proof[:40]!r}")
        scene.world.count("events for others' streams")
    scene.expect_service()


_FORMS: list[Callable[[str], str]] = [
    lambda line: line,
    lambda line: line.replace('"source":"/', '"source":"\\u002f'),
    lambda line: line.replace('"source"', '"sourc\\u0065"'),
    lambda line: line.replace('"source":', '"source":"/i/other","source":'),
    lambda line: line.replace('"id":', '"source":"/i/mine","id":'),
    lambda line: f" {line}\r",
    lambda line: line.replace(",", " , "),
    lambda line: f"{event('/i/mine', 3)}\n{line}",
    lambda line: f"{line}\n{event('/i/mine', 3)}",
    lambda line: f"{{}}\n{line}",
    lambda line: f"\ufeff{line}",
]


def _streams(answer: Answer) -> list[dict[str, object]]:
    """What became of each stream; nothing in an answer that names none."""
    try:
        found = json.loads(answer.body)
    except ValueError:
        return []
    return list(found.get("streams", [])) if isinstance(found, dict) else []


def first_lines(scene: Scene) -> None:
    """A phone whose first line is refused goes on, and is the owner of its stream."""
    for number in range(10):
        source = f"/i/first/{number}"
        bad = scene.dice.choice(["{}", event(source, 1, data=7), event(source, 1, type=None), "no JSON"])
        scene.server.send([bad], token=scene.server.key)
        lines = stream(source, 4)
        second = scene.server.send([lines[1]], token=scene.server.key, headers={"Herald-Skip": "1"})
        expect(second.status == 200, f"a phone does not go on behind a refused first line: {second.body[:300]!r}")
        token = second.stream().get("token")
        expect(isinstance(token, str), f"the first stored line is no proof: {second.body[:300]!r}")
        third = scene.server.send([lines[2]], token=scene.server.key, headers={"Herald-Stream": str(token)})
        expect(third.status == 200, f"the phone is no longer the owner: {third.body[:300]!r}")
        stranger = scene.stranger().ask(
            "POST", "/v1/events", token=scene.server.key, headers=_LINES, body=f"{lines[3]}\n".encode()
        )
        expect(stranger is None or stranger.status == 403, f"a stranger writes behind a refused first line: {stranger}")
        scene.world.count("refused first lines")
    scene.expect_service()


def lines_without_salt(scene: Scene) -> None:
    """A first line that can be guessed gives no token to somebody who guessed it."""
    for number in range(10):
        source = f"/i/unsalted/{number}"
        found = json.loads(event(source, 1, "app.launched"))
        del found["salt"]
        line = f"{json.dumps(found, separators=(',', ':'))}\n".encode()
        scene.server.send(line, token=scene.server.key)
        guess = scene.stranger().ask("POST", "/v1/events", token=scene.server.key, headers=_LINES, body=line)
        tokens = [stream.get("token") for stream in _streams(guess)] if guess else []
        expect(not any(tokens), f"who guesses a first line without salt gets the stream: {guess}")
        scene.world.count("guessed first lines")
    scene.expect_service()


def allowances(scene: Scene) -> None:
    """Requests for a phone's stream, without a proof, by others: the phone may send as much as ever."""
    source = "/i/careful"
    victim = Phone(source, [line.encode() for line in stream(source, 400)], scene.dice)
    victim.send_once(scene.server)
    people = scene.strangers(3)
    body = logs.text([event(source, 2, id="stranger").encode()])

    def send(number: int) -> None:
        answer = people[number].ask("POST", "/v1/events", token=scene.server.key, headers=_LINES, body=body)
        expect(answer is None or answer.status in (403, 429, 503), f"a stranger is answered: {answer}")

    # The scene's phones send more often than is allowed here.
    scene.stop_phones()
    scene.probe.stop()
    with Crowd(len(people), send) as crowd:
        until = threading.Event()
        while crowd.done < ALLOWANCE["streamRequests"] * 2:
            until.wait(0.05)
        head = victim.head
        for _ in range(8):
            victim.send_once(scene.server)
        expect(victim.refusals == 0, f"strangers used up a phone's allowance: {victim.refusals} refusals")
        expect(victim.head >= head, "the phone does not go on")
    scene.world.count("requests without a proof", crowd.done)
