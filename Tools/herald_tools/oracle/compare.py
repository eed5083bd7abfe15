"""Replays random logs with the program and with the oracle, and shows where they differ."""

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

from herald_tools.contract.replay import replay
from herald_tools.contract.wire import BadLine, read_log
from herald_tools.json_types import JSONObject
from herald_tools.oracle.compare_whatif import compare_whatif
from herald_tools.oracle.gaps import report_gaps
from herald_tools.oracle.generate import generate
from herald_tools.oracle.judge import judge
from herald_tools.patience import PATIENCE
from herald_tools.random_logs.declared import ask
from herald_tools.random_logs.dice import Dice
from herald_tools.random_logs.tally import Tally

_SHOWN = 5  # differences printed for a seed
_REFUSED = 3


Lines = dict[str, list[JSONObject]]  # by source
Expected = dict[str, Lines]  # by the option that asks for them

# What only a line of each kind has. One run prints both kinds, so that a log is read once.
_MEMBERS = {"--decisions": "trigger", "--states": "counts"}


def main() -> int:
    arguments = read_arguments()
    arguments.declared = ask(arguments.herald)
    if report_gaps(arguments.declared):
        return 1
    first, last = arguments.seeds
    tally = Tally()
    failed = 0
    # Both sides of a comparison take one core, so each core has seeds of its own.
    with ProcessPoolExecutor() as workers:
        for is_same, counts in workers.map(examine, range(first, last + 1), repeat(arguments)):
            failed += not is_same
            tally.merge(counts)
    for line in tally.lines():
        print(line)
    print(f"{last - first + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", required=True, help="the program")
    parser.add_argument("--seeds", required=True, type=seed_range, metavar="A..B")
    parser.add_argument("--events", type=int, default=80)
    parser.add_argument("--streams", type=int, default=3)
    parser.add_argument("--wild", action="store_true", help="corrupt logs as well")
    parser.add_argument("--gaps", action="store_true", help="lose lines as well, and read what is left as partial")
    parser.add_argument(
        "--answers", action="store_true", help="judge what why and diff name: from, because and the tests that differ"
    )
    parser.add_argument(
        "--keep", type=Path, default=Path("failed-logs"), metavar="DIR", help="where logs that differ are kept"
    )
    return parser.parse_args()


def seed_range(text: str) -> tuple[int, int]:
    first, _, last = text.partition("..")
    return int(first), int(last or first)


def examine(seed: int, arguments: argparse.Namespace) -> tuple[bool, Tally]:
    """Whether both say the same of a seed's log, and what the log reached."""
    tally = Tally()
    return agrees(seed, arguments, tally), tally


def agrees(seed: int, arguments: argparse.Namespace, tally: Tally) -> bool:
    """Whether both say the same of a seed's log; where not, it is kept and printed."""
    log = generate(seed, arguments.events, arguments.streams, arguments.wild, arguments.declared)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        if arguments.gaps:
            log = with_gaps(log, Dice(f"{seed} gaps"))
        path.write_bytes(log)
        look = compare_partial if arguments.gaps else compare
        differences = look(log, path, arguments.herald, tally)
        if arguments.answers and not differences:
            differences = judge_answers(log, path, arguments.herald)
    name = f"{'wild-' if arguments.wild else ''}{seed}"
    return report_differences(f"seed {seed}", differences, log, arguments.keep / f"{name}.jsonl")


def report_differences(name: str, differences: list[str], log: bytes, kept: Path) -> bool:
    """Whether both agree. Prints some of the differences and keeps the log if they do not."""
    if not differences:
        return True
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(log)
    for difference in differences[:_SHOWN]:
        print(f"{name}: {difference}")
    print(f"{name}: {len(differences)} differences, log kept in {kept}", flush=True)
    return False


def compare(log: bytes, path: Path, herald: str, tally: Tally) -> list[str]:
    """What differs, as lines of text."""
    try:
        events, documents = read_log(log)
    except BadLine as refusal:
        return compare_refusal(refusal, path, herald)
    tally.add(events, documents)
    decisions, states = replay(events, documents)
    expected = {"--decisions": by_source(decisions), "--states": by_source(states)}
    differences = compare_replays(herald, path, expected)
    if not differences:
        differences = compare_ledger(log, path, herald, expected)
    if not differences:
        differences = compare_whatif(events, documents, path, herald)
    return differences


def with_gaps(log: bytes, dice: Dice) -> bytes:
    """A log without some of its numbered lines; documents stay, so that the rest can be read."""
    lines = log.splitlines(keepends=True)
    kept = [line for line in lines if b'"revision"' not in line or b'"document"' in line or not dice.chance(0.06)]
    return b"".join(kept)


