"""Documents of other people, each a line of JSON with its `format`, judged as random ones are."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path

from herald_tools.analysis.case import POLICY, Effort, Program
from herald_tools.analysis.document import Document, read
from herald_tools.analysis.judge_rules import RuleJudge
from herald_tools.analysis.search import Search
from herald_tools.analysis.world import world_of
from herald_tools.contract.policy import Refused
from herald_tools.json_types import JSONObject
from herald_tools.random_logs.dice import Dice

_MOST = 40


def real_documents(folder: Path) -> list[JSONObject]:
    """Up to 40 different documents of Herald's own format that have rules, those with most rules first."""
    found: dict[str, JSONObject] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for text in path.read_text(encoding="utf-8").split("\n"):
            line = json.loads(text) if text.strip() else {}
            if line.get("format") in ("herald", "turkcell") and isinstance(line.get("document"), str):
                document = _readable(line["document"])
                if document is not None and document.ids:
                    found.setdefault(document.body, {**line, "rules": len(document.ids)})
    return sorted(found.values(), key=lambda line: -line["rules"])[:_MOST]


def _readable(body: str) -> Document | None:
    try:
        return read(body)
    except Refused:
        return None


def judge_real(line: JSONObject, program: Program, effort: Effort, tally: Counter[str]) -> list[str]:
    document, dice = read(line["document"]), Dice(f"{line['id']} judge")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / POLICY).write_text(document.body, encoding="utf-8", newline="")
        answer = program(Path(folder), [])
    if answer.status != 0 or not answer.lines:
        return [f"status {answer.status}: {answer.errors}"]
    search = Search(document, world_of([document], dice), effort.points, effort.lives, dice)
    return RuleJudge(search, POLICY, tally).judge(answer.lines)
