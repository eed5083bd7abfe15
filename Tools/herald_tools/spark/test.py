"""Makes a fleet, and its tables by one machine and by Spark: they must be equal, row for row, whatever is killed."""

from __future__ import annotations

import argparse
import gzip
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from herald_tools.environment import python_with
from herald_tools.paths import PARQUET_WRITER, RELEASE_HERALD, REQUIREMENTS, command
from herald_tools.spark.cluster import Cluster
from herald_tools.spark.places import readable
from herald_tools.spark.processes import wait_for_executor
from herald_tools.spark.segments import seal_log


def main() -> int:
    options = parsed()
    with tempfile.TemporaryDirectory(prefix="herald-spark-") as folder:
        test = Test(Path(folder), options)
        test.make_fleet()
        failed = [
            name for name, check in CHECKS.items() if options.only in (None, name) and not test.passes(name, check)
        ]
    print(f"{len(failed)} failed: {', '.join(failed)}" if failed else "all passed")
    return 1 if failed else 0


class Test:
    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder, options
        self.schema = folder / "schema.json"
        self.output = ""

    def passes(self, name: str, check: Callable[[Test], str | None]) -> bool:
        begin = time.monotonic()
        problem = check(self)
        print(f"{name}: {problem or 'passed'} ({time.monotonic() - begin:.0f} s)", flush=True)
        return problem is None

    def make_fleet(self) -> None:
        """The same fleet as one file and as a folder of days, with faults and without."""
        size = ["--installations", str(self.options.installations), "--seed", self.options.seed, "--quiet"]
        for name, more in (("good", []), ("bad", ["--faults", "0.002"])):
            common = [*command("fleet/generate"), *size, "--documents", "once", *more]
            run([*common, "--order", "time", "-o", self.folder / f"{name}.jsonl"])
            run([*common, "--folder", self.folder / f"{name}-days"])
        few = ["--installations", "90", "--seed", self.options.seed, "--quiet", "--documents", "once"]
        run([*command("fleet/generate"), *few, "-o", self.folder / "few.jsonl"])
        self.schema.write_bytes(run([self.options.herald, "export", "--schema"]))

    def one_machine(self, name: str, *flags: str) -> Path:
        """The tables of one machine, made once."""
        tables = self.folder / f"{name}-tables"
        if not tables.exists():
            run(
                [
                    self.options.herald,
                    "export",
                    self.folder / f"{name}.jsonl",
                    "--table",
                    "all",
                    "--format",
                    "parquet",
                    "-o",
                    tables,
                    *flags,
                ],
                env={"HERALD_PARQUET": str(PARQUET_WRITER)},
            )
        return tables

    def spark(self, logs: str, master: str, out: str, *flags: str) -> subprocess.Popen[bytes]:
        """Spark's job, started."""
        parts = [
            *command("spark/run"),
            "--logs",
            self.folder / logs,
            "--out",
            self.folder / out,
            "--master",
            master,
            "--herald",
            self.options.herald,
            "--partitions",
            "8",
            *flags,
        ]
        self.errors = open(self.folder / f"{out}.stderr", "w+")  # noqa: SIM115 - read when the job has ended
        return subprocess.Popen([str(part) for part in parts], stderr=self.errors)

    def said(self) -> str:
        self.errors.seek(0)
        return self.errors.read()

    def differs(self, name: str, out: str, *flags: str) -> str | None:
        parts = [*command("spark/compare"), self.one_machine(name, *flags), self.folder / out, self.schema]
        done = subprocess.run([str(part) for part in parts], stdout=subprocess.PIPE, text=True)
        return done.stdout if done.returncode else None


def local(test: Test) -> str | None:
    if test.spark("good-days", "local[2]", "local").wait():
        return "the job failed:\n" + test.said()
    return test.differs("good", "local")


def small(test: Test) -> str | None:
    """Few lines, plain and packed, whose documents the driver finds itself."""
    lines = (test.folder / "few.jsonl").read_bytes().splitlines(keepends=True)
    logs = test.folder / "few"
    logs.mkdir()
    half = len(lines) // 2
    (logs / "a.jsonl").write_bytes(b"".join(lines[:half]))
    # Two members, as of two files that were put together.
    packed = [gzip.compress(b"".join(lines[start : start + half // 2 + 1])) for start in (half, half + half // 2 + 1)]
    (logs / "b.jsonl.gz").write_bytes(b"".join(packed))
    if readable("local[2]", [str(logs)]) is None:
        return "the driver does not read them itself"
    if test.spark("few", "local[2]", "small").wait():
        return "the job failed:\n" + test.said()
    return test.differs("few", "small")


def skipped(test: Test) -> str | None:
    if test.spark("bad-days", "local[2]", "skipped", "--skip-invalid").wait():
        return "the job failed:\n" + test.said()
    return test.differs("bad", "skipped", "--skip-invalid")


def refused(test: Test) -> str | None:
    """A bad line fails the job, and herald's words about it are printed."""
    status, said = test.spark("bad-days", "local[2]", "refused").wait(), test.said()
    if status == 0:
        return "bad lines were accepted"
    return None if "error[workerFailed]" in said and "fix " in said else "herald's words are not printed:\n" + said


def killed(test: Test) -> str | None:
    """An executor dies while its worker runs; what it had done and had not is done by another."""
    job = test.spark("good-days", "local-cluster[2,1,1024]", "killed")
    executor = wait_for_executor(job)
    if executor is None:
        return "no executor was at work:\n" + test.said()
    os.kill(executor, signal.SIGKILL)
    if job.wait():
        return "the job failed:\n" + test.said()
    if "Lost executor" not in test.said():
        return "the executor was not missed"
    return test.differs("good", "killed")


def cluster(test: Test) -> str | None:
    """A master and two workers of Spark's own cluster, each a process on this machine."""
    with Cluster(test.folder, python_with(REQUIREMENTS / "spark.txt")) as started:
        if test.spark("good-days", started.address, "cluster").wait():
            return "the job failed:\n" + test.said()
    return test.differs("good", "cluster")


def sealed(test: Test) -> str | None:
    """The segments of a server, packed with Zstandard; an installation's events are in several of them."""
    logs = seal_log(test.options.herald.resolve(), test.folder / "good.jsonl", test.folder)
    if test.spark(logs, "local[2]", "sealed-tables").wait():
        return "the job failed:\n" + test.said()
    return test.differs("good", "sealed-tables")


CHECKS = {
    "local": local,
    "small": small,
    "sealed": sealed,
    "killed": killed,
    "cluster": cluster,
    "refused": refused,
    "skipped": skipped,
}


def run(command: Sequence[object], env: dict[str, str] | None = None) -> bytes:
    return subprocess.run(
        [str(part) for part in command], check=True, stdout=subprocess.PIPE, env={**os.environ, **(env or {})}
    ).stdout


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", type=Path, default=RELEASE_HERALD)
    parser.add_argument("--installations", type=int, default=2000)
    parser.add_argument("--seed", default="spark")
    parser.add_argument("--only", choices=list(CHECKS))
    return parser.parse_args()
