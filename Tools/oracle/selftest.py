#!/usr/bin/env python3
"""Runs published cases through the contract's parts: `selftest.py FOLDER` with the cases' .jsonl files."""

import json
import sys
from pathlib import Path

from contract import filters, herald, language, times, urls, versions
from contract.jsonread import read_json
from contract.text import trim


def main():
    folder = Path(sys.argv[1])
    disagreements = total = 0
    for name, check in CHECKS.items():
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            found = check(case, line)
            if found is SKIPPED:
                continue
            total += 1
            if found[0] != found[1]:
                disagreements += 1
                print(f"{name} {case['id']}: case {found[0]!r}, contract {found[1]!r}")
    print(f"{total} cases, {disagreements} disagreements")
    return 1 if disagreements else 0


SKIPPED = object()


def check_filter(case, line):
    if case["recommended"] is None:
        return SKIPPED
    rule = case["rule"]
    return case["recommended"], True if rule is None else filters.matches(rule, case["value"])


def check_version(case, line):
    if case["order"] is None:
        return SKIPPED
    first, second = versions.read_version(case["a"]), versions.read_version(case["b"])
    if first is None or second is None:
        return case["order"], "error"
    return case["order"], "=><"[first.compare(second)]


def check_date(case, line):
    """A zone can only be honoured where the case is in UTC or carries an offset."""
    bound = times.read_bound(trim(case["text"]))
    if bound and not bound.is_instant and case["deviceTimeZone"] != "UTC":
        return SKIPPED
    return case["recommended"], bound and times.write_time(bound.value)


def check_language(case, line):
    entry = read_json(line)
    found = language.choose_language(herald.languages_of(entry), case["deviceLanguage"])
    return (case["recommended"] or {}).get("key"), found


def check_url(case, line):
    return case["recommended"], urls.read_url(case["raw"])


def check_id(case, line):
    entry = read_json(line)
    same = herald.id_of(entry["a"]) == herald.id_of(entry["b"])
    return case["recommended"], "same" if same else "different"


CHECKS = {
    "filters": check_filter, "versions": check_version, "dates": check_date,
    "language": check_language, "urls": check_url, "ids": check_id,
}

if __name__ == "__main__":
    sys.exit(main())
