"""Answers the questions of the documentation on a fleet: each query in DuckDB and SQLite, and by a fold in Python.

All must agree with each other and with what the page shows. `--write` puts the answers into the page. `--readers`
runs the documented lines of code that read tables, on a small fleet, and asks no question.
"""

import argparse
import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from herald_tools.paths import PARQUET_WRITER, RELEASE_HERALD, ROOT, command
from herald_tools.questions.engines import Answer, engines, sqlite_engines
from herald_tools.questions.fold import FOLDS, Tables
from herald_tools.questions.increments import check_increments
from herald_tools.questions.partitions import check_partitions

PAGE = ROOT / "Sources" / "HeraldQuestions" / "HeraldQuestions.docc" / "Questions.md"
# Its queries have letters, and no fold: the engines are compared with each other.
JOINS = PAGE.parent / "JoiningTables.md"
_QUESTION = re.compile(
    r"^### (\d+|[A-Z])\. (.*?)\n(.*?)```sql\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL | re.MULTILINE
)
_FOLD = "the fold in Python"
_FLEET = re.compile(r"`Tools/fleet/generate (--seed \d+ --installations \d+) -o fleet.jsonl`")
# Enough that nearly every column has a value.
_SMALL_FLEET = ("--seed", "7", "--installations", "25")


def documented_queries(page: str) -> list[tuple[str, str]]:
    """(number, query) of each question."""
    return [(number, query) for number, _, _, query, _ in _QUESTION.findall(page)]


Found = dict[str, dict[str, Answer]]  # question -> who answered -> the answer


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", default=str(RELEASE_HERALD))
    parser.add_argument("--write", action="store_true", help="put the answers into the page")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--sqlite", action="store_true", help="in SQLite alone: no package of Python is needed")
    part.add_argument("--readers", action="store_true", help="the lines that read tables alone, on a small fleet")
    options = parser.parse_args()
    if options.readers:
        if options.write:
            parser.error("--readers has no answers to write")
        return run_readers(options.herald)
    page, joins = PAGE.read_text(), JOINS.read_text()
    with tempfile.TemporaryDirectory(prefix="herald-questions-") as folder:
        found = answers(page + joins, Path(folder), options)
        unread = 0
        wrong = check_increments(Path(folder) / "fleet.jsonl", Path(folder), options.herald, not options.sqlite)
        log = Path(folder) / "fleet.jsonl"
        wrong += check_partitions(log, Path(folder) / "partitions", options.herald, not options.sqlite)
        if not options.sqlite:
            # Herald's tables as other tools read them: the packages are there.
            from herald_tools.questions import readers

            unread = readers.disagreements(Path(folder, "fleet.jsonl"), Path(folder, "readers"), options.herald)
    if options.write:
        for place, text in ((PAGE, page), (JOINS, joins)):
            place.write_text(_QUESTION.sub(lambda question: written(question, found[question[1]]), text))
        page, joins = PAGE.read_text(), JOINS.read_text()
    return 1 if report_disagreements(page + joins, found) or unread or wrong else 0


def run_readers(herald: str) -> int:
    from herald_tools.questions import readers

    with tempfile.TemporaryDirectory(prefix="herald-readers-") as folder:
        log = Path(folder, "fleet.jsonl")
        run([*command("fleet/generate"), *_SMALL_FLEET, "--quiet", "-o", log])
        return 1 if readers.disagreements(log, Path(folder, "readers"), herald) else 0


def answers(page: str, folder: Path, options: argparse.Namespace) -> Found:
    """Question's number -> who answered -> (names of columns, rows)."""
    log = folder / "fleet.jsonl"
    fleet = _FLEET.search(page)
    if fleet is None:
        raise SystemExit(f"{PAGE} names no fleet.")
    run([*command("fleet/generate"), *fleet[1].split(), "--quiet", "-o", log])
    tables = Tables(log)
    result: Found = {}
    in_all = sqlite_engines if options.sqlite else engines
    for name, ask in in_all(log, folder, options.herald):
        for number, _, _, query, _ in _QUESTION.findall(page):
            result.setdefault(number, {})[name] = ask(query)
    for number, fold in FOLDS.items():
        columns = next(iter(result[str(number)].values()))[0]
        result[str(number)][_FOLD] = columns, [tuple(row) for row in fold(tables)]
    return result


def report_disagreements(page: str, found: Found) -> bool:
    """Tells of each question who disagrees; how many questions had a disagreement."""
    failed = 0
    for number, title, _, _, shown in _QUESTION.findall(page):
        by_name = {"the page": shown, **{name: table(*answer) for name, answer in found[number].items()}}
        judge = _FOLD if _FOLD in by_name else "SQLite"
        wanted = by_name[judge]
        wrong = [name for name, answer in by_name.items() if answer != wanted]
        failed += bool(wrong)
        print(f"{number}. {title} {'differs: ' + ', '.join(wrong) if wrong else 'ok'}")
        for name in [*wrong, judge] if wrong else ():
            print(f"  {name}:\n{by_name[name]}")
    print(f"{len(found) - failed} questions agree, {failed} do not; asked: {', '.join(found['1'])}")
    return bool(failed) or len(found) != 20


def written(question: re.Match[str], by_name: dict[str, Answer]) -> str:
    shown = table(*by_name.get(_FOLD, by_name["SQLite"]))
    return question[0][: question.start(5) - question.start()] + shown + "```"


def table(columns: list[str], rows: list[tuple[Any, ...]]) -> str:
    """Rows as the page shows them: columns as wide as they must be, numbers to the right."""
    cells = [[text(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(columns, *cells)]
    is_number = [
        bool(rows) and all(isinstance(row[at], (int, float, type(None))) for row in rows) for at in range(len(columns))
    ]
    lines = [
        [cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(line, widths, is_number)]
        for line in (columns, *cells)
    ]
    return "".join("  ".join(line).rstrip() + "\n" for line in lines)


def text(value: Any) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def run(parts: Sequence[object]) -> None:
    environment = {**os.environ, "HERALD_PARQUET": str(PARQUET_WRITER)}
    subprocess.run([str(part) for part in parts], check=True, stdout=subprocess.DEVNULL, env=environment)