def compare_partial(log: bytes, path: Path, herald: str, tally: Tally) -> list[str]:
    """What differs where revisions are missing; nothing where more than that is wrong with the log."""
    try:
        events, documents = read_log(log, partial=True)
    except BadLine:
        return []
    tally.add(events, documents)
    decisions, states = replay(events, documents)
    expected = {"--decisions": by_source(decisions), "--states": by_source(states)}
    differences = compare_replays(herald, path, expected, "--partial")
    return differences or compare_whatif(events, documents, path, herald, "--partial")


def judge_answers(log: bytes, path: Path, herald: str) -> list[str]:
    """What why and diff name otherwise than the contract says; nothing of a log that must be refused."""
    try:
        events, documents = read_log(log)
    except BadLine:
        return []
    return judge(events, documents, path, herald)


def compare_replays(herald: str, path: Path, expected: Expected, *options: str) -> list[str]:
    status, output, errors = run(herald, path, *expected, *options)
    if status != 0:
        return [f"{' '.join(expected)}: exit status: expected 0, got {status} {errors}"]
    try:
        found = [json.loads(line) for line in output.splitlines() if line]
        actual = {what: by_source(line for line in found if _MEMBERS[what] in line) for what in expected}
    except (ValueError, KeyError, TypeError) as error:
        return [f"a line that cannot be read: {error}"]
    if sum(len(lines) for of_kind in actual.values() for lines in of_kind.values()) != len(found):
        return ["a line that is neither a decision nor a state"]
    return [
        f"{what}: {difference}" for what, lines in expected.items() for difference in compare_lines(lines, actual[what])
    ]


def compare_ledger(log: bytes, path: Path, herald: str, expected: Expected) -> list[str]:
    """What a ledger says differently that took the log in twice: its first half, then all of it."""
    lines = log.splitlines(keepends=True)
    half, ledger = path.with_name("half.jsonl"), path.with_name("ledger.sqlite")
    half.write_bytes(b"".join(lines[: len(lines) // 2]))
    for part in (half, path) if has_events(half.read_bytes()) else (path,):
        command = [herald, "import", str(part), "--ledger", str(ledger)]
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        if done.returncode:
            return [
                f"import: exit status: expected 0, got {done.returncode} {done.stderr.decode('utf-8', 'replace')[:500]}"
            ]
    return [f"ledger: {difference}" for difference in compare_replays(herald, ledger, expected)]


def has_events(log: bytes) -> bool:
    """Whether a part of a log is one: blank lines alone are none."""
    try:
        return bool(read_log(log)[0])
    except BadLine:
        return False


def compare_refusal(refusal: BadLine, path: Path, herald: str) -> list[str]:
    differences = []
    for what in ("--decisions", "--states"):
        status, _, errors = run(herald, path, what)
        if status != _REFUSED:
            differences.append(f"{what}: exit status: expected {_REFUSED} ({refusal}), got {status} {errors}")
    return differences


def compare_lines(expected: Lines, actual: Lines) -> list[str]:
    differences = []
    for source in [*expected, *(s for s in actual if s not in expected)]:
        differences += compare_stream(source, expected.get(source, []), actual.get(source, []))
    return differences


def run(herald: str, path: Path, *what: str) -> tuple[int | str, bytes, str]:
    """Exit status, standard output, and what standard error says, shortened."""
    command = [herald, "replay", str(path), *what, "--format", "json"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return "none in time", b"", ""
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")[:500].strip()


def by_source(lines: Iterable[JSONObject]) -> Lines:
    result: Lines = {}
    for line in lines:
        result.setdefault(line["source"], []).append(line)
    return result


def compare_stream(source: str, expected: list[JSONObject], actual: list[JSONObject]) -> list[str]:
    """A stream's lines, one by one; after a missing or additional one the rest is not compared."""
    for wanted, found in zip(expected, actual):
        where = f"source {source!r} revision {wanted['revision']}"
        if wanted["revision"] != found.get("revision"):
            return [f"{where}: the program has revision {found.get('revision')} here"]
        differences = [f"{where} {difference}" for difference in compare_values("", wanted, found)]
        if differences:
            return differences
    if len(expected) != len(actual):
        return [f"source {source!r}: {len(expected)} lines expected, {len(actual)} found"]
    return []


def compare_values(field: str, expected: Any, actual: Any) -> Iterator[str]:
    """Yields each field that differs, with both values; types count, so true is not 1."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in [*expected, *(k for k in actual if k not in expected)]:
            if key not in actual or key not in expected:
                yield f"{field}.{key}: {'missing' if key in expected else 'unexpected'}"
            else:
                yield from compare_values(f"{field}.{key}", expected[key], actual[key])
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for at, (wanted, found) in enumerate(zip(expected, actual)):
            yield from compare_values(f"{field}[{at}]", wanted, found)
    elif type(expected) is not type(actual) or expected != actual:
        yield f"{field}: expected {expected!a}, got {actual!a}"
