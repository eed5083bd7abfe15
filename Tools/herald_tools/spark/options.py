"""The options of the programs here. Nothing of Spark is needed to tell them or to check them."""

import argparse
from pathlib import Path


def job_options(herald: Path | None = None) -> argparse.ArgumentParser:
    """Those of the job, as a parent of other parsers; the program, unless it must be named."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(
        "--logs", required=True, nargs="+", metavar="DIR|GLOB", help="JSON Lines, .gz, .zst or not, in any depth"
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="T/date=…/*.parquet for each table T")
    parser.add_argument(
        "--herald",
        required=herald is None,
        default=herald,
        metavar="FILE",
        help="the program, linked statically; or its name among `spark-submit --files`",
    )
    parser.add_argument("--partitions", type=int, metavar="N", help="of installations (two for each core, at least 8)")
    parser.add_argument("--files", type=int, default=1, metavar="N", help="of a day of a table (1)")
    parser.add_argument("--skip-invalid", action="store_true", help="bad lines are left out")
    parser.add_argument("--overwrite", action="store_true", help="replaces tables that are there")
    return parser


def run_options() -> argparse.ArgumentParser:
    """Those of `Tools/spark/run` beside the job's."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument(
        "--master", default="local[*]", metavar="M", help="local[N] | local-cluster[N,cores,MB] | spark://… (local[*])"
    )
    parser.add_argument("--memory", default="2g", help="of the driver, which in local[N] is all there is (2g)")
    parser.add_argument("--dry-run", action="store_true", help="tells what would be done; installs and starts nothing")
    return parser
