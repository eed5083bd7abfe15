"""The corpus's logs, sorted into apps of a server for comparisons with the command line."""

import json
import re
from pathlib import Path

from herald_tools.paths import ROOT

CLEAN = "clean"  # begins the names of the apps whose lines a server takes all


def logs_by_app() -> dict[str, list[Path]]:
    """The corpus's logs in as few apps as keep installations of the same name apart, and clean logs from others."""
    logs = sorted(ROOT.glob("Events/*/*/log.jsonl"))
    kinds = {CLEAN: [log for log in logs if _is_clean(log)], "other": [log for log in logs if not _is_clean(log)]}
    return {
        f"{kind}{number}": together for kind in kinds for number, together in enumerate(_without_clashes(kinds[kind]))
    }


def _is_clean(log: Path) -> bool:
    """True where a server takes every line of a log: none is refused or torn, and no leave passes over some."""
    leave = json.loads(log.with_name("case.json").read_text())
    expected = map(json.loads, log.with_name("expect.jsonl").read_text().splitlines())
    # A state has `refused` too, which is about its document.
    is_refused = any("refused" in line and "source" not in line for line in expected)
    return not (is_refused or _is_torn(log) or leave.get("partial") or leave.get("skipInvalid"))


def _is_torn(log: Path) -> bool:
    """True where the last line breaks off: the command line leaves it out, the server refuses it."""
    try:
        json.loads(log.read_bytes().rstrip().rpartition(b"\n")[2])
    except ValueError:
        return True
    return False


def _without_clashes(logs: list[Path]) -> list[list[Path]]:
    """The logs in as few lists as keep installations of the same name apart."""
    apps: list[tuple[set[str], list[Path]]] = []
    for log in logs:
        found = set(re.findall(rb'"source" *: *"((?:[^"\\]|\\.)*)"', log.read_bytes()))
        sources = {source.decode(errors="replace") for source in found}
        for taken, together in apps:
            if not taken & sources:
                taken |= sources
                together.append(log)
                break
        else:
            apps.append((set(sources), [log]))
    return [together for _, together in apps]
