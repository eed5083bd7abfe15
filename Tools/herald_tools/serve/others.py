"""Programs of others: where they are, from when on they take connections, and their end."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from herald_tools.patience import PATIENCE
from herald_tools.serve.running import Failed


def find(name: str) -> str | None:
    """Where a program is; says so where it is not. Debian has servers where users do not look for programs."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/local/sbin")
    if found is None:
        print(f"  skipped: {name} is not installed")
    return found


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def running(command: list[str], log: Path, port: int) -> Iterator[None]:
    """A program, from the moment at which it takes connections."""
    with log.open("wb") as output, subprocess.Popen(command, stdout=output, stderr=output) as process:
        try:
            until = time.monotonic() + PATIENCE
            while not _listens(port):
                if process.poll() is not None or time.monotonic() > until:
                    raise Failed(f"{command[0]} did not start: {log.read_text()}")
                time.sleep(0.05)
            yield
        finally:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Asks a program to end, and ends it where it does not."""
    process.terminate()
    try:
        process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
    except OSError:
        return False
    return True
