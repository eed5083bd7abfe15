"""The wire form: JSON Lines of CloudEvents (section 1)."""

import hashlib
from collections.abc import Callable, Sized

from herald_tools.contract.events import SHAPES, BadData, Event, read_data
from herald_tools.contract.json_reader import JSONError, comparable, read_json
from herald_tools.contract.numbers import Number, integer
from herald_tools.contract.times import NO_TIME, Moment, read_time
from herald_tools.json_types import Documents, JSONObject

_VERSION_OF_DATA = 1


class BadLine(Exception):
    """A line that refuses the log: number, code, reason."""

    def __init__(self, line: int, code: str, reason: object) -> None:
        super().__init__(f"{line}: {code}: {reason}")


class _Wrong(Exception):
    """What is wrong with a line: code, reason."""


class _Stream:
    """What has been accepted of one stream."""

    def __init__(self) -> None:
        self.contents: dict[str, object] = {}  # id -> content, comparable
        self.revision = 0
        self.is_numbered: bool | None = None  # whether its lines carry `revision`


class LogReader:
    """Reads a log line by line. `gaps`: revisions need only ascend."""

    def __init__(self, gaps: bool = False) -> None:
        self.gaps = gaps
        self.streams: dict[str, _Stream] = {}
        self.documents: Documents = {}
        self.lines = 0

    def take(self, line: bytes, is_whole: bool = True) -> Event | None:
        """The event of the next line; None where the line is blank, a duplicate or torn."""
        self.lines += 1
        if not line.strip(b" \t\r"):
            return None
        try:
            return self._event(line)
        except JSONError as error:
            if is_whole or not _begins_as_event(line):
                raise BadLine(self.lines, "notJSON", error) from error
            return None
        except _Wrong as error:
            raise BadLine(self.lines, *error.args) from error

    def _event(self, line: bytes) -> Event | None:
        try:
            content = read_json(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise JSONError("not UTF-8") from error
        if not isinstance(content, dict):
            raise _Wrong("notObject", "a line is an object")
        attributes = {name: value for name, value in content.items() if value is not None}
        source, event_id = _word(attributes, "source"), _word(attributes, "id")
        stream = self.streams.get(source) or _Stream()
        comparable_content = comparable(content)
        if event_id in stream.contents:
            if stream.contents[event_id] == comparable_content:
                return None
            raise _Wrong("otherContent", f"id {event_id} again with other content")
        event = self._checked(attributes, source, event_id, stream)
        self._accept(event, stream, comparable_content, "revision" in attributes)
        return event

    def _checked(self, attributes: JSONObject, source: str, event_id: str, stream: _Stream) -> Event:
        if attributes.get("specversion") != "1.0":
            raise _Wrong("specversion", "`specversion` is not 1.0")
        event_type = _word(attributes, "type")
        is_known_type = event_type in SHAPES
        if is_known_type and not _is_json(attributes.get("datacontenttype", "application/json")):
            raise _Wrong("datacontenttype", "`datacontenttype` is not application/json")
        time = NO_TIME if not is_known_type and "time" not in attributes else _time(attributes)
        raw = attributes.get("data", {})
        if is_known_type and not isinstance(raw, dict):
            raise _Wrong("data", "`data` is not an object")
        data_version = _whole(attributes, "dataversion", 1)
        is_known = is_known_type and data_version == _VERSION_OF_DATA
        revision = self._revision(attributes, stream)
        data = self._data(event_type, raw) if is_known else {}
        return Event(self.lines, source, event_id, event_type, time, revision, data, is_known)

    def _revision(self, attributes: JSONObject, stream: _Stream) -> int:
        written = _whole(attributes, "revision", None)
        if stream.is_numbered not in (None, written is not None):
            raise _Wrong("revision", "`revision` in some of a stream's lines only")
        if written is None:
            return stream.revision + 1
        if written <= stream.revision or (not self.gaps and written != stream.revision + 1):
            raise _Wrong("revision", f"revision {written} after {stream.revision}")
        return written

    def _data(self, event_type: str, raw: JSONObject) -> JSONObject:
        try:
            data = read_data(event_type, raw)
        except BadData as error:
            raise _Wrong("data", error) from error
        if "digest" in data and event_type == "fetch.succeeded":
            self._check_document(data)
        return data

    def _check_document(self, data: JSONObject) -> None:
        digest, body = data["digest"], data.get("document")
        if body is None and digest not in self.documents:
            raise _Wrong("digest", "a digest never seen, without its document")
        if body is not None and digest_of(body) != digest:
            raise _Wrong("digest", "the document has another digest")

    def _accept(self, event: Event, stream: _Stream, content: object, is_numbered: bool) -> None:
        self.streams[event.source] = stream
        stream.contents[event.id] = content
        stream.revision = event.revision
        stream.is_numbered = is_numbered
        if event.is_known and event.type == "fetch.succeeded" and "document" in event.data:
            self.documents[event.data["digest"]] = event.data["document"]


def digest_of(body: str) -> str:
    return "sha256:" + hashlib.sha256(body.encode("utf-8")).hexdigest()


def read_log(
    log: bytes, partial: bool = False, skip_invalid: bool = False, report: Callable[[str], None] = lambda text: None
) -> tuple[list[Event], Documents]:
    """All events of a log (bytes), in file order, and its documents; `BadLine` where it is refused."""
    reader = LogReader(gaps=partial or skip_invalid)
    *whole_lines, last = log.split(b"\n")
    events = []
    for line, is_whole in [(line, True) for line in whole_lines] + [(last, False)]:
        try:
            event = reader.take(line, is_whole)
        except BadLine as error:
            if not skip_invalid:
                raise
            report(str(error))
            continue
        if event:
            events.append(event)
    refuse_without_events(events, log)
    return events, reader.documents


def refuse_without_events(events: Sized, log: Sized) -> None:
    """A log that has bytes, and of which no event was read, is no log."""
    if log and not events:
        raise BadLine(0, "noEvents", "no event was read")


def _begins_as_event(line: bytes) -> bool:
    """Whether a line that cannot be parsed was cut off within an event."""
    start = line.lstrip(b" \t\r")
    return start.startswith(b'{"') or start == b"{"


def _is_json(content_type: object) -> bool:
    """Whether it is JSON's media type, in any case, with or without parameters."""
    return isinstance(content_type, str) and content_type.split(";")[0].strip().lower() == "application/json"


def _word(attributes: JSONObject, name: str) -> str:
    value = attributes.get(name)
    if not isinstance(value, str) or not value:
        raise _Wrong(name, f"`{name}` is missing, empty or no text")
    return value


def _time(attributes: JSONObject) -> Moment:
    value = attributes.get("time")
    time = read_time(value) if isinstance(value, str) else None
    if time is None:
        raise _Wrong("time", "`time` is not an RFC 3339 time")
    return time


def _whole(attributes: JSONObject, name: str, default: int | None) -> int | None:
    """An integer from 1."""
    value = attributes.get(name)
    if value is None:
        return default
    result = integer(value) if isinstance(value, Number) else None
    if result is None or result < 1:
        raise _Wrong(name, f"`{name}` is not an integer from 1")
    return result
