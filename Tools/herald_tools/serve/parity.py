"""What the server answers is what the command line prints, byte for byte, over the whole corpus.

The command line reads the server's own ledgers while it runs, from the folder of the server, so that both name a ledger
alike and nothing has to be told apart.

By default a fixed sample is asked: every twelfth installation or so gets each kind of question, about one of its
decisions. `--all` asks everything of everything, and takes minutes.
"""

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlencode

from herald_tools.json_types import JSONObject
from herald_tools.serve.parity_logs import CLEAN, logs_by_app
from herald_tools.serve.running import Answer, Failed, Server, expect

_TABLES = ["events", "decisions", "prompts", "updates", "installations", "rules", "documents"]
_DOCUMENTS = {
    "offer": '{"packageName":"com.example.shop","updates":[{"id":"v99","targetVersion":"99.0",'
    '"targetWebsiteUrl":"https://apps.example.com/shop","descriptions":{"*":{"message":"Version 99 is here."}}}]}',
    "nothing": '{"packageName":"com.example.shop"}',
    "broken": "{",
}
# Each is asked at the end, and ever.
_CONDITIONS = [
    "counts.launches > 0",
    "zone != 0 or policy",
    "event.trigger == launch or event.type ~ prompt",
    "audit.unjustified > 0 or audit.missed > 0",
    "event.data.trigger and lastTime > 2026-01-01T00:00:00Z",
]
# Begins the names of the apps that have no line but good ones.
_KEY = bytes(range(100, 132))
_ERROR = re.compile(r"error\[(\w+)\]: (.*)\n(?:  at  .*\n)?  why (.*)\n  fix (.*)\n")

# Every so many installations one is asked this.
_STRIDES = {
    "state": 12,
    "timeline": 10,
    "until": 24,
    "why": 12,
    "not": 12,
    "again": 14,
    "diff": 14,
    "whatif": 24,
    "redacted": 8,
}


@dataclass
class Question:
    """A request and the command that has the same answer."""

    app: str
    path: str
    words: list[str]
    query: dict[str, str] = field(default_factory=dict)
    document: str | None = None

    def __str__(self) -> str:
        return f"herald {' '.join(self.words)} and {self.path} {self.query}"


def says_what_commands_print(server: Server) -> None:
    """The answers about all logs of the corpus are those of the command line."""
    with tempfile.TemporaryDirectory() as folder:
        own = Server(server.herald, Path(folder) / "server")
        for name, text in _DOCUMENTS.items():
            (Path(folder) / f"{name}.json").write_text(text)
        logs = logs_by_app()
        # The first start makes the folder, and the tokens make the apps.
        with own:
            for app in logs:
                own.command("token", "new", "--data", own.folder, "--role", "append", "--name", "app", "--app", app)
            own.stop()
        with own:
            _Comparison(own, server.is_thorough).run(logs)


