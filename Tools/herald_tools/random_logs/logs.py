"""Random logs: several streams in one file, with everything that a valid log may hold."""

from typing import Any

from herald_tools.contract.events import SHAPES
from herald_tools.contract.wire import LogReader
from herald_tools.envelope import event
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.additions import Additions
from herald_tools.random_logs.declared import Declarations
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.documents import Library
from herald_tools.random_logs.json_writer import Raw, Writer, reordered
from herald_tools.random_logs.streams import Stream

_ODD_SOURCES = ["/i/caf\u00e9", "/i/cafe\u0301", "urn:x", "/i/a b", "//h/\U0001f600", '/i/"\\']
_EXTRAS: dict[str, list[Any]] = {
    "subject": ["x", None],
    "dataschema": [None, "urn:y"],
    "x": [Raw("1.0"), {"a": [None]}],
    "traceparent": ["00"],
}
_BLANK_LINES = ["", "", " ", "\t", "\r", " \t\r"]
_BIG = 100_000


class LogMaker:
    """Writes a log's lines; each is read back, so what is written is valid."""

    def __init__(self, seed: int, stream_count: int, declared: Declarations | None = None) -> None:
        self.dice = Dice(seed)
        self.reader = LogReader()
        self.additions = Additions(declared, seed)
        library, documents = Library(self.dice, self.additions), self.reader.documents
        self.streams = [Stream(self.dice, source, library, documents) for source in self._sources(stream_count)]
        self.written: list[tuple[JSONObject, str]] = []  # content and line of every event
        self.lines: list[str] = []

    def _sources(self, count: int) -> list[str]:
        odd = self.dice.sample(_ODD_SOURCES, len(_ODD_SOURCES))
        plain = self.dice.sample(range(100_000), count)
        return [
            odd[at] if at < len(odd) and self.dice.chance(0.15) else f"/i/{number}" for at, number in enumerate(plain)
        ]

    def make(self, event_count: int) -> bytes:
        """The log's bytes."""
        for _ in range(event_count):
            if self.dice.chance(0.02):
                self.lines.append(self.dice.pick(_BLANK_LINES))
            if self.written and self.dice.chance(0.03):
                self.lines.append(self._again())
            self._add_event(self.dice.pick(self.streams))
        return self._joined()

    def _add_event(self, stream: Stream) -> None:
        content = self._content(stream)
        line = Writer(self.dice).write(content)
        written = self.reader.take(line.encode("utf-8"))
        assert written  # the line is whole, and its id is new
        stream.sent += 1
        stream.follow(written)
        self.written.append((content, line))
        self.lines.append(line + self.dice.weighted((30, ""), (1, " "), (1, "\r"), (1, "\t")))

    def _content(self, stream: Stream) -> JSONObject:
        dice = self.dice
        stream.clock.next_moment()
        event_type, data, version = stream.next_event()
        if other := self.additions.other_type():
            event_type, data, version = other, {}, 1
        content = event(self._id(stream), stream.source, event_type, stream.clock.time_text())
        revision = stream.state.revision + 1
        if stream.numbered:
            content["revision"] = dice.weighted((30, revision), (1, Raw(f"{revision}.0")))
        elif dice.chance(0.05):
            content["revision"] = None
        if version != 1 or dice.chance(0.1):
            content["dataversion"] = version
        if dice.chance(0.1):
            content["datacontenttype"] = dice.pick(["application/json", "Application/JSON ; charset=utf-8", None])
        if data or dice.chance(0.6):
            content["data"] = self._with_unknown(data)
        elif dice.chance(0.2):
            content["data"] = None
        if dice.chance(0.08):
            name = dice.pick(list(_EXTRAS))
            content[name] = dice.pick(_EXTRAS[name])
        self._add_declared(content, event_type, version)
        if event_type not in SHAPES:
            self._loosen(content)
        return reordered(dice, content) if dice.chance(0.1) else content

    def _add_declared(self, content: JSONObject, event_type: str, version: Any) -> None:
        if version == 1 and not content.get("data") and self.additions.needs_data(event_type):
            content["data"] = {}
        self.additions.add_to_event(content)

    def _loosen(self, content: JSONObject) -> None:
        """Of an unknown type any CloudEvent will do."""
        dice = self.dice
        if dice.chance(0.3):
            content.pop("time")
        if dice.chance(0.3):
            content["data"] = dice.pick([7, Raw("1.50"), "x", '"', True, False, [1, {"a": 2}], [], "caf\u00e9\n", None])
        elif dice.chance(0.15):
            content.pop("data", None)
            content["data_base64"] = "AAEC"
        if dice.chance(0.15):
            content["datacontenttype"] = dice.pick(["text/plain", "image/png", "application/json; charset=utf-8"])

    def _with_unknown(self, data: JSONObject) -> JSONObject:
        if not self.dice.chance(0.06):
            return data
        return {**data, self.dice.pick(["extra", "caf\u00e9", "cafe\u0301"]): self.dice.pick([None, 1, {"a": []}, "x"])}

    def _id(self, stream: Stream) -> str:
        number = stream.sent + 1
        return self.dice.weighted(
            (12, f"e-{number}"), (1, f"caf\u00e9{number}"), (1, f"cafe\u0301{number}"), (1, str(number))
        )

    def _again(self) -> str:
        """An earlier line again: as it was, or the same content in another dress."""
        content, line = self.dice.pick(self.written)
        if self.dice.chance(0.5) or len(line) > _BIG:
            return line
        return Writer(self.dice).write(reordered(self.dice, content))

    def _joined(self) -> bytes:
        """The lines; the last may lack its newline, or be cut off by a crash."""
        log = "".join(line + "\n" for line in self.lines).encode("utf-8")
        ending = self.dice.weighted((6, "whole"), (1, "unterminated"), (2, "torn"))
        if ending == "unterminated":
            return log[:-1]
        if ending == "torn" and self.written:
            content = {**self._content(self.dice.pick(self.streams)), "id": "caf\u00e9-torn"}
            line = Writer(self.dice).write(content).encode("utf-8")
            return log + line[: self.dice.randrange(1, len(line))]
        return log
