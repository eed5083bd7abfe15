"""Ways to spoil an answer, each of which a judge has to notice."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

from herald_tools.analysis.case import Answer
from herald_tools.contract.wire import digest_of
from herald_tools.json_types import JSONObject

Spoil = Callable[[list[JSONObject]], bool]  # changes lines; false where there is nothing to spoil


def spoiled(answer: Answer, spoil: Spoil) -> Answer | None:
    """An answer spoiled; None where that is not possible."""
    lines = deepcopy(answer.lines)
    return replace(answer, lines=lines) if spoil(lines) else None


def _first(lines: list[JSONObject], **wanted: object) -> JSONObject | None:
    return next((line for line in lines if all(line.get(name) == value for name, value in wanted.items())), None)


def _without(lines: list[JSONObject], key: str) -> bool:
    line = next((line for line in lines if key in line), None)
    if line is not None:
        lines.remove(line)
    return line is not None


def _change(line: JSONObject | None, **values: object) -> bool:
    if line is not None:
        line |= values
    return line is not None


def _recount(lines: list[JSONObject], before: str, after: str) -> None:
    summary = lines[-1]["summary"]
    summary[before] -= 1
    summary[after] += 1


def _call_shown_never(lines: list[JSONObject]) -> bool:
    line = _first(lines, verdict="shown")
    if line is None:
        return False
    _recount(lines, "shown", "never")
    return _change(line, verdict="never", because="contradiction", witness=None, endedBy=None)


def _call_shown_covered(lines: list[JSONObject]) -> bool:
    rules = [line for line in lines if "rule" in line]
    line = next((line for line in rules[1:] if line["verdict"] == "shown"), None)
    if line is None:
        return False
    _recount(lines, "shown", "never")
    covers = [rules[0]["rule"]]
    return _change(line, verdict="never", because="covered", coveredBy=covers, witness=None, endedBy=None)


def _leave_undecided(lines: list[JSONObject]) -> bool:
    line = next((line for line in lines if line.get("verdict") == "shown" and _is_fresh(line)), None)
    if line is None:
        return False
    _recount(lines, "shown", "notDecided")
    return _change(line, verdict="notDecided", limit="12 steps", witness=None, endedBy=None)


def _is_fresh(line: JSONObject) -> bool:
    return all(event["type"] != "prompt.shown" for event in line["witness"]["log"])


def _leave_cover_out(lines: list[JSONObject]) -> bool:
    line = next((line for line in lines if len(line.get("coveredBy", [])) > 1), None)
    return line is not None and _change(line, coveredBy=line["coveredBy"][1:])


def _call_covered_contradiction(lines: list[JSONObject]) -> bool:
    return _change(_first(lines, because="covered"), because="contradiction", coveredBy=[])


def _call_contradiction_covered(lines: list[JSONObject]) -> bool:
    rules = [line for line in lines if "rule" in line]
    line = _first(rules[1:], because="contradiction")
    return _change(line, because="covered", coveredBy=[rules[0]["rule"]])


def _witness(lines: list[JSONObject]) -> JSONObject | None:
    line = _first(lines, verdict="shown")
    return line["witness"] if line else None


def _turn_clock_back(lines: list[JSONObject]) -> bool:
    witness = _witness(lines)
    return witness is not None and _change(witness["log"][-1], time="2001-01-01T00:00:00Z")


def _change_document(lines: list[JSONObject]) -> bool:
    witness = _witness(lines)
    for event in witness["log"] if witness else []:
        if "document" in event["data"]:
            body = event["data"]["document"] + " "
            event["data"] |= {"document": body, "digest": digest_of(body)}
    return witness is not None


def _mean_the_launch(lines: list[JSONObject]) -> bool:
    return _change(_witness(lines), revision=1)


def _add_lines(lines: list[JSONObject]) -> bool:
    witness = _witness(lines)
    if witness is None:
        return False
    launch = witness["log"][0]
    more = [{**launch, "id": f"more-{n}", "type": "app.backgrounded", "data": {}} for n in range(20)]
    _renumber(witness, [*more, *witness["log"]])
    witness["revision"] += len(more)
    return True


def _show_unasked(lines: list[JSONObject]) -> bool:
    witness = _witness(lines)
    if witness is None:
        return False
    fetched = witness["log"][1]
    data = {"prompt": "p", "rule": "update:1", "kind": "optional"}
    shown = {**fetched, "id": "unasked", "type": "prompt.shown", "data": data}
    answered = {**fetched, "id": "answered", "type": "button.chosen", "data": {"prompt": "p", "button": "later"}}
    _renumber(witness, [*witness["log"][:2], shown, answered, *witness["log"][2:]])
    witness["revision"] += 2
    return True


def _renumber(witness: JSONObject, log: list[JSONObject]) -> None:
    witness["log"] = [{**event, "revision": number} for number, event in enumerate(log, 1)]


def _push_button(lines: list[JSONObject]) -> bool:
    for line in lines:
        for event in (line.get("witness") or {}).get("log", []):
            if event["type"] == "button.chosen":
                event["data"]["button"] = "vanished"
                return True
    return False


def _take_other_kind(lines: list[JSONObject]) -> bool:
    return _change(_first(lines, verdict="shown", kind="force"), kind="optional")


def _end_early(lines: list[JSONObject]) -> bool:
    line = next((line for line in lines if line.get("endedBy")), None)
    return _change(line, endedBy="0")


def _miscount(lines: list[JSONObject]) -> bool:
    return _change(lines[-1]["summary"], rules=99)


def _misplace(lines: list[JSONObject]) -> bool:
    line = next(line for line in lines if "rule" in line)
    return _change(line, place={**line["place"], "line": 1, "column": 2})


def _let_second_win(lines: list[JSONObject]) -> bool:
    line = next((line for line in lines if "both" in line), None)
    return line is not None and _change(line, wins=line["both"][1])


def _call_equivalent(lines: list[JSONObject]) -> bool:
    if len(lines) < 2:
        return False
    del lines[:-1]
    holds = dict.fromkeys(["equivalent", "showsNoMore", "forcesNoMore", "exitsNoMore"], "holds")
    return _change(lines[-1]["summary"], changes=0, **holds)


def _drop_change(lines: list[JSONObject]) -> bool:
    return _without(lines, "differs") and _change(lines[-1]["summary"], changes=len(lines) - 1)


def _call_change_text(lines: list[JSONObject]) -> bool:
    line = next((line for line in lines if line.get("differs") == "kind"), None)
    return _change(line, differs="text")


def _swap_logs(lines: list[JSONObject]) -> bool:
    line = next((line for line in lines if "differs" in line), None)
    if line is None:
        return False
    line["witness"] = {"before": line["witness"]["after"], "after": line["witness"]["before"]}
    return True


def _deny_equivalence(lines: list[JSONObject]) -> bool:
    return _change(lines[-1]["summary"], equivalent="notDecided")


def _promise(lines: list[JSONObject], verdict: str, *keys: str) -> JSONObject | None:
    return next(
        (one for one in lines if one["verdict"] == verdict and all(key in one["statement"] for key in keys)), None
    )


def _keep_broken_promise(lines: list[JSONObject]) -> bool:
    line = _promise(lines, "doesNotHold", "every", "is")
    is_last = sum(one["verdict"] != "holds" for one in lines) == 1
    return not is_last and _change(line, verdict="holds", witness=None)


def _call_seen_unreachable(lines: list[JSONObject]) -> bool:
    line = _promise(lines, "holds", "rule")
    is_first = all(one["verdict"] == "holds" for one in lines)
    return not is_first and _change(line, verdict="doesNotHold", witness=None)


def _break_kept_promise(lines: list[JSONObject]) -> bool:
    line, other = _promise(lines, "holds", "every", "is"), _promise(lines, "holds", "rule")
    is_first = all(one["verdict"] == "holds" for one in lines)
    return not is_first and other is not None and _change(line, verdict="doesNotHold", witness=other["witness"])


def _miscount_devices(lines: list[JSONObject]) -> bool:
    witness = _witness(lines)
    return witness is not None and "like" in witness and _change(witness["like"], installations=99)


def _restate(lines: list[JSONObject]) -> bool:
    return _change(lines[0], statement={})


SPOILS: dict[str, tuple[str, Spoil]] = {
    "a rule that is shown is called a contradiction": ("rules", _call_shown_never),
    "a rule that is shown is called covered": ("rules", _call_shown_covered),
    "what a fresh device sees is left undecided": ("rules", _leave_undecided),
    "a rule is left out of those that cover": ("rules", _leave_cover_out),
    "a covered rule is called a contradiction": ("rules", _call_covered_contradiction),
    "a contradiction is called covered": ("rules", _call_contradiction_covered),
    "a witness turns its clock back": ("rules", _turn_clock_back),
    "a witness has another document": ("rules", _change_document),
    "a witness means its launch": ("rules", _mean_the_launch),
    "a witness has too many lines": ("rules", _add_lines),
    "a witness shows what was not decided": ("rules", _show_unasked),
    "a witness has a button that no prompt has": ("rules", _push_button),
    "a force is called optional": ("rules", _take_other_kind),
    "a force is ended by a version below": ("rules", _end_early),
    "rules are counted wrong": ("rules", _miscount),
    "a rule stands elsewhere": ("rules", _misplace),
    "the second of two rules wins": ("rules", _let_second_win),
    "a pair is left out": ("rules", lambda lines: _without(lines, "both")),
    "a missing text is left out": ("rules", lambda lines: _without(lines, "noText")),
    "a force that leads nowhere is left out": ("rules", lambda lines: _without(lines, "nowhere")),
    "devices that are like a witness's are counted wrong": ("rules", _miscount_devices),
    "a changed document is called equivalent": ("change", _call_equivalent),
    "a kind of change is left out": ("change", _drop_change),
    "a change of kind is called one of text": ("change", _call_change_text),
    "the logs of a pair are swapped": ("change", _swap_logs),
    "two spellings are not called equivalent": ("spelling", _deny_equivalence),
    "a broken promise is said to hold": ("promises", _keep_broken_promise),
    "a rule that is shown is called unreachable": ("promises", _call_seen_unreachable),
    "a promise that holds is called broken": ("promises", _break_kept_promise),
    "a statement is told otherwise": ("promises", _restate),
}
