"""The same questions answered by hand, on the oracle's tables: no SQL, and nothing of the program."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from herald_tools.contract.decide import TEST_NAMES
from herald_tools.contract.times import DAY, days_before
from herald_tools.json_types import Row
from herald_tools.tables.fold import tables
from herald_tools.tables.totals import blocked_column

Rows = list[tuple[Any, ...]]


class Tables:
    """The oracle's tables of a log."""

    def __init__(self, path: Path) -> None:
        with open(path, "rb") as log:
            found = tables(log)
        self.decisions, self.prompts, self.updates = found["decisions"], found["prompts"], found["updates"]
        self.installations, self.rules = found["installations"], found["rules"]


def at(text: str) -> int:
    return days_before(*map(int, text.split("-"))) * DAY


def percent(part: int, of_all: int, digits: int) -> float:
    return round(100 * part / of_all, digits)


def grouped(rows: Iterable[Row], *columns: str) -> dict[tuple[Any, ...], list[Row]]:
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[column] for column in columns)].append(row)
    return groups


def sources(rows: Iterable[Row]) -> int:
    return len({row["source"] for row in rows})


def updated_within_a_week(found: Tables) -> Rows:
    groups = grouped((row for row in found.prompts if row["kind"] != "message"), "rule", "kind")
    answer = [
        (
            rule,
            kind,
            sources(rows),
            sources(row for row in rows if row["accepted"]),
            sources(row for row in rows if row["updated_at"] is not None and 0 <= row["days_to_update"] <= 7),
        )
        for (rule, kind), rows in groups.items()
    ]
    return sorted(answer, key=lambda row: (-row[2], row[0], row[1]))[:6]


