"""Holds what Herald writes for continuous integration against programs that read it.

The SARIF log against SARIF's schema, sarif-pydantic and sarif-tools, the JUnit report against junitparser, the GitHub
Action against its JSON Schema, and its steps and the pre-commit hooks by running them.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from herald_tools.ci.action import check_action
from herald_tools.ci.corpus import damaged_corpus
from herald_tools.ci.hooks import check_hooks
from herald_tools.ci.reading import Reading
from herald_tools.ci.sarif import check_sarif
from herald_tools.paths import DEBUG_HERALD


def check_junit(reading: Reading, corpus: Path) -> None:
    """A corpus in which one case agrees, and one of each other verdict."""
    from junitparser import JUnitXml

    report = reading.folder / "herald.xml"
    run = reading.herald("test", corpus, "--no-write", "--format", "junit", status=3)
    report.write_text(run.stdout)
    suites = list(JUnitXml.fromfile(str(report)))
    totals = [sum(getattr(suite, name) for suite in suites) for name in ("tests", "failures", "errors")]
    reading.expect(totals == [4, 2, 1], f"junitparser counts {totals}, not 4 tests, 2 failures and 1 error")
    for suite in suites:
        bad = [case for case in suite if case.result]
        reading.expect(
            len(bad) == suite.failures + suite.errors, f"the counts of {suite.name} are not those of its cases"
        )
    print(f"JUnit: {totals[0]} cases in {len(suites)} suite")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--herald", default=str(DEBUG_HERALD), help="the built binary")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        reading = Reading(Path(options.herald).resolve(), Path(folder).resolve())
        corpus = damaged_corpus(reading.folder / "corpus")
        check_sarif(reading)
        check_junit(reading, corpus)
        check_action(reading, corpus)
        check_hooks(reading, corpus)
        for failure in reading.failures:
            print(failure, file=sys.stderr)
        return 1 if reading.failures else 0
