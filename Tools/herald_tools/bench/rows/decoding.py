"""Row 3, second part: decoding a log's lines, against Foundation's decoder."""

from collections.abc import Iterator

from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.builds import herald_bench
from herald_tools.bench.harness.report import Row, Skipped
from herald_tools.bench.harness.timing import answer, compared, in_turns


def rows(bench: Bench) -> Iterator[Row | Skipped]:
    events = min(bench.events, 200_000)
    log = bench.fleet.log(events, max(1, bench.installations * events // bench.events))

    def of_one(command: str) -> float:
        return answer([herald_bench(), command, log])["seconds"] / events

    ours, theirs = in_turns(bench.repetitions, lambda: of_one("read"), lambda: of_one("decode"))
    yield compared(
        "3b",
        "one line decoded, against JSONDecoder",
        ours,
        theirs,
        "≥ 20 × faster",
        20,
        inverse=True,
        at_most=False,
        unit=" CPU",
    )
