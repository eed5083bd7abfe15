"""Judges what `herald analyze` says of random documents: no device and no life may contradict it."""

import argparse
import json
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from herald_tools.analysis.app import App
from herald_tools.analysis.case import Effort, ask_herald, make_case
from herald_tools.analysis.judged import Judged
from herald_tools.analysis.left_open import is_left_open
from herald_tools.analysis.narrowed import make_narrowed
from herald_tools.analysis.other_formats import judge_other, make_other
from herald_tools.analysis.pairs import Parted
from herald_tools.analysis.real import judge_real, real_documents
from herald_tools.analysis.selftest import selftest
from herald_tools.json_types import JSONObject
from herald_tools.oracle.compare import seed_range

_SHOWN = 6
_OPEN = "answers left open that are known here"


def main() -> int:
    arguments = read_arguments()
    if arguments.self_test:
        return selftest()
    tally, failed, total = Counter[str](), 0, 0
    with ProcessPoolExecutor() as workers:
        if arguments.seeds:
            first, last = arguments.seeds
            for differs, counts in workers.map(examine, range(first, last + 1), repeat(arguments)):
                total, failed = total + 1, failed + differs
                tally += counts
        if arguments.real:
            real = real_documents(arguments.real)
            for differs, counts in workers.map(examine_real, real, repeat(arguments)):
                total, failed = total + 1, failed + differs
                tally += counts
    for name, count in sorted(tally.items()):
        print(f"{count:7} {name}")
    print(f"{total - failed} passed, {failed} failed")
    if arguments.left_open is not None and tally[_OPEN] > arguments.left_open:
        print(f"{tally[_OPEN]} answers leave open what is known here; at most {arguments.left_open} may")
        return 1
    return 1 if failed or not total else 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", help="the program")
    parser.add_argument("--seeds", type=seed_range, metavar="A..B")
    parser.add_argument("--real", type=Path, metavar="FOLDER", help="with documents in lines of JSON, to be judged too")
    parser.add_argument(
        "--narrowed", action="store_true", help="ask with --assume, --from and --like, as each seed has them"
    )
    parser.add_argument("--formats", action="store_true", help="random documents of other formats than Herald's own")
    parser.add_argument("--points", type=int, default=2000, help="questions to fresh devices for each document")
    parser.add_argument(
        "--lives", type=int, default=60, help="random lives that attack each verdict; 10000 in a long run"
    )
    parser.add_argument("--keep", type=Path, default=Path("failed-analyses"), metavar="DIR", help="for what differs")
    parser.add_argument(
        "--left-open", type=int, metavar="N", help="let N answers be *not decided* where the judges know the answer"
    )
    parser.add_argument("--self-test", action="store_true", help="judge right and wrong answers of no program")
    arguments = parser.parse_args()
    if not arguments.self_test and not (arguments.herald and (arguments.seeds or arguments.real)):
        parser.error("--herald and --seeds or --real, or --self-test")
    return arguments


def examine(seed: int, arguments: argparse.Namespace) -> tuple[bool, Counter[str]]:
    """True where something differs; and what the seed reached."""
    return examine_other(seed, arguments) if arguments.formats else examine_own(seed, arguments)


def examine_other(seed: int, arguments: argparse.Namespace) -> tuple[bool, Counter[str]]:
    tally, case = Counter[str](), make_other(seed)
    effort, herald = Effort(arguments.points, arguments.lives), ask_herald(str(Path(arguments.herald).resolve()))
    with tempfile.TemporaryDirectory() as name:
        case.write(Path(name))
        differences = failing(judge_other(case, Path(name), herald, effort, tally), arguments, tally)
    if differences:
        kept = arguments.keep / f"{seed}-{case.profile}"
        kept.mkdir(parents=True, exist_ok=True)
        case.write(kept)
        _tell(f"seed {seed} ({' '.join([case.profile, *case.options])})", differences, kept)
    return bool(differences), tally


def examine_own(seed: int, arguments: argparse.Namespace) -> tuple[bool, Counter[str]]:
    tally = Counter[str]()
    case = make_narrowed(seed) if arguments.narrowed else make_case(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        case.write(folder)
        judged = Judged(case, folder, Effort(arguments.points, arguments.lives), tally, str(seed))
        differences = judged.judge(ask_herald(str(Path(arguments.herald).resolve())))
    differences = failing(differences, arguments, tally)
    if differences:
        kept = arguments.keep / str(seed)
        kept.mkdir(parents=True, exist_ok=True)
        case.write(kept)
        for number, found in enumerate(judged.counterexamples):
            _write_logs(kept, number, found)
        _tell(f"seed {seed} ({' '.join([case.profile, *case.options])})", differences, kept)
    return bool(differences), tally


def examine_real(document: JSONObject, arguments: argparse.Namespace) -> tuple[bool, Counter[str]]:
    tally = Counter[str]()
    herald = ask_herald(str(Path(arguments.herald).resolve()))
    found = judge_real(document, herald, Effort(arguments.points, arguments.lives), tally)
    differences = failing(found, arguments, tally)
    if differences:
        _tell(document["id"], differences, None)
    return bool(differences), tally


def failing(differences: list[str], arguments: argparse.Namespace, tally: Counter[str]) -> list[str]:
    """The differences that fail a document: all of them, or those that are no open answers where some may be."""
    tally[_OPEN] += sum(map(is_left_open, differences))
    if arguments.left_open is None:
        return differences
    return [difference for difference in differences if not is_left_open(difference)]


def _tell(name: str, differences: list[str], kept: Path | None) -> None:
    for difference in differences[:_SHOWN]:
        print(f"{name}: {difference}")
    print(f"{name}: {len(differences)} differences{f', kept in {kept}' if kept else ''}", flush=True)


def _write_logs(folder: Path, number: int, found: App | Parted) -> None:
    apps = {"": found} if isinstance(found, App) else {"-before": found.before, "-after": found.after}
    for name, app in apps.items():
        lines = [json.dumps(line, ensure_ascii=False) for line in app.witness()["log"]]
        (folder / f"{number}{name}.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8")
