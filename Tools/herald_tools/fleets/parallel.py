"""Making a fleet in parts, on one or more processors; the same bytes however many there are."""

import gzip
import multiprocessing
import signal
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from herald_tools.fleets.faults import faulty
from herald_tools.fleets.log_lines import TimedLine
from herald_tools.fleets.releases import DAY
from herald_tools.fleets.scenarios import Scenario

CHUNK = 100  # installations in a part


Part = tuple[int, dict[int, bytes]]  # events, and the lines of each day


class Work:
    """The way a part is made. `shape`: `installation` (lines as they are), `time` (by day, each line with its true
    time before it), `days` (by day, packed with gzip)."""

    def __init__(
        self, make_fleet: Callable[[], Scenario], shape: str, faults: float, first: int, last: int | None
    ) -> None:
        self.make_fleet, self.shape, self.faults = make_fleet, shape, faults
        self.first, self.last = first, last  # numbers; the last is not in it, None: no end

    def parts(self, workers: int) -> Iterator[Part]:
        """(events, {day: bytes}) of each part in order; day 0 is all of it in the shape `installation`."""
        starts = range(self.first, self.last or 10**12, CHUNK)
        if workers == 1:
            _prepare(self)
            yield from map(_part, starts)
            return
        with multiprocessing.Pool(workers, _prepare, (self,)) as pool:
            pending = []
            for start in starts:  # no more than a few ahead: memory stays as it is
                pending.append(pool.apply_async(_part, (start,)))
                if len(pending) > 3 * workers:
                    yield pending.pop(0).get()
            for part in pending:
                yield part.get()


# What each process makes its parts of; `_prepare` sets both.
_work: Work
_fleet: Scenario


def _prepare(work: Work) -> None:
    global _work, _fleet
    _work, _fleet = work, work.make_fleet()
    if multiprocessing.parent_process():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _part(start: int) -> Part:
    end = start + CHUNK if _work.last is None else min(start + CHUNK, _work.last)
    count = 0
    days: dict[int, list[str]] = defaultdict(list)
    for number in range(start, end):
        lines = _fleet.installation(number)
        count += len(lines)
        seed = f"{_fleet.seed} {number} faults"
        _sort_in(faulty(lines, _work.faults, seed) if _work.faults else lines, days)
    return count, {day: _packed(lines) for day, lines in days.items()}


def _sort_in(lines: Iterable[TimedLine], days: dict[int, list[str]]) -> None:
    if _work.shape == "installation":
        days[0].extend(line for _, line in lines)
    elif _work.shape == "days":
        for at, line in lines:
            days[int(at // DAY)].append(line)
    else:
        for at, line in lines:
            days[int(at // DAY)].append(f"{int(at):015d} {line}")


def _packed(lines: list[str]) -> bytes:
    text = "".join(lines).encode()
    return gzip.compress(text, 4, mtime=0) if _work.shape == "days" else text
