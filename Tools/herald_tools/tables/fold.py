"""All tables of a log."""

import re
from collections.abc import Iterable

from herald_tools.contract.wire import LogReader, refuse_without_events
from herald_tools.json_types import Row
from herald_tools.tables.rows import decision_row, event_row, installation_row
from herald_tools.tables.stream import Stream
from herald_tools.tables.totals import DocumentTotals, RuleTotals
from herald_tools.tables.written_data import written_data

KEYS = {
    "events": ("source", "revision"),
    "decisions": ("source", "revision"),
    "prompts": ("source", "revision"),
    "updates": ("source", "revision"),
    "installations": ("source",),
    "rules": ("digest", "rule"),
    "documents": ("digest", "format"),
}


def property_column(name: str) -> str:
    """The column of a device's property."""
    return "x_" + re.sub("[^A-Za-z0-9_]", "_", name)


def tables(log: Iterable[bytes], partial: bool = False, properties: Iterable[str] = ()) -> dict[str, list[Row]]:
    """Table -> rows of a log (its lines in bytes); `BadLine` where it is refused. Times are milliseconds.

    properties: of devices, which some tables have as columns.
    """
    names = {property_column(name): name for name in properties}
    reader = LogReader(gaps=partial)
    streams: dict[str, Stream] = {}
    rules, documents = RuleTotals(), DocumentTotals()
    events: list[Row] = []
    decisions: list[Row] = []
    size = 0
    for line in log:
        size += len(line)
        event = reader.take(line.removesuffix(b"\n"), line.endswith(b"\n"))
        if event is None:
            continue
        stream = streams.setdefault(event.source, Stream(event.source))
        known = len(stream.prompts)
        decision = stream.take(event, reader.documents)
        device = {column: stream.state.properties.get(name) for column, name in names.items()}
        events.append({**event_row(event, len(events) + 1, written_data(line.decode("utf-8"))), **device})
        documents.arrived(event, stream.state)
        if len(stream.prompts) > known:
            stream.prompts[-1].update(device)
            rules.appeared(stream.prompts[-1], stream.state)
        if decision:
            decisions.append({**decision_row(event, decision, stream.state), **device})
            rules.decided(decision, stream.state)
    refuse_without_events(events, range(size))
    prompts = [row for stream in streams.values() for row in stream.prompts]
    for row in prompts:
        rules.shown(row)
    return {
        "events": events,
        "decisions": decisions,
        "prompts": prompts,
        "updates": [row for stream in streams.values() for row in stream.updates],
        "installations": [installation_row(stream) for stream in streams.values()],
        "rules": list(rules.rows()),
        "documents": list(documents.rows(reader.documents)),
    }
