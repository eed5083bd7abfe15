"""Measures Herald next to its peers, and prints how they compare with the goals."""

import argparse
import subprocess
import sys
from pathlib import Path

from herald_tools.bench.harness import builds, machine
from herald_tools.bench.harness.bench import Bench
from herald_tools.bench.harness.fleet import Fleet
from herald_tools.bench.harness.report import Missing, Skipped, print_table, say
from herald_tools.bench.rows import (
    analysis,
    answers,
    appends,
    attention,
    audits,
    cores,
    decisions,
    decoding,
    exports,
    groups,
    imports,
    memory,
    pages,
    questions,
    rebuilds,
    replays,
    serving,
    shapes,
    starts,
    uploads,
)

# In the order of the table: a module, its rows' numbers, and what they are called when they're left out.
PARTS = [
    (replays, "1-3", "replays"),
    (decoding, "3b", "reading lines"),
    (shapes, "3c", "logs of other shapes"),
    (rebuilds, "4", "one installation"),
    (appends, "5", "append"),
    (imports, "6", "import"),
    (decisions, "7", "decisions"),
    (attention, "7e", "decisions by rules that use everything"),
    (memory, "8", "memory"),
    (cores, "9", "two threads"),
    (starts, "10", "start"),
    (exports, "11", "tables"),
    (analysis, "12", "tables by other means"),
    (audits, "13", "audit and what-if"),
    (questions, "14", "questions about one installation"),
    (serving, "15", "requests to the server, and the server in Python"),
    (uploads, "16", "many events a request, many streams, a storm of phones"),
    (answers, "19", "a timeline and a search, over HTTP"),
    (pages, "22", "the page of a policy with thousands of rules"),
    (groups, "23", "questions about all installations"),
]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=5_000_000)
    parser.add_argument("--installations", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="200,000 events of 2,000 installations")
    parser.add_argument("--only", metavar="ROWS", help="such as 1-3,6: parts of the table, as they are listed")
    parser.add_argument("--herald", metavar="PROGRAM", help="a release build that is there; default: one is made")
    options = parser.parse_args()
    if options.quick:
        options.events, options.installations = 200_000, 2_000
    return options


def prepared(options: argparse.Namespace) -> Bench:
    """Builds what is measured; raises `Missing` where that cannot be."""
    herald = Path(options.herald).resolve() if options.herald else builds.herald()
    fleet = Fleet(herald, options.seed)
    return Bench(herald, fleet, options.events, options.installations, options.seed, options.repetitions)


def measure(bench: Bench, wanted: set[str] | None) -> list:
    rows = []
    for part, numbers, title in PARTS:
        if wanted and numbers not in wanted:
            continue
        say(f"measuring {numbers}: {title} …")
        try:
            rows += part.rows(bench)
        except Missing as missing:
            rows.append(Skipped(numbers, title, str(missing)))
        except subprocess.CalledProcessError as error:
            rows.append(Skipped(numbers, title, f"`{error.cmd[0]}` ended with status {error.returncode}, see above"))
    return rows


def main() -> int:
    options = parse()
    facts, is_busy = machine.facts(), machine.is_busy()
    try:
        bench = prepared(options)
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    rows = measure(bench, set(options.only.split(",")) if options.only else None)
    data = f"{bench.events:,} events of {bench.installations:,} installations, seed {bench.seed}"
    for name, value in [*facts, ("load after", machine.load()), ("data", data)]:
        print(f"{name + ':':13}{value}")
    print()
    print_table(rows, is_busy)
    return 0
