"""All tables of a log."""

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


def tables(log: Iterable[bytes], partial: bool = False) -> dict[str, list[Row]]:
    """Table -> rows of a log (its lines in bytes); `BadLine` where it is refused. Times are milliseconds."""
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
        events.append(event_row(event, len(events) + 1, written_data(line.decode("utf-8"))))
        stream = streams.setdefault(event.source, Stream(event.source))
        known = len(stream.prompts)
        decision = stream.take(event, reader.documents)
        documents.arrived(event, stream.state)
        if len(stream.prompts) > known:
            rules.appeared(stream.prompts[-1], stream.state)
        if decision:
            decisions.append(decision_row(event, decision, stream.state))
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
