"""Asks the program what another policy of a random log would have shown, and compares that with the oracle."""

import json
import subprocess
from collections import Counter
from pathlib import Path

from herald_tools.contract.events import Event
from herald_tools.contract.formats import read_document
from herald_tools.contract.formats.document import Fetch
from herald_tools.contract.policy import Refused
from herald_tools.contract.whatif import Shown, deviations, is_brought, lives, refusals
from herald_tools.json_types import Documents, JSONObject
from herald_tools.oracle.compare_ahead import compare_ahead
from herald_tools.patience import PATIENCE


def compare_whatif(events: list[Event], documents: Documents, path: Path, herald: str, *options: str) -> list[str]:
    """What differs, as lines of text; nothing for a log without a document that can be read by itself."""
    chosen = _other_policy(events, documents)
    if chosen is None:
        return []
    digest, format_name = chosen
    policy = path.with_name("other.json")
    policy.write_text(documents[digest], encoding="utf-8", newline="")
    command = [herald, "whatif", str(path), "--policy", str(policy), "--policy-format", format_name]
    done = subprocess.run([*command, *options, "--format", "json"], capture_output=True, timeout=PATIENCE, check=False)
    if done.returncode:
        errors = done.stderr.decode("utf-8", "replace")[:500]
        return [f"whatif: exit status: expected 0, got {done.returncode} {errors}"]
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    before, after = (lives(events, documents, replacement) for replacement in (None, chosen))
    summary = lines[-1]["summary"]
    refused = dict(Counter(refusals(events, documents, chosen).values()))
    differences = [*_changes(lines, before, after), *_summary(summary, before, after, events, documents)]
    if summary["refused"] != refused:
        differences.append(f"whatif: refused: expected {refused}, got {summary['refused']}")
    return differences + compare_ahead(events, documents, chosen, lines)


def _other_policy(events: list[Event], documents: Documents) -> tuple[str, str] | None:
    """The digest and format of the last document of the log that a device could read wherever it comes from."""
    for event in reversed([event for event in events if is_brought(event)]):
        digest, format_name = event.data["digest"], event.data["format"]
        try:
            read_document(format_name, documents[digest], Fetch("", None, None))
        except Refused:
            continue
        # The bytes of a file are read as UTF-8, so a document with half a pair of surrogates has none.
        if format_name in ("herald", "turkcell"):
            return digest, format_name
    return None


def _changes(lines: list[JSONObject], before: dict[str, Shown], after: dict[str, Shown]) -> list[str]:
    found = {line["source"]: line["rules"] for line in lines if "source" in line}
    differences = []
    for source in before:
        wanted = {key: (before[source][key], after[source][key]) for key in before[source] | after[source]}
        if source not in found:
            if before[source] != after[source]:
                differences.append(f"whatif: {source!r}: expected {wanted}, got no change")
            continue
        rules = {(rule["rule"], rule["kind"]): (rule["before"], rule["after"]) for rule in found[source]}
        if rules != wanted:
            differences.append(f"whatif: {source!r}: expected {wanted}, got {rules}")
    return differences


def _summary(
    summary: JSONObject, before: dict[str, Shown], after: dict[str, Shown], events: list[Event], documents: Documents
) -> list[str]:
    expected = {
        "installations": len(before),
        "before": sum(sum(shown.values()) for shown in before.values()),
        "after": sum(sum(shown.values()) for shown in after.values()),
        "newly": sum(any(key not in before[source] for key in after[source]) for source in after),
        "noLonger": sum(any(key not in after[source] for key in before[source]) for source in after),
        "deviations": deviations(events, documents),
    }
    return [
        f"whatif: {name}: expected {value}, got {summary[name]}"
        for name, value in expected.items()
        if summary[name] != value
    ]
