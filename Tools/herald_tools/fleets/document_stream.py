"""An installation that only fetches: it brings each document to the log as soon as it is published."""

from herald_tools.fleets.clock import RightClock
from herald_tools.fleets.log_lines import StreamLog, TimedLine
from herald_tools.fleets.publications import Channel
from herald_tools.fleets.vocabulary import URLS


def document_stream(source: str, name: str, epoch: int, channels: dict[str, Channel], until: float) -> list[TimedLine]:
    """Its lines. What was there before the first day is fetched at its beginning."""
    log, known = StreamLog(source, name, RightClock(epoch, 0), True), set()
    published = [one for channel in channels.values() for one in channel.publications if one.at < until]
    for one in sorted(published, key=lambda one: max(one.at, 0)):
        document = "" if one.digest in known else f',"document":{one.written}'
        known.add(one.digest)
        log.write(
            max(one.at, 0),
            "fetch.succeeded",
            (
                f'"trigger":"heartbeat","url":"{URLS[one.format]}","format":"{one.format}","status":200,'
                f'"digest":"{one.digest}"{document}'
            ),
        )
    return log.lines
