"""Makes the tables of a fleet's logs on Apache Spark, here or on a cluster. Tools/spark/README.md tells the rest.

Tools/spark/run --logs events --out tables --herald .build/release/herald [--master local[*]] [--dry-run]
"""

import argparse
import os
import shlex
import shutil
import sys
from pathlib import Path

from herald_tools.environment import Unavailable, fail, is_installed, python_with
from herald_tools.paths import RELEASE_HERALD, REQUIREMENTS, command
from herald_tools.spark.options import job_options, run_options
from herald_tools.spark.places import are_small, found, is_remote

PACKAGES = REQUIREMENTS / "spark.txt"
# A folder's name in the tables' place means that the table was made.
TABLES = ("events", "decisions", "prompts", "updates", "installations", "rules", "documents")
# No optimizing compiler, no parallel collector, and processes that start without a helper: where Hadoop has no library
# for it, it starts `chmod` for each file and folder that it makes.
_QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djdk.lang.Process.launchMechanism=VFORK"


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[run_options(), job_options(RELEASE_HERALD)],
        allow_abbrev=False,
    ).parse_args()
    check(options)
    if options.dry_run:
        tell(options)
        return
    others = run_options().parse_known_args()[1]
    try:
        python = str(python_with(PACKAGES))
    except Unavailable as error:
        error.report()
        sys.exit(1)
    scratch = os.environ.get("SPARK_LOCAL_DIRS") or os.environ.get("TMPDIR") or "/tmp"
    os.environ.update({"PYSPARK_PYTHON": python, "PYSPARK_DRIVER_PYTHON": python})
    if options.master.startswith("local") or "//127.0.0.1" in options.master:
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ.setdefault("SPARK_LOCAL_DIRS", scratch)
    # local-cluster would keep copies of the program among Spark's own files.
    os.environ.setdefault("SPARK_WORKER_DIR", str(Path(scratch, f"spark-work-{os.getuid()}")))
    settings = {
        "spark.ui.enabled": "false",
        "spark.log.level": "WARN",
        "spark.ui.showConsoleProgress": str(sys.stderr.isatty()).lower(),
    }
    submit = ["--master", options.master, "--driver-memory", options.memory]
    if are_small(options.master, options.logs):
        submit += ["--driver-java-options", _QUICK_START]
    submit += [part for name, value in settings.items() for part in ("--conf", f"{name}={value}")]
    # Not through spark-submit, which sends what the job says to standard output, between other things.
    os.environ["PYSPARK_SUBMIT_ARGS"] = shlex.join([*submit, "pyspark-shell"])
    os.execv(python, [*command("spark/job", python), "--herald", str(options.herald), *others])


def tell(options: argparse.Namespace) -> None:
    """Prints what a run would read, write and install. Places that only Spark reaches are told as they are named."""
    for place in options.logs:
        print(f"reads    {place}" + ("" if is_remote(place) else f": {files(place)}"))
    there = [] if is_remote(options.out) else [name for name in TABLES if Path(options.out, name).exists()]
    print(f"writes   {options.out}" + (f", where {', '.join(there)} are already" if there else ""))
    if there and not options.overwrite:
        print("         and would fail: add --overwrite, or name another folder")
    print(f"worker   {options.herald}")
    print(f"master   {options.master}, memory of the driver {options.memory}")
    packages = ", ".join(line for line in PACKAGES.read_text().split() if not line.startswith("#"))
    print(f"packages {packages}: {'installed' if is_installed(PACKAGES) else '830 MB, to be installed first'}")


def files(place: str) -> str:
    """The number of files of a folder or pattern, and their bytes."""
    there = found(place)
    if not there:
        return "nothing there, so the job would fail"
    return f"{len(there)} file{'' if len(there) == 1 else 's'}, {sum(file.stat().st_size for file in there):,} bytes"


def check(options: argparse.Namespace) -> None:
    java = os.environ.get("JAVA_HOME") and shutil.which("java", path=os.environ["JAVA_HOME"] + "/bin")
    if not (java or shutil.which("java")):
        fail(
            "noJava",
            "Spark needs Java, and there is none.",
            "PATH and JAVA_HOME",
            "Spark 4 runs on Java 17 or 21",
            "install it (Debian and Ubuntu: `apt-get install openjdk-17-jre-headless`)",
        )
    if not os.access(options.herald, os.X_OK):
        fail(
            "noHerald",
            "The program that the workers run is not there.",
            options.herald,
            "each worker runs herald on its installations",
            "`swift build -c release --static-swift-stdlib --product herald`, or name it with --herald",
        )
