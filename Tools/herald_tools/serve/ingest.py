"""Sending events: what is stored, what is refused, and what the answers say."""

import gzip
import json
import shutil
import subprocess

from herald_tools.serve.lines import event, stream
from herald_tools.serve.running import APP, Server, expect


def stores_and_repeats(server: Server) -> None:
    """Events are stored once, however often they come."""
    lines = stream("/i/repeat", 5)
    first = server.send(lines, token=server.key)
    expect((first.status, first.stream()["stored"], first.stream()["head"]), (200, 5, 5), "the first time")
    second = server.send(lines, token=server.key)
    expect((second.status, second.stream()["duplicates"]), (200, 5), "the second time")
    expect(second.stream()["chain"], first.stream()["chain"], "the chain")
    expect(second.stream()["token"], first.stream()["token"], "the stream's token")


def keeps_bytes(server: Server) -> None:
    """What was sent is given back byte for byte."""
    odd = [line.replace('"data":', ' "data" :  ') for line in stream("/i/bytes é", 2)]
    expect(server.send(odd).status, 200, "sending")
    path = server.folder / "apps" / f"{APP}.sqlite"
    exported = server.command("export", path, "--source", "/i/bytes é").decode().splitlines()
    expect(exported, odd, "the exported lines")


def takes_the_valid_part(server: Server) -> None:
    """A bad line stops its stream, and no other one."""
    good, bad = stream("/i/good", 3), stream("/i/bad", 4)
    bad[2] = bad[2].replace('"type":"app.foregrounded"', '"type":7').replace('"type":"app.backgrounded"', '"type":7')
    answer = server.send([good[0], bad[0], bad[1], good[1], bad[2], bad[3], good[2]])
    expect(answer.status, 207, "the status")
    heads = {stream["source"]: stream["head"] for stream in answer.json()["streams"]}
    expect(heads, {"/i/good": 3, "/i/bad": 2}, "the heads")
    (refused,) = answer.json()["rejected"]
    expect((refused["line"], refused["source"]), (5, "/i/bad"), "the refused line")
    again = server.send([bad[3]], headers={"Herald-Skip": "3"})
    expect((again.status, again.stream()["head"]), (200, 4), "going on behind it")


def tells_gaps_forks(server: Server) -> None:
    """A gap names the revision to go on from, a fork both digests."""
    lines = stream("/i/gap", 6)
    expect(server.send(lines[:2]).status, 200, "the beginning")
    gap = server.send(lines[4:])
    expect((gap.status, gap.json()["rejected"][0]["expected"]), (409, 3), "a gap")
    expect(gap.headers["content-type"], "application/problem+json", "its kind")
    fork = server.send([event("/i/gap", 2, "app.backgrounded", time="2027-01-01T00:00:00Z")])
    expect((fork.status, fork.reasons()), (409, ["forked"]), "another event of the same id")
    other = server.send([event("/i/gap", 2, "app.backgrounded", id="other")])
    expect((other.status, other.reasons()), (409, ["forked"]), "another event of the same revision")
    digests = other.json()["rejected"][0]["digests"]
    expect(sorted(map(len, digests.values())), [64, 64], "the digests")


def one_owner(server: Server) -> None:
    """A key that is taken out of an app cannot write into somebody's history."""
    lines = stream("/i/owner", 4)
    token = server.send(lines[:2], token=server.key).stream()["token"]
    thief = server.send(lines[2:], token=server.key)
    expect((thief.status, thief.reasons()), (403, ["notOwner"]), "without the token")
    expect(thief.json()["streams"], [], "what a stranger learns")
    wrong = server.send(lines[2:], token=server.key, headers={"Herald-Stream": token[:-2] + "xx"})
    expect(wrong.status, 403, "with a wrong token")
    own = server.send(lines[2:3], token=server.key, headers={"Herald-Stream": token})
    expect((own.status, own.stream()["head"]), (200, 3), "with the token")
    shown = server.send(lines, token=server.key)
    expect((shown.status, shown.stream()["head"], shown.stream()["token"]), (200, 4, token), "with the first line")
    expect(server.get("/v1/heads?source=/i/owner", token=server.key).status, 403, "a head without the token")
    head = server.get("/v1/heads?source=/i/owner", token=server.key, headers={"Herald-Stream": token})
    expect(json.loads(head.body)["head"], 4, "a head with the token")
    two = server.send([stream("/i/owner-a", 1)[0], stream("/i/owner-b", 1)[0]], token=server.key)
    expect(two.status, 413, "two installations with an app key")


def other_forms(server: Server) -> None:
    """CloudEvents in JSON, alone and in an array, gzip and zstd."""
    lines = stream("/i/forms", 5)
    single = server.send(lines[0].encode(), kind="application/cloudevents+json; charset=utf-8")
    expect(single.status, 200, "one CloudEvent")
    batch = json.dumps([json.loads(lines[1]), json.loads(lines[2])], indent=2).encode()
    expect(server.send(batch, kind="application/cloudevents-batch+json").status, 200, "an array")
    packed = gzip.compress(lines[3].encode())
    expect(server.send(packed, headers={"Content-Encoding": "gzip"}).status, 200, "gzip")
    if shutil.which("zstd"):
        packed = subprocess.run(["zstd", "-q"], input=lines[4].encode(), capture_output=True, check=True).stdout
        expect(server.send(packed, headers={"Content-Encoding": "zstd"}).status, 200, "zstd")
    binary = server.send(b"{}", kind="application/json", headers={"ce-id": "1", "ce-type": "app.launched"})
    expect((binary.status, "binary" in binary.json()["why"]), (415, True), "CloudEvents' binary mode")
    expect(server.send(b"x", headers={"Content-Encoding": "br"}).status, 415, "another encoding")
    expect(server.send(b"nonsense", kind="application/cloudevents-batch+json").status, 400, "no JSON")
    expect(server.send(packed[:20], headers={"Content-Encoding": "zstd"}).status, 400, "half an archive")


def limits(server: Server) -> None:
    """What is too much is refused, and says how much is not."""
    bomb = gzip.compress(b"\n" * (30 << 20))
    expect(server.send(bomb, headers={"Content-Encoding": "gzip"}).status, 413, "a gzip bomb")
    many = b"".join(line.encode() + b"\n" for line in (event(f"/i/many/{n}", 1) for n in range(1001)))
    expect(server.send(many).status, 413, "1,001 installations")
    expect(server.send(b"{}\n" * 65_537).status, 413, "65,537 lines")
    expect(server.send(b"[" * 100_000 + b"\n").status, 422, "deep nesting")


def tokens(server: Server) -> None:
    """Roles, expiry and revoking."""
    expect(server.send([], token=None).status, 401, "no token")
    expect(server.send([], token="herald_12345678_nonsense").status, 401, "a wrong token")
    made = server.command("token", "new", "--data", server.folder, "--role", "read", "--name", "desk")
    token = json.loads(made)
    expect(server.send(stream("/i/tokens", 1), token=token["token"]).status, 403, "another role")
    server.command("token", "revoke", "--data", server.folder, token["id"])
    listed = server.command("token", "list", "--data", server.folder).decode()
    expect(token["token"].rsplit("_", 1)[1] in listed, False, "a listed secret")


CASES = [
    stores_and_repeats,
    keeps_bytes,
    takes_the_valid_part,
    tells_gaps_forks,
    one_owner,
    other_forms,
    limits,
    tokens,
]
