"""Documents of other people, each a line of JSON with its `format`, judged as random ones are."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path

from herald_tools.analysis.case import POLICY, Effort, Program
from herald_tools.analysis.document import URL, Document, read
from herald_tools.analysis.judge_rules import RuleJudge
from herald_tools.analysis.search import Search
from herald_tools.analysis.world import world_of
from herald_tools.contract.policy import Refused
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

_MOST = 40


def real_documents(folder: Path) -> list[JSONObject]:
    """Different documents that have rules: of Herald's own format 40, those with most rules first, and all others."""
    own: dict[str, JSONObject] = {}
    others: dict[str, JSONObject] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for text in path.read_text(encoding="utf-8").split("\n"):
            line = json.loads(text) if text.strip() else {}
            # House rules are what an app configures, and no part of a document.
            if not isinstance(line.get("document"), str) or "houseRules" in line:
                continue
            document = _readable(line)
            if document is not None and document.ids:
                found = own if document.is_own else others
                found.setdefault(document.body, {**line, "rules": len(document.ids)})
    return sorted(own.values(), key=lambda line: -line["rules"])[:_MOST] + list(others.values())


def _readable(line: JSONObject) -> Document | None:
    try:
        return read(line["document"], line["format"], line.get("storeUrl"))
    except Refused:
        return None


def judge_real(line: JSONObject, program: Program, effort: Effort, tally: Counter[str]) -> list[str]:
    dice = Dice(f"{line['id']} judge")
    document = read(line["document"], line["format"], line.get("storeUrl"))
    options = ["--policy-format", document.format, "--url", URL]
    if line.get("storeUrl") is not None:
        options += ["--store-url", line["storeUrl"]]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / POLICY).write_text(document.body, encoding="utf-8", newline="")
        answer = program(Path(folder), options)
    if answer.status != 0 or not answer.lines:
        return [f"status {answer.status}: {answer.errors}"]
    search = Search(document, world_of([document], dice), effort.points, effort.lives, dice)
    tally[f"documents of the format {document.format}"] += 1
    return RuleJudge(search, POLICY, tally).judge(answer.lines)
