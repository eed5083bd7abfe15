"""The power of a server fails at any call, with requests in flight: whatever was answered is there afterwards."""

import copy
import json
import random
import shutil
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from herald_tools.faults import served, stored
from herald_tools.faults.disk import Disk
from herald_tools.faults.phones import Phone, Sending, expect_whole, finish, some_phones
from herald_tools.faults.recorded import Call, read_calls
from herald_tools.faults.world import Break, Failed, World, expect
from herald_tools.serve.lines import event
from herald_tools.serve.running import APP, Server

_THOROUGH = 20  # after one loss in this number the server is started again, and the phones go on
_LONGEST = 1.5  # seconds that phones send


@dataclass
class _Answers:
    """What was answered besides the phones' events, with the length of the record of calls at each answer."""

    refused: list[tuple[int, bytes]] = field(default_factory=list)
    published: list[tuple[int, int]] = field(default_factory=list)


def one_case(world: World, dice: random.Random) -> None:
    phones = some_phones(dice)
    server = served.server(world)
    folder = server.folder
    folder.mkdir()
    is_old = dice.random() < 0.5
    if is_old:
        server.start()
        for phone in phones[:2]:
            phone.send_once(server)
        server.stop() if dice.random() < 0.5 else server.kill()
    began = {phone.source: (phone.head, phone.chain, phone.token) for phone in phones}
    before = Disk(folder)
    answers = _record(world, dice, server, phones)
    calls = read_calls(served.record(world).read_bytes())
    server.variables = {}
    for _ in range(world.losses):
        done = calls if dice.randrange(10) == 0 else calls[: dice.randint(0, len(calls))]
        thorough = dice.randrange(_THOROUGH) == 0
        world.count("losses")
        world.count("restarts", thorough)
        try:
            _lose_power(folder, dice, before, done)
            place = sum(call.size for call in done)
            _check_files(folder, world.folder / "copy", phones, began, answers, place)
            if thorough:
                left = [_as_of(phone, began, place) for phone in phones]
                _check_server(world, server, left, answers, place, is_old)
        except Failed as failure:
            raise Failed(f"after a loss at call {len(done)} of {len(calls)}: {failure}") from None
        finally:
            server.kill()


def _record(world: World, dice: random.Random, server: Server, phones: list[Phone]) -> _Answers:
    """Runs the server with its calls recorded, while phones send, bad lines come and a policy is published."""
    answers = _Answers()
    server.variables.update(served.broken(world, Break(0, "")))
    server.start()
    began = _place(world)
    for phone in phones:
        phone.answered = [(began, phone.head)] if phone.head else []
    sending = Sending(phones, server, lambda: _place(world))
    try:
        for number in range(1, dice.randint(1, 4)):
            _send_bad(world, server, number, answers)
            _publish(world, server, number, answers)
        sending.wait(dice.uniform(0, _LONGEST))
        if dice.random() < 0.3:
            server.stop()  # with requests in flight
        else:
            server.kill()
    finally:
        server.kill()
        sending.stop()
    return answers


def _place(world: World) -> int:
    return served.record(world).stat().st_size


def _send_bad(world: World, server: Server, number: int, answers: _Answers) -> None:
    line = event("/i/bad", 1, type=number).encode()
    status = server.send(line + b"\n").status
    expect(status == 422, f"a bad line is answered with {status}")
    answers.refused.append((_place(world), line))


def _publish(world: World, server: Server, number: int, answers: _Answers) -> None:
    document = f'{{"packageName": "{APP}", "revision": {number}, "updates": []}}'.encode()
    current = server.get(f"/v1/policies/{APP}")
    headers = {"If-Match": current.headers["etag"]} if current.status == 200 else {"If-None-Match": "*"}
    kind = "application/json"
    answer = server.request("PUT", f"/v1/policies/{APP}", document, headers=headers, kind=kind)
    expect(answer.status in (200, 201), f"a policy is answered with {answer.status}: {answer.body[:300]!r}")
    answers.published.append((_place(world), number))


def _lose_power(folder: Path, dice: random.Random, before: Disk, done: list[Call]) -> None:
    disk = copy.deepcopy(before)
    for call in done:
        disk.follow(call)
    shutil.rmtree(folder)
    folder.mkdir()
    disk.lose_power(dice, folder)


