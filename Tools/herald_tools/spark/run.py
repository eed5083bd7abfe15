"""Makes the tables of a fleet's logs on Apache Spark, here or on a cluster. Tools/spark/README.md tells the rest.

Tools/spark/run --logs events --out tables --herald .build/release/herald [--master local[*]]
"""

import argparse
import os
import shlex
import shutil
import sys
from pathlib import Path

from herald_tools.environment import Unavailable, fail, python_with
from herald_tools.paths import RELEASE_HERALD, REQUIREMENTS, command


def main() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--master", default="local[*]")
    parser.add_argument("--memory", default="2g")
    parser.add_argument("--herald", type=Path, default=RELEASE_HERALD)
    options, others = parser.parse_known_args()
    if "-h" in others or "--help" in others:
        print(
            __doc__ + "\n    --master local[N] | local-cluster[N,cores,MB] | spark://… (local[*])\n"
            "    --memory of the driver, which in local[N] is all there is (2g)\nand those of job.py:\n",
            flush=True,
        )
    else:
        check(options)
    try:
        python = str(python_with(REQUIREMENTS / "spark.txt"))
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
    submit += [part for name, value in settings.items() for part in ("--conf", f"{name}={value}")]
    # Not through spark-submit, which sends what the job says to standard output, between other things.
    os.environ["PYSPARK_SUBMIT_ARGS"] = shlex.join([*submit, "pyspark-shell"])
    os.execv(python, [*command("spark/job", python), "--herald", str(options.herald), *others])


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
