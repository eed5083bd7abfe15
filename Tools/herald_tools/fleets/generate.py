"""Writes the logs of an invented fleet: the same for the same seed, of any size."""

import argparse
import functools
import sys
from collections.abc import Iterable, Iterator

from herald_tools.fleets.layouts import by_day, by_installation, by_time
from herald_tools.fleets.parallel import Part, Work
from herald_tools.fleets.scenarios import add_options, positive, scenario


def main() -> None:
    options = parsed()
    shape = "days" if options.folder else options.order
    last = options.first + options.installations if options.installations else None
    work = Work(functools.partial(scenario, options), shape, options.faults, options.first, last)
    counted = Counted(work.parts(options.workers), options.events, sys.stderr.isatty() and not options.quiet)
    if options.folder:
        steps = by_day(counted, options.folder, options.first_day, options.files)
    else:
        steps = (by_time if options.order == "time" else by_installation)(counted, options.output)
    for _ in steps:
        pass
    if not options.quiet:
        print(f"{counted.events:,} events", file=sys.stderr)


class Counted:
    """The parts, up to the one with which there are events enough."""

    def __init__(self, parts: Iterable[Part], enough: int | None, prints_progress: bool) -> None:
        self.parts, self.enough, self.prints_progress, self.events = parts, enough, prints_progress, 0

    def __iter__(self) -> Iterator[Part]:
        for part in self.parts:
            self.events += part[0]
            if self.prints_progress:
                print(f"\r{self.events:,} events ", end="", file=sys.stderr, flush=True)
            yield part
            if self.enough and self.events >= self.enough:
                return


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser)
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--installations", type=positive, metavar="N")
    size.add_argument("--events", type=positive, metavar="N", help="at least N: whole hundreds of installations")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the first installation's number (0)")
    parser.add_argument(
        "--order",
        choices=("installation", "time"),
        default="installation",
        help="of the lines in one file: one installation after the other, or as things happened",
    )
    parser.add_argument("--faults", type=float, default=0, metavar="SHARE", help="bad lines after that share of lines")
    parser.add_argument(
        "--workers", type=positive, default=1, metavar="N", help="processes (1); the bytes are the same"
    )
    target = parser.add_mutually_exclusive_group()
    target.add_argument("-o", "--output", default="-", metavar="FILE", help="- is standard output")
    target.add_argument("--folder", metavar="DIR", help="instead: DIR/date=YYYY-MM-DD/part-NNN.jsonl.gz")
    parser.add_argument("--files", type=positive, default=4, metavar="N", help="of each day in the folder (4)")
    parser.add_argument("--quiet", action="store_true")
    return parser.parse_args()
