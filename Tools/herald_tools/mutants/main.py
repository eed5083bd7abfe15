"""Flips each condition of the reducer, the decision and the rule tests once, and says what notices it.

The corpus of `Events`, random logs with the answers of the second implementation, and the laws of folding and deciding
judge. It ends with status 1 where less than a share of the mutants is noticed. `--self-test` shows that it can fail.
"""

import argparse
import resource
import sys
import time
from collections import Counter

from herald_tools.mutants import equivalents, expected, report, selftest
from herald_tools.mutants.build import BUILD, Places, build
from herald_tools.mutants.verdicts import NOTHING, SURVIVED, Judged, judge

# Kinds of random logs, with the number of seeds of each, from 1 on.
SEEDS = {"plain": 100, "wild": 100, "gaps": 40}
_SAID = 20  # sentences about what is wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2, help="the number of processes")
    parser.add_argument("--least", type=float, default=95, help="the lowest score that passes, in percent")
    parser.add_argument("--all", action="store_true", help="print what noticed each mutant")
    parser.add_argument("--self-test", action="store_true", help="show that a wrong list is noticed, without a core")
    options = parser.parse_args()
    began = time.monotonic()
    if options.self_test:
        return selftest.run()
    places = build()
    wrong = [*selftest.of_program(places)]
    seeds = [(kind, seed) for kind, count in SEEDS.items() for seed in range(1, count + 1)]
    logs = expected.corpus() + expected.second(BUILD / "second", seeds)
    judged = judge(logs, [NOTHING, *(site.id for site in places.sites)], options.jobs)
    wrong += [*judged.broken, *expected.disagreements(logs, judged.outcomes)]
    wrong += reached_asides(places, judged)
    if judged.verdicts.pop(NOTHING).killer != SURVIVED:
        wrong.append("a mutant that changes nothing is noticed")
    return told(places, judged, wrong, options, began)


def reached_asides(places: Places, judged: Judged) -> list[str]:
    """Places that are left aside because they only explain, and that a fold or a decision reaches all the same."""
    sites = [site for site in places.sites if site.is_aside and judged.verdicts[site.id].reached]
    return [f"{site.name}: it is left aside, and a decision reaches it" for site in sites]


def told(places: Places, judged: Judged, wrong: list[str], options: argparse.Namespace, began: float) -> int:
    """Prints the verdicts and the score; returns the exit status."""
    sites = [site for site in places.sites if not site.is_aside]
    equivalent, stale = equivalents.check(equivalents.read(), sites, judged.verdicts)
    for site in sites:
        verdict = judged.verdicts[site.id]
        killer = report.EQUIVALENT if site.id in equivalent else verdict.killer
        if options.all or killer == SURVIVED:
            reached = f" (reached by {len(verdict.reached)} logs)" if killer == SURVIVED else ""
            detail = equivalent.get(site.id, verdict.detail)
            print(f"{killer}{reached}: {site.name}{detail and ' <- ' + detail}")
    folders = report.counted(sites, judged.verdicts, equivalent)
    print("\n".join(report.table(folders)))
    print(f"{len(places.sites) - len(sites)} places only explain, {places.values} cases of switches are values.")
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    processor = sum(usage.ru_utime + usage.ru_stime for usage in used)
    print(f"{time.monotonic() - began:.0f} s, {processor:.0f} s of a processor")
    for sentence in (wrong + stale)[:_SAID]:
        print(sentence, file=sys.stderr)
    total: Counter[str] = Counter()
    for counts in folders.values():
        total.update(counts)
    if (share := report.score(total)) < options.least:
        print(f"The score of {share:.1f} % is below {options.least:g} %.", file=sys.stderr)
    return 1 if wrong or stale or share < options.least else 0