def _acknowledged(phone: Phone, began: dict[str, tuple[int, str, str | None]], place: int) -> int:
    """How much of a stream was acknowledged when the power failed."""
    return max([began[phone.source][0], *(head for at, head in phone.answered if at <= place)])


def _check_files(
    folder: Path,
    copied: Path,
    phones: list[Phone],
    began: dict[str, tuple[int, str, str | None]],
    answers: _Answers,
    place: int,
) -> None:
    """What is left, read without Herald."""
    found = stored.read_ledger(folder / "apps" / f"{APP}.sqlite", copied)
    expect(found.is_intact, "the chain is broken")
    expect(len(set(found.lines)) == len(found.lines), "an event is stored twice")
    left = set(found.lines)
    for phone in phones:
        count = next((at for at, line in enumerate(phone.lines) if line not in left), len(phone.lines))
        wanted = _acknowledged(phone, began, place)
        expect(count >= wanted, f"{phone.source} has {count} events, and {wanted} were acknowledged")
        left -= set(phone.lines[:count])
    expect(not left, f"{len(left)} events are stored that come from nobody, or after a gap")
    wanted_lines = {line for at, line in answers.refused if at <= place}
    missing = wanted_lines - _refused(folder / "arrivals", copied) if wanted_lines else set()
    expect(not missing, f"{len(missing)} refused lines are lost")


def _refused(folder: Path, copied: Path) -> set[bytes]:
    name = f"{APP}.sqlite"
    copied = copied / "arrivals"
    copied.mkdir(exist_ok=True)
    for file in folder.iterdir() if folder.exists() else ():
        if file.name.startswith(name):
            shutil.copyfile(file, copied / file.name)
    expect((copied / name).exists(), "the file of refused lines is lost")
    connection = sqlite3.connect(copied / name)
    try:
        return {line for (line,) in connection.execute("SELECT line FROM rejected")}
    except sqlite3.DatabaseError as error:
        raise Failed(f"SQLite cannot read {name}: {error}") from None
    finally:
        connection.close()


def _as_of(phone: Phone, began: dict[str, tuple[int, str, str | None]], place: int) -> Phone:
    """The phone as it was when the power failed: what it knows is acknowledged, and nothing else."""
    head = _acknowledged(phone, began, place)
    token = phone.token if head else None
    return Phone(phone.source, phone.lines, phone.dice, head=head, token=token)


def _check_server(
    world: World, server: Server, phones: list[Phone], answers: _Answers, place: int, is_old: bool
) -> None:
    """The server starts on what is left, knows its tokens or shows others, and phones go on."""
    tokens = server.key, server.token
    server.key = server.token = ""
    server.port = 0
    server.start()
    if is_old:
        # A first start notes that it showed its tokens after it did, so only those of an earlier start surely stay.
        expect(not server.key, "the server has forgotten its tokens, and makes new ones")
    if not server.key:
        server.key, server.token = tokens
        expect(server.get("/v1/heads").status == 200, "the tokens that were shown are not valid")
    finish(phones, server)
    revisions = [revision for at, revision in answers.published if at <= place]
    if revisions:
        found = json.loads(server.get(f"/v1/policies/{APP}").body)["revision"]
        expect(found >= max(revisions), f"revision {max(revisions)} of the policy was published, and {found} is there")
    _check_record(server)
    expect_whole(world, server, phones)
    server.key, server.token = tokens


def _check_record(server: Server) -> None:
    """The journal says published of what was published, and of nothing else; no intent is left without an outcome."""
    history = [json.loads(line) for line in server.get(f"/v1/policies/{APP}/history").body.splitlines()]
    steps: dict[tuple[int, str], str] = {}
    for line in server.command("export", server.folder / "apps" / f"{APP}.sqlite", "--journal").splitlines():
        entry = json.loads(line)
        if entry["type"].startswith("policy."):
            steps[entry["data"]["number"], entry["data"]["digest"]] = entry["type"]
    recorded = {publication for publication, step in steps.items() if step != "policy.withdrawn"}
    published = {(one["number"], one["digest"]) for one in history}
    expect(recorded == published, f"the journal records {sorted(recorded)}, and published are {sorted(published)}")
    expect("policy.intended" not in steps.values(), f"an intent has no outcome: {steps}")
