#!/usr/bin/env python3
"""Compares what an implementation makes of the cases with what must follow. Python 3.10 or later, nothing else.

    python3 compare.py --run './port'     runs `./port cases/GROUP/NAME/log.jsonl` and reads what it prints
    python3 compare.py ANSWERS            reads ANSWERS/GROUP/NAME.jsonl

With `--without partial,skipInvalid` the cases that need these ways of reading are left out, and counted.
"""

import argparse
import json
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

CASES = Path(__file__).resolve().parent / "cases"
# A way of reading that a case may ask for, and the option that the program is given for it.
WAYS = {"partial": "--partial", "skipInvalid": "--skip-invalid"}
# Below these the names are data of the log, and no members of the answer.
NAMED_BY_DATA = ("properties", "draws", "records")

Line = dict[str, Any]
Place = tuple[str, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", nargs="?", type=Path, metavar="ANSWERS", help="a folder with a file for each case")
    parser.add_argument("--run", metavar="COMMAND", help="the command that answers a log")
    parser.add_argument("--without", default="", metavar="WAYS", help="partial, skipInvalid")
    options = parser.parse_args()
    if (options.answers is None) == (options.run is None):
        parser.error("either ANSWERS or --run")
    counts: Counter[str] = Counter()
    for case in sorted(path.parent for path in CASES.rglob("case.json")):
        ways = [way for way in WAYS if json.loads((case / "case.json").read_text()).get(way)]
        if set(ways) & set(options.without.split(",")):
            counts["left out"] += 1
            continue
        name = str(case.relative_to(CASES))
        if options.run:
            command = [*shlex.split(options.run), str(case / "log.jsonl"), *(WAYS[way] for way in ways)]
            text = subprocess.run(command, stdout=subprocess.PIPE).stdout.decode()
        else:
            text = read(options.answers / f"{name}.jsonl")
        found = compared((case / "expect.jsonl").read_text(encoding="utf-8"), text)
        counts["differ" if found else "agree"] += 1
        for sentence in found[:3]:
            print(f"{name}: {sentence}")
    print(f"{counts['agree']} cases agree, {counts['differ']} differ, {counts['left out']} were left out")
    return 1 if counts["differ"] or not counts["agree"] else 0


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def compared(expected: str, given: str) -> list[str]:
    """In what the lines of an answer differ from the expected ones."""
    try:
        lines, wanted = [[json.loads(line) for line in text.split("\n") if line] for text in (given, expected)]
    except ValueError as error:
        return [f"a line is not JSON: {error}"]
    refusal = next((line for line in wanted if "refused" in line and "source" not in line), None)
    if refusal is not None:
        return refused_otherwise(refusal, lines)
    known: set[Place] = set()
    for line in wanted:
        note(line, (kind(line),), known)
    found = [f"{subject(line)} is there twice" for line in repeated(lines)]
    if not found and orders(lines) != orders(wanted):
        found.append("the decisions of an installation are not in the order of its revisions, or one is missing")
    by_subject = {subject(line): line for line in lines}
    for line in wanted:
        other = by_subject.pop(subject(line), None)
        if other is None:
            found.append(f"{subject(line)} is missing")
        else:
            found += [f"{subject(line)}: {what}" for what in differences(line, other, (kind(line),), known)]
    return found + [f"{one} was not expected" for one in by_subject]


def refused_otherwise(refusal: Line, lines: list[Line]) -> list[str]:
    """A log is refused with the number of its first bad line; 0 stands for the log as a whole."""
    given = lines[0] if len(lines) == 1 else {}
    code = given.get("refused")
    if not code:
        return [f"the log must be refused: {json.dumps(refusal)}"]
    # An implementation may have no codes, and says `true`.
    if isinstance(code, str) and code != refusal["refused"]:
        return [f"it is refused as {code}, and not as {refusal['refused']}"]
    if refusal["line"] and given.get("line") != refusal["line"]:
        return [f"line {given.get('line')} is refused, and not line {refusal['line']}"]
    return []


def kind(line: Line) -> str:
    return "state" if "counts" in line else "decision"


def subject(line: Line) -> str:
    source, revision = line.get("source"), line.get("revision")
    return f"the state of {source}" if kind(line) == "state" else f"the decision of {source} at revision {revision}"


def repeated(lines: list[Line]) -> list[Line]:
    seen: Counter[str] = Counter(subject(line) for line in lines)
    return [line for line in lines if seen[subject(line)] > 1]


def orders(lines: list[Line]) -> dict[Any, list[Any]]:
    """The revisions of each installation's decisions, in the order of the lines."""
    result: dict[Any, list[Any]] = {}
    for line in lines:
        if kind(line) == "decision":
            result.setdefault(line.get("source"), []).append(line.get("revision"))
    return result


def note(value: Any, place: Place, known: set[Place]) -> None:
    """Notes the places of all members."""
    known.add(place)
    if isinstance(value, dict):
        for name, member in value.items():
            note(member, member_place(place, name), known)
    elif isinstance(value, list):
        for element in value:
            note(element, (*place, "[]"), known)


def member_place(place: Place, name: str) -> Place:
    return (*place, "*" if place[-1] in NAMED_BY_DATA else name)


def differences(expected: Any, given: Any, place: Place, known: set[Place]) -> list[str]:
    """The members that differ. One that the expectation lacks may be there where it is null, or newer than the file."""
    at = "/" + "/".join(place[1:])
    if isinstance(expected, dict) and isinstance(given, dict):
        found = []
        for name, value in expected.items():
            if name in given:
                found += differences(value, given[name], member_place(place, name), known)
            else:
                found.append(f"{at}: {name} is missing")
        for name in given.keys() - expected.keys():
            is_data = place[-1] in NAMED_BY_DATA
            if is_data or (given[name] is not None and member_place(place, name) in known):
                found.append(f"{at}: {name} was not expected")
        return found
    if isinstance(expected, list) and isinstance(given, list) and len(expected) == len(given):
        pairs = zip(expected, given, strict=True)
        return [what for one, other in pairs for what in differences(one, other, (*place, "[]"), known)]
    if expected == given and isinstance(expected, bool) == isinstance(given, bool):
        return []
    return [f"{at}: {json.dumps(expected)} was expected, and {json.dumps(given)} came"]


if __name__ == "__main__":
    sys.exit(main())
