"""A second implementation that does not read a key, and random logs that know no more of it than its declaration."""

import argparse
import contextlib
import copy
import io
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

from herald_tools.contract import events
from herald_tools.contract.formats import document
from herald_tools.json_types import JSONObject
from herald_tools.oracle.compare import agrees
from herald_tools.random_logs import made, rules, streams
from herald_tools.random_logs.additions import objects_in
from herald_tools.random_logs.declared import Declarations
from herald_tools.random_logs.tally import Tally

_EVENTS, _STREAMS = 80, 3


def _blind_to_key(name: str) -> contextlib.ExitStack:
    """Hides a key of rules from both."""
    make, read = rules.rule, document.read_root

    def unmade(*arguments: Any) -> Any:
        entry = make(*arguments)
        return {key: value for key, value in entry.items() if key != name} if isinstance(entry, dict) else entry

    def unread(body: str) -> JSONObject:
        root = copy.deepcopy(read(body))
        for _, holder in objects_in(root, ()):
            holder.pop(name, None)
        return root

    stack = contextlib.ExitStack()
    listed = {**made.KEYS["herald"], "update": " ".join({*made.KEYS["herald"]["update"].split()} - {name})}
    stack.enter_context(mock.patch.dict(made.KEYS, {"herald": listed}))
    stack.enter_context(mock.patch.object(rules, "rule", unmade))
    stack.enter_context(mock.patch("herald_tools.contract.formats.herald.read_root", unread))
    return stack


def _blind_to_field(event_type: str, name: str) -> contextlib.ExitStack:
    """Hides a field from both."""
    make, read = streams.Stream.next_event, events.read_data

    def unmade(stream: streams.Stream) -> tuple[str, JSONObject, Any]:
        made_type, data, version = make(stream)
        hidden = {name} if made_type == event_type else set()
        return made_type, {key: value for key, value in data.items() if key not in hidden}, version

    def unread(read_type: str, raw: JSONObject) -> JSONObject:
        hidden = {name} if read_type == event_type else set()
        return read(read_type, {key: value for key, value in raw.items() if key not in hidden})

    stack = contextlib.ExitStack()
    listed = " ".join({*made.FIELDS[event_type].split()} - {name})
    required, optional = events.SHAPES[event_type]
    shape = (required, {key: fits for key, fits in optional.items() if key != name})
    stack.enter_context(mock.patch.dict(made.FIELDS, {event_type: listed}))
    stack.enter_context(mock.patch.dict(events.SHAPES, {event_type: shape}))
    stack.enter_context(mock.patch.object(streams.Stream, "next_event", unmade))
    stack.enter_context(mock.patch("herald_tools.contract.wire.read_data", unread))
    return stack


BLIND = (
    ("key", "skippable"),
    ("key", "targetVersionCode"),
    ("key", "displayBeforeDate"),
    ("push.received", "targetVersion"),
    ("app.foregrounded", "busy"),
)
_BLIND_SEEDS = 12  # of which one has to differ


def is_unseen(blind: tuple[str, str], herald: str, declared: Declarations) -> str | None:
    """What is hidden and makes no difference; None where one is noticed."""
    kind, name = blind
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        arguments = argparse.Namespace(
            herald=herald,
            events=_EVENTS,
            streams=_STREAMS,
            wild=False,
            keep=Path(folder),
            declared=declared,
            gaps=False,
            answers=False,
        )
        with _blind_to_key(name) if kind == "key" else _blind_to_field(kind, name):
            for seed in range(1, _BLIND_SEEDS + 1):
                for arguments.wild in (False, True):
                    if not agrees(seed, arguments, Tally()):
                        return None
    return f"`{name}`" if kind == "key" else f"`{name}` of `{kind}`"