class _Comparison:
    def __init__(self, server: Server, is_thorough: bool) -> None:
        self.server, self.is_thorough = server, is_thorough
        self.number = 0
        self.asked = 0
        self.differences: list[str] = []
        self.whole: set[str] = set()  # the apps of which every line was taken
        self.opposed: list[str] = []  # the apps where two groups were held against each other, once for each answer

    def run(self, logs: dict[str, list[Path]]) -> None:
        with ThreadPoolExecutor(2) as pool:
            for app, files in logs.items():
                self.whole.add(app)
                for file in files:
                    sent = self.server.request("POST", f"/v1/events?app={app}", file.read_bytes())
                    if sent.status not in (200, 207, 409, 422):
                        raise Failed(f"{file}: {sent.status} {sent.body.decode()}")
                    if sent.status != 200:
                        self.whole.discard(app)
                        if app.startswith(CLEAN):
                            raise Failed(f"{file}, of which every line is good: {sent.status} {sent.body.decode()}")
                list(pool.map(self.compare, self.questions(app)))
                self.compare_tables(app)
                self.compare_redacted(app)
        if self.differences:
            raise Failed("\n".join([f"{len(self.differences)} of {self.asked} differ", *self.differences[:10]]))
        if not self.opposed:
            raise Failed(f"no two groups were compared; every line was taken in {len(self.whole)} of {len(logs)} apps")
        print(f"{self.asked} answers are those of the command line; {len(self.opposed)} of them compare two groups,")
        print(f"in {len(set(self.opposed))} of the {len(self.whole)} apps in which every line was taken")

    def is_asked(self, kind: str) -> bool:
        """Whether the present installation is one of those that are asked this."""
        return self.is_thorough or self.number % _STRIDES[kind] == 0

    def questions(self, app: str) -> Iterator[Question]:
        ledger = f"apps/{app}.sqlite"
        heads = self.server.get(f"/v1/heads?app={app}").body.splitlines()
        sources = [str(json.loads(head)["source"]) for head in heads]
        for name in _DOCUMENTS if self.number == 0 or self.is_thorough else ["offer"]:
            yield self.whatif(app, name)
        yield from self.finds(app, ledger)
        # Of refused lines the server knows more than the ledger has.
        if app in self.whole:
            yield from self.groups(app, ledger)
        for at, source in enumerate(sources):
            self.number += 1
            words = [ledger, "--source", source]
            path = f"/v1/installations/{quote(source, safe='')}"
            states, timeline = ["replay", *words, "--states"], ["replay", *words, "--decisions", "--states"]
            if self.is_asked("state"):
                yield Question(app, path, states)
            if self.is_asked("timeline"):
                yield Question(app, f"{path}/timeline", timeline)
            decisions = self.decisions(app, path)
            shown = [line for line in decisions if line["show"]]
            if decisions and self.is_asked("until"):
                revision = str(decisions[self.number % len(decisions)]["revision"])
                yield Question(app, path, [*states, "--until", revision], {"until": revision})
                time = str(decisions[self.number % len(decisions)]["time"])
                yield Question(app, f"{path}/timeline", [*timeline, "--until", time], {"until": time})
            if self.is_asked("why"):
                yield Question(app, f"{path}/decisions/last", ["why", *words])
                for line in self.some(decisions):
                    yield self.moment(app, path, words, line["revision"])
                yield self.moment(app, path, words, 10_000)
            if self.is_asked("not"):
                for line in self.some(decisions):
                    rules = [rule["rule"] for rule in line.get("rules", [])]
                    for rule in rules if self.is_thorough else rules[-1:]:
                        part = f"/not/{quote(rule, safe='')}"
                        yield self.moment(app, path, words, line["revision"], part, "--not", rule)
                yield self.moment(app, path, words, 2, "/not/nobody", "--not", "nobody")
            if self.is_asked("again"):
                yield Question(app, f"{path}/decisions/last/again", ["why", *words, "--again"])
                for line in self.some(shown):
                    yield self.moment(app, path, words, line["revision"], "/again", "--again")
            if self.is_asked("diff"):
                other = sources[at - 1]
                sides = [*words, *(["--source", other] if other != source else [])]
                points = ["--at", "2", "--at", "3"] if other == source else []
                query = {"with": other} | ({"at": "2", "with-at": "3"} if points else {})
                yield Question(app, f"{path}/diff", ["diff", *sides, *points], query)
                query = {"with": source, "at": "1", "with-at": "3"}
                yield Question(app, f"{path}/diff", ["diff", *words, "--at", "1", "--at", "3"], query)
            if self.is_asked("whatif"):
                yield self.whatif(app, "offer", source)

    def some(self, lines: list[JSONObject]) -> list[JSONObject]:
        """All of them, or one that depends on the installation's number."""
        return lines if self.is_thorough or not lines else [lines[self.number % len(lines)]]

    def decisions(self, app: str, path: str) -> list[JSONObject]:
        answer = self.server.get(f"{path}/timeline?app={app}")
        return [line for line in map(json.loads, answer.body.splitlines()) if "show" in line]

    @staticmethod
    def finds(app: str, ledger: str) -> Iterator[Question]:
        for condition in _CONDITIONS:
            words, query = ["find", ledger, "--where", condition], {"where": condition}
            yield Question(app, "/v1/find", words, query)
            yield Question(app, "/v1/find", [*words, "--ever", "--limit", "3"], query | {"ever": "true", "limit": "3"})
        time = "2026-03-10T00:00:00Z"
        yield Question(app, "/v1/find", ["find", ledger, "--at", time, "--user", "a"], {"at": time, "user": "a"})

    @staticmethod
    def groups(app: str, ledger: str) -> Iterator[Question]:
        for condition in _CONDITIONS:
            words, query = ["diff", ledger, "--where", condition], {"where": condition}
            yield Question(app, "/v1/diff", words, query)
            yield Question(app, "/v1/diff", [*words, "--ever", "--all"], query | {"ever": "true", "all": "true"})

    @staticmethod
    def moment(app: str, path: str, words: list[str], revision: int, part: str = "", *more: str) -> Question:
        return Question(app, f"{path}/decisions/{revision}{part}", ["why", *words, "--revision", str(revision), *more])

    def whatif(self, app: str, name: str, source: str | None = None) -> Question:
        document = str(self.server.folder.parent / f"{name}.json")
        words = ["whatif", f"apps/{app}.sqlite", "--policy", document, *(["--source", source] if source else [])]
        return Question(app, "/v1/whatif", words, {"source": source} if source else {}, _DOCUMENTS[name])

    def compare(self, question: Question) -> None:
        self.asked += 1
        path = f"{question.path}?{urlencode(question.query | {'app': question.app})}"
        body = question.document.encode() if question.document is not None else None
        answer = self.server.request("POST" if body else "GET", path, body, kind="application/json")
        command = [str(self.server.herald), *question.words, "--format", "json"]
        printed = subprocess.run(command, cwd=self.server.folder, capture_output=True, check=False)
        difference = _difference(answer, printed)
        if difference:
            self.differences.append(f"{question}\n{difference}")
        elif question.path == "/v1/diff" and _has_two_groups(printed.stdout):
            self.opposed.append(question.app)

    def compare_tables(self, app: str) -> None:
        for kind in ["csv", "jsonl"] if self.is_thorough or app.endswith("0") else ["csv"]:
            folder = self.server.folder.parent / f"{app}-{kind}"
            self.server.command(
                "export", self.server.folder / "apps" / f"{app}.sqlite", "--table", "all", "--as", kind, "-o", folder
            )
            for name in _TABLES:
                self.asked += 1
                answer = self.server.get(f"/v1/tables/{name}?app={app}&format={kind}")
                expect(answer.status, 200, f"the table {name}")
                if answer.body != (folder / f"{name}.{kind}").read_bytes():
                    self.differences.append(f"the table {name} of {app} as {kind}")

    def compare_redacted(self, app: str) -> None:
        """Redacted logs of single installations, under one key on both sides."""
        folder = self.server.folder.parent
        (folder / "key").write_bytes(_KEY)
        ledger = self.server.folder / "apps" / f"{app}.sqlite"
        sources = [
            str(json.loads(head)["source"]) for head in self.server.get(f"/v1/heads?app={app}").body.splitlines()
        ]
        for source in sources if self.is_thorough else sources[:: _STRIDES["redacted"]]:
            self.asked += 1
            path = f"/v1/installations/{quote(source, safe='')}/redacted?app={app}"
            answer = self.server.get(path, headers={"Herald-Redaction-Key": _KEY.hex()})
            log = folder / "one.jsonl"
            log.write_bytes(self.server.command("export", ledger, "--source", source))
            redacted = self.server.command("export", log, "--redact", "--key", folder / "key", "--partial")
            if answer.status != 200 or answer.body != redacted:
                self.differences.append(f"the redacted log of {source} of {app}: {answer.status}")


def _has_two_groups(printed: bytes) -> bool:
    """True where the lines about groups have a summary in which neither is empty."""
    summaries = [line["summary"] for line in map(json.loads, printed.splitlines()) if "summary" in line]
    return any(summary["a"] and summary["b"] for summary in summaries)


def _difference(answer: Answer, printed: subprocess.CompletedProcess[bytes]) -> str | None:
    """What is not the same; None for nothing. A refusal has the same code and words on both sides."""
    # Nothing that is found is an answer too, with status 2.
    if printed.returncode == 0 or (printed.returncode == 2 and printed.stdout):
        if answer.status == 200 and answer.body == printed.stdout:
            return None
        return f"  printed  {printed.stdout.decode()[:2000]}\n  {answer.status}  {answer.body.decode()[:2000]}"
    error = printed.stderr.decode()
    told = _ERROR.search(error)
    problem = answer.json() if answer.headers.get("content-type") == "application/problem+json" else {}
    found = (problem.get("type", "").rpartition(":")[2], problem.get("detail"), problem.get("why"), problem.get("fix"))
    if told and found == told.groups():
        return None
    return f"  printed  {error[:2000]}\n  {answer.status}  {answer.body.decode()[:2000]}"


CASES = [says_what_commands_print]