def time_to_update(found: Tables) -> Rows:
    groups = grouped((row for row in found.prompts if row["updated"] and row["days_to_update"] >= 0), "kind")
    answer = []
    for (kind,), rows in groups.items():
        days = sorted(row["days_to_update"] for row in rows)
        # The quartiles by nearest rank.
        parts = [round(days[-(-len(days) * quarters // 4) - 1], 2) for quarters in (1, 2, 3)]
        answer.append((kind, len(days), *parts))
    return sorted(answer, key=lambda row: row[3])


def what_blocked(found: Tables) -> Rows:
    rows = [row for row in found.rules if row["rule"] == "update:4"]
    looked_at = sum(row["looked_at"] for row in rows)
    counts = {test: sum(row[blocked_column(test)] for row in rows) for test in TEST_NAMES}
    answer = [("update:4", test, count, percent(count, looked_at, 1)) for test, count in counts.items() if count]
    return sorted(answer, key=lambda row: (-row[2], row[1]))


def adoption(found: Tables) -> Rows:
    last: dict[Any, Row] = {}
    for row in found.decisions:
        if "2026-05-04" <= row["local_date"] < "2026-06-01" and row["app_version"] is not None:
            key = row["source"], date.fromisoformat(row["local_date"]).strftime("%Y-%W")
            if key not in last or last[key]["revision"] < row["revision"]:
                last[key] = row
    counts, weeks = Counter((week, row["app_version"]) for (_, week), row in last.items()), Counter[str]()
    for (week, _), count in counts.items():
        weeks[week] += count if count >= 10 else 0
    answer = [
        (week, version, count, percent(count, weeks[week], 1))
        for (week, version), count in counts.items()
        if count >= 10
    ]
    return sorted(answer, key=lambda row: (row[0], -row[2], row[1]))


def prompts_a_day(found: Tables) -> Rows:
    days = {(row["source"], row["local_date"]) for row in found.decisions}
    shown = Counter((row["source"], row["local_date"]) for row in found.prompts)
    counts = Counter(shown[day] for day in days)
    return [(prompts, count, percent(count, len(days), 2)) for prompts, count in sorted(counts.items())]


def again_after_return(found: Tables) -> Rows:
    answer = []
    for (kind,), rows in grouped(found.prompts, "kind").items():
        again = [row for row in rows if row["again_after_return"]]
        answer.append(
            (kind, len(rows), len(again), sources(again), max((row["number"] for row in again), default=None))
        )
    return sorted(answer, key=lambda row: (-row[2], row[0]))


def stuck(found: Tables) -> Rows:
    groups = grouped((row for row in found.installations if row["refused_digest"]), "refused_reason", "refused_digest")
    answer = [
        (reason, digest[7:19], len(rows), sum(row["digest"] is None for row in rows))
        for (reason, digest), rows in groups.items()
    ]
    return sorted(answer, key=lambda row: (-row[2], row[1]))[:5]


def by_themselves(found: Tables) -> Rows:
    answer = []
    for (version,), rows in grouped((row for row in found.updates if row["direction"] == "up"), "to_version").items():
        causes = Counter(row["cause"] for row in rows)
        though_shown = sum(row["cause"] == "itself" and row["showings"] > 0 for row in rows)
        answer.append((version, len(rows), causes["itself"], causes["chosen"], causes["forced"], though_shown))
    return sorted(answer, key=lambda row: (-row[1], row[0]))[:6]


def wrong_clocks(found: Tables) -> Rows:
    groups = defaultdict(list)
    for row in found.installations:
        last, steps = row["last_event_at"], row["clock_steps"]
        word = (
            "ahead"
            if last >= at("2026-07-05")
            else "behind"
            if last < at("2026-03-01")
            else "was set back"
            if steps
            else "nothing to be seen"
        )
        groups[word].append(steps)
    return sorted(((word, len(steps), sum(steps)) for word, steps in groups.items()), key=lambda row: (-row[1], row[0]))


def not_seen(found: Tables) -> Rows:
    last: dict[Any, Row] = {}
    for row in found.prompts:
        if row["source"] not in last or last[row["source"]]["revision"] < row["revision"]:
            last[row["source"]] = row
    counts: Counter[tuple[str, str]] = Counter()
    for row in found.installations:
        if row["last_event_at"] < at("2026-05-31"):
            prompt = last.get(row["source"], {"rule": "no prompt", "answer": "", "outcome": ""})
            counts[prompt["rule"], prompt["outcome"] if prompt["answer"] is None else prompt["answer"]] += 1
    return sorted(((*key, count) for key, count in counts.items()), key=lambda row: (-row[2], row[0], row[1]))[:8]


def after_skips(found: Tables) -> Rows:
    later: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in found.prompts:
        later[row["source"], row["rule"]].append(row)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    versions: dict[str, set[str]] = defaultdict(set)
    for skip in found.prompts:
        version, rule = skip["target_version"], skip["rule"]
        if skip["answer"] != "skip" or version is None:
            continue
        rows = [row for row in later[skip["source"], rule] if row["revision"] > skip["revision"]]
        same = [row for row in rows if row["target_version"] == version]
        unasked = [row for row in same if row["trigger"] != "manual" and row["verdict"] != "unjustified"]
        others = [row for row in rows if row["target_version"] not in (None, version)]
        versions[rule].add(version)
        counts[rule].update(
            skips=1,
            same=bool(same),
            unasked=bool(unasked),
            others=bool(others),
            reached=skip["reached_target"] is True,
        )
    answer = [
        (rule, count["skips"], len(versions[rule]), count["same"], count["unasked"], count["others"], count["reached"])
        for rule, count in counts.items()
    ]
    return sorted(answer, key=lambda row: (-row[1], row[0]))[:6]


def reached_the_offer(found: Tables) -> Rows:
    answer = []
    for (kind,), rows in grouped((row for row in found.prompts if row["reached_target"] is not None), "kind").items():
        reached = [row for row in rows if row["reached_target"]]
        week = sum(0 <= row["days_to_target"] <= 7 for row in reached)
        updated = sum(row["updated"] for row in rows)
        answer.append((kind, len(rows), updated, len(reached), week, percent(len(reached), len(rows), 1)))
    return sorted(answer, key=lambda row: (-row[1], row[0]))


def not_asked_for(found: Tables) -> Rows:
    answer = []
    for (rule, trigger), rows in grouped(found.prompts, "rule", "trigger").items():
        verdicts = Counter(row["verdict"] for row in rows)
        if verdicts["justified"] < len(rows):
            devices = sources(row for row in rows if row["verdict"] == "unjustified")
            counts = (len(rows), verdicts["unjustified"], verdicts["unknown"], devices)
            answer.append((rule, trigger or "no decision", *counts))
    return sorted(answer, key=lambda row: (-row[3], -row[4], row[0], row[1]))[:8]


def never_answers(found: Tables) -> Rows:
    by_kind: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for (_, _, kind), rows in grouped(found.prompts, "source", "rule", "kind").items():
        by_kind[kind].append((max(row["unanswered"] for row in rows), any(row["reached_target"] for row in rows)))
    return [
        (
            kind,
            sum(times == 1 for times, _ in longest),
            sum(2 <= times <= 3 for times, _ in longest),
            sum(4 <= times <= 10 for times, _ in longest),
            sum(times > 10 for times, _ in longest),
            sum(times > 3 and not reached for times, reached in longest),
        )
        for kind, longest in sorted(by_kind.items())
    ]


def hardly_seen(found: Tables) -> Rows:
    rules = [row for row in found.rules if row["target_version"] is not None and row["looked_at"] > 0]
    answer = []
    for (rule, version), rows in grouped(rules, "rule", "target_version").items():
        shares = [row["rollout_percent"] for row in rows if row["rollout_percent"] is not None]
        looked_at, shown, accepted = (sum(row[name] for row in rows) for name in ("looked_at", "shown", "accepted"))
        if 100 * shown < looked_at:
            answer.append((rule, version, min(shares), max(shares), len(rows), looked_at, shown, accepted))
    return sorted(answer, key=lambda row: (-row[5], row[0], row[1]))[:6]


FOLDS = {
    1: updated_within_a_week,
    2: time_to_update,
    3: what_blocked,
    4: adoption,
    5: prompts_a_day,
    6: again_after_return,
    7: stuck,
    8: by_themselves,
    9: wrong_clocks,
    10: not_seen,
    11: after_skips,
    12: reached_the_offer,
    13: not_asked_for,
    14: never_answers,
    15: hardly_seen,
}
