"""Generated logs and the ledgers made of them, kept in `.data` and used again as long as they fit."""

import hashlib
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from herald_tools.bench.harness.builds import digest, generator
from herald_tools.bench.harness.paths import BENCH, DATA
from herald_tools.bench.harness.report import Missing, say
from herald_tools.paths import ROOT


class Fleet:
    """Logs of one seed; the same number of events and installations is the same log."""

    def __init__(self, herald: Path, seed: int) -> None:
        self.herald = herald
        self.seed = seed

    def log(self, events: int, installations: int) -> Path:
        return self._kept(events, installations, "log.jsonl", self._generator(), self._write_log)

    def ledger(self, events: int, installations: int) -> Path:
        log = self.log(events, installations)
        sources = digest(
            ROOT / "Sources" / "Herald" / "Event", ROOT / "Sources" / "HeraldLines", ROOT / "Sources" / "HeraldLog"
        )

        def write(path: Path, *_: int) -> None:
            self.import_log(log, path)

        return self._kept(events, installations, "ledger.sqlite", self._generator() + sources, write)

    def import_log(self, log: Path, ledger: Path) -> None:
        remove_ledger(ledger)
        self.import_more(log, ledger)

    def import_more(self, log: Path, ledger: Path) -> None:
        command = [self.herald, "import", log, "--ledger", ledger, "--without-views", "--format", "json"]
        subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)

    def _generator(self) -> str:
        return digest(BENCH / "data")

    def _kept(
        self, events: int, installations: int, name: str, stamp: str, write: Callable[[Path, int, int], None]
    ) -> Path:
        folder = DATA / f"{events}-events-of-{installations}-seed-{self.seed}"
        folder.mkdir(parents=True, exist_ok=True)
        path, mark = folder / name, folder / f"{name}.stamp"
        if path.exists() and mark.exists() and mark.read_text() == stamp:
            return path
        mark.unlink(missing_ok=True)
        needed = events * 900
        if shutil.disk_usage(folder).free < needed:
            raise Missing(f"{folder} needs {needed / 1e9:.1f} GB free: make room, or ask for fewer --events.")
        say(f"making {path.relative_to(BENCH)} …")
        write(path, events, installations)
        mark.write_text(stamp)
        return path

    def _write_log(self, path: Path, events: int, installations: int) -> None:
        policies = sorted((BENCH / "data" / "policies").glob("*.json"))
        documents = [f"{hashlib.sha256(policy.read_bytes()).hexdigest()}={policy}" for policy in policies]
        subprocess.run(
            [str(part) for part in (generator(), events, installations, self.seed, path, *documents)], check=True
        )


def remove_ledger(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-lock"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def scratch(name: str) -> Path:
    """The path of a file that each repetition makes again."""
    folder = DATA / "scratch"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name
