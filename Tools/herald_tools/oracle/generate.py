"""Writes a random log: valid, or with `--wild` perhaps one that must be refused."""

import argparse
import sys

from herald_tools.contract.wire import BadLine, read_log
from herald_tools.random_logs.corruption import corrupted
from herald_tools.random_logs.declared import Declarations, ask
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.logs import LogMaker
from herald_tools.random_logs.tally import Tally


def generate(seed: int, events: int, streams: int, wild: bool = False, declared: Declarations | None = None) -> bytes:
    """The bytes of the log of a seed.

    - declared: what a program declares, so that the log has what no maker here knows as well.
    """
    maker = LogMaker(seed, streams, declared)
    log = maker.make(events)
    return corrupted(Dice(f"{seed} wild"), log, maker.additions.strict_fields()) if wild else log


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--events", type=int, default=80)
    parser.add_argument("--streams", type=int, default=3)
    parser.add_argument("--wild", action="store_true", help="corrupt some lines: the log may have to be refused")
    parser.add_argument("--tally", action="store_true", help="say on standard error what the log reaches")
    parser.add_argument("--herald", help="a program, whose declared keys and fields the log has too")
    arguments = parser.parse_args()
    declared = ask(arguments.herald) if arguments.herald else None
    log = generate(arguments.seed, arguments.events, arguments.streams, arguments.wild, declared)
    sys.stdout.buffer.write(log)
    if arguments.tally:
        print_tally(log)


def print_tally(log: bytes) -> None:
    tally = Tally()
    try:
        tally.add(*read_log(log))
    except BadLine as error:
        print(error, file=sys.stderr)
    for line in tally.lines():
        print(line, file=sys.stderr)
