"""Which processes of a job are at work."""

import subprocess
import time
from pathlib import Path


def wait_for_executor(job: subprocess.Popen[bytes]) -> int | None:
    """An executor of this job with a herald at work in it."""
    while job.poll() is None:
        tree = processes()
        for pid in descendants(job.pid, tree):
            if "CoarseGrainedExecutorBackend" in tree[pid][1] and any(
                " export - " in tree[child][1] for child in descendants(pid, tree)
            ):
                return pid
        time.sleep(0.05)
    return None


def processes() -> dict[int, tuple[int, str]]:
    """Process -> its parent and its command."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                found[int(entry.name)] = parent, (entry / "cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
    return found


def descendants(pid: int, tree: dict[int, tuple[int, str]]) -> list[int]:
    children = [child for child, (parent, _) in tree.items() if parent == pid]
    return children + [one for child in children for one in descendants(child, tree)]
