"""The programs of this package: where each one starts, and which packages of Python's index it needs."""

import importlib
import sys
from dataclasses import dataclass

from herald_tools.environment import Unavailable, enter, require_python
from herald_tools.paths import REQUIREMENTS


@dataclass(frozen=True)
class Program:
    """A module with a function `main`, and the file in `Tools/requirements` that lists its packages."""

    module: str
    requirements: str | None = None
    # With one of these options the program runs without its packages.
    plain_options: tuple[str, ...] = ()


PROGRAMS = {
    "oracle/compare": Program("oracle.compare"),
    "oracle/analyze": Program("oracle.analyze", "analyze"),
    "oracle/compare_analyze": Program("oracle.compare_analyze", "analyze"),
    "oracle/compare_effect": Program("oracle.compare_effect"),
    "oracle/compare_groups": Program("oracle.compare_groups"),
    "oracle/compare_minimize": Program("oracle.compare_minimize"),
    "oracle/compare_sample": Program("oracle.compare_sample"),
    "oracle/compare_schedules": Program("schedules.compare"),
    "oracle/compare_tables": Program("oracle.compare_tables", "parquet", ("-h", "--help")),
    "oracle/doctored": Program("oracle.doctored"),
    "oracle/generate": Program("oracle.generate"),
    "oracle/replay": Program("oracle.replay"),
    "oracle/selftest": Program("oracle.selftest"),
    "oracle/tables": Program("oracle.tables"),
    "demo/generate": Program("demo.generate"),
    "fleet/generate": Program("fleets.generate"),
    "fleet/check": Program("questions.check", "fleet", ("--sqlite", "-h", "--help")),
    "fleet/ledger": Program("questions.ledger", "ledger", ("-h", "--help")),
    "fleet/notebook": Program("questions.notebook", "notebook", ("-h", "--help")),
    "parquet/write": Program("parquet.write", "parquet", ("-h", "--help")),
    "parquet/selftest": Program("parquet.selftest", "parquet"),
    "schema/check": Program("schemas.check", "schema", ("-h", "--help")),
    "cabi/check": Program("cabi.check"),
    "cabi/kotlin": Program("cabi.kotlin"),
    "conformance": Program("conformance.make"),
    "ci/check": Program("ci.check", "ci", ("-h", "--help")),
    "completion/check": Program("completion.check"),
    "signatures/check": Program("signatures.check"),
    "report/browser": Program("report.browser", "report"),
    "spark/run": Program("spark.run"),
    "spark/test": Program("spark.test"),
    "spark/job": Program("spark.job", "spark"),
    "spark/compare": Program("spark.compare", "spark"),
    "bench/run": Program("bench.run"),
    # The bench runs its peers with the Python that has their packages.
    "bench/peers/decide": Program("bench.peers.decide"),
    "bench/peers/inserts": Program("bench.peers.inserts"),
    "bench/peers/events": Program("bench.peers.events"),
    "bench/peers/prompts": Program("bench.peers.prompts"),
    "bench/peers/repository": Program("bench.peers.repository"),
    "apple/check": Program("apple.check"),
    "serve/check": Program("serve.check", "serve", ("-h", "--help")),
    "serve/browser": Program("serve.pages", "report"),
    "faults/run": Program("faults.main"),
    "fuzz/run": Program("fuzz.main"),
    "mutants/run": Program("mutants.main"),
    "advisories": Program("advisories.check"),
    # A part of a case: it is started by the campaign, which does without the browser's packages otherwise.
    "faults/page": Program("faults.strangers.page", "report"),
    "docs": Program("docs.main", "docs", ("-h", "--help")),
    # These two are steps of `Tools/test` alone; `Tools/docs` is a file, so they have no launcher beside it.
    "docs/selftest": Program("docs.selftest"),
    "docs/browser": Program("docs.browser", "report"),
    "embedding/check": Program("embedding.check"),
    "arrows": Program("arrows.check"),
    "checks": Program("checks", "checks", ("-h", "--help")),
    "effect/check": Program("effect.check", "effect", ("-h", "--help")),
    "effect/vectors": Program("effect.vectors", "effect", ("-h", "--help")),
    "readme": Program("readme"),
    "release": Program("release.main"),
    "wheel/check": Program("wheel.check", "wheel", ("-h", "--help")),
    "manual": Program("release.manual"),
}


def run(arguments: list[str]) -> int | None:
    """Runs the program that the first argument names, with the rest as its options; returns its exit status."""
    name, options = arguments[0], arguments[1:]
    program = PROGRAMS[name]
    sys.argv = [f"Tools/{name}", *options]
    try:
        require_python()
        if program.requirements and not any(option in program.plain_options for option in options):
            enter(REQUIREMENTS / f"{program.requirements}.txt")
    except Unavailable as error:
        error.report()
        return 1
    module = importlib.import_module(f"herald_tools.{program.module}")
    status: int | None = module.main()
    return status
