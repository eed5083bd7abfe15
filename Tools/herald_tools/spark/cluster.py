"""A cluster of Spark's own kind on this machine."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path


class Cluster:
    """Spark's standalone cluster on the loopback interface, on a port that is free."""

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        packages = python.parent.parent.glob("lib/python*/site-packages/pyspark")
        self.start_class = next(packages) / "bin" / "spark-class"

    def __enter__(self) -> Cluster:
        log = self._start("master", "Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        self.address = self._wait(log, r"Starting Spark master at (spark://\S+)")
        for number in (1, 2):
            log = self._start(
                f"worker-{number}",
                "Worker",
                "--host",
                "127.0.0.1",
                "--webui-port",
                "0",
                "-c",
                "1",
                "-m",
                "1g",
                "-d",
                str(self.folder / f"work-{number}"),
                self.address,
            )
            self._wait(log, r"Successfully registered with master")
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.processes):
            process.terminate()
            process.wait()

    def _start(self, name: str, kind: str, *options: str) -> Path:
        log = self.folder / f"{name}.log"
        name = f"org.apache.spark.deploy.{kind.lower()}.{kind}"
        with open(log, "w") as file:
            self.processes.append(
                subprocess.Popen(
                    [str(self.start_class), name, *options],
                    stdout=file,
                    stderr=file,
                    env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_DIRS": str(self.folder)},
                )
            )
        return log

    def _wait(self, log: Path, pattern: str) -> str:
        while self.processes[-1].poll() is None:
            found = re.search(pattern, log.read_text())
            if found:
                return found[found.lastindex or 0]
            time.sleep(0.1)
        raise SystemExit(f"Spark's cluster does not start: {log.read_text()[-2000:]}")
