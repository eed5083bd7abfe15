"""Shows that the score can fail: where nobody judges it is 0, and a wrong list or expectation is noticed.

What needs the optimized core is part of each whole run, because its build takes minutes.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from herald_tools.mutants import equivalents, expected, report
from herald_tools.mutants.build import Places, Site, build_rewriter, places, rewrite
from herald_tools.mutants.verdicts import LAW, NOTHING, SURVIVED, Verdict, judge

_SOURCE = """\
func isDue(_ record: Record?, at now: Int) -> Bool {
  guard let record, record.at < end || isForced  // < 1 &&
  else { return false }
  let text = "a < b && \\(now > 3 ? "late" : "soon")"
  log(text)
  return names.contains { $0 == record.name }
}
"""
_REWRITTEN = """\
func isDue(_ record: Record?, at now: Int) -> Bool {
  guard mutantSpares(1), let record, mutantFlip(3, mutantLess(4, record.at , end)) || mutantFlip(2, isForced)  // < 1 &&
  else { return mutantFlip(5, false) }
  let text = "a < b && \\(mutantFlip(6, mutantMore(7, now , 3)) ? "late" : "soon")"
  log(text)
  return mutantFlip(8, names.contains { mutantFlip(9, $0 == record.name) })
}
"""


def run() -> int:
    """Prints what does not fail although it should, as far as it needs no core; returns the exit status."""
    failed = [*_rewriting(), *_listing(), *_scoring()]
    print("\n".join(failed) or "Sources are written anew as they should be, and a wrong list is noticed.")
    return 1 if failed else 0


def of_program(built: Places) -> Iterator[str]:
    """What does not fail although it should, of the program that judges."""
    yield from _judging([site for site in built.sites if not site.is_aside])
    yield from _expecting()


def _rewriting() -> Iterator[str]:
    """A file is written anew with a switch at each condition, and with nothing else."""
    build_rewriter()
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "source"), Path(folder, "target")
        for path in (source, target):
            path.mkdir()
        (source / "A.swift").write_text(_SOURCE)
        found = places(json.loads(rewrite(source, target, ["A.swift"])))
        if (target / "A.swift").read_text() != _REWRITTEN:
            yield f"the sample is written anew as\n{(target / 'A.swift').read_text()}"
        if {site.function for site in found.sites[:8]} != {"isDue(Record?:at:)"}:
            yield "the places of the sample are in another function"


def _judging(sites: list[Site]) -> Iterator[str]:
    """No log notices anything, a case notices something, and nobody notices a change of nothing."""
    numbers = [NOTHING, *(site.id for site in sites)]
    unjudged = judge([], numbers, 1).verdicts
    if report.score(Counter(unjudged[site.id].killer for site in sites)) != 0:
        yield "without a log, mutants are noticed"
    one = judge(expected.corpus()[:1], numbers, 1).verdicts
    if not 0 < report.score(Counter(one[site.id].killer for site in sites)) < 90:
        yield "one case notices nothing, or nearly all"
    if one[NOTHING].killer != SURVIVED:
        yield "a mutant that changes nothing is noticed"


def _scoring() -> Iterator[str]:
    """Only what is noticed counts, and what is equivalent counts for nothing."""
    counts = Counter({expected.CORPUS: 2, LAW: 1, SURVIVED: 1, report.EQUIVALENT: 5})
    if report.score(counts) != 75 or report.score(Counter({SURVIVED: 1})) != 0:
        yield "the score is not the share of what is noticed"


def _listing() -> Iterator[str]:
    """An entry of the list is wrong where its place is gone, and where its mutant is noticed."""
    site = Site(1, "Reduce/A.swift", 2, "isDue(Record?:at:)", "condition", "isForced", False)
    [(named, _)] = equivalents.places([site]).items()
    survived, killed = Verdict(SURVIVED, "", ()), Verdict("corpus", "a/case", ())
    if equivalents.check({named: "why"}, [site], {site.id: survived}) != ({site.id: "why"}, []):
        yield "an entry that is right is not taken"
    for entries, sites, verdict in (
        ({named: "why"}, [site], killed),
        ({named: "why"}, [replace(site, text="other")], survived),
        ({named: "why"}, [replace(site, is_aside=True)], survived),
    ):
        if not equivalents.check(entries, sites, {site.id: verdict})[1]:
            yield "an entry that is wrong is taken"


def _expecting() -> Iterator[str]:
    """A changed expectation is noticed, before it judges anything."""
    with TemporaryDirectory() as folder:
        log = expected.corpus()[0]
        outcomes, doctored = Path(folder), Path(folder, "expect.jsonl")
        judged = judge([log], [NOTHING], 1)
        (outcomes / "0.jsonl").write_bytes((judged.outcomes / "0.jsonl").read_bytes())
        if [*expected.disagreements([log], outcomes)]:
            yield "the unchanged engine disagrees with a case"
        doctored.write_text(log.expected.read_text().replace('"revision":', '"revision":1', 1))
        if not [*expected.disagreements([replace(log, expected=doctored)], outcomes)]:
            yield "a changed expectation is not noticed"
