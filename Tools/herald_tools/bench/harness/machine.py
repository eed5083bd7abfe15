"""The machine on which the numbers were measured."""

import os
import platform
import re
import shutil
import subprocess
from datetime import datetime
from pathlib import Path

from herald_tools.bench.harness.paths import BENCH


def _lines(*command: str) -> list[str]:
    if not shutil.which(command[0]):
        return ["none"]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.stdout.strip().splitlines() or ["unknown"]


def _first_line(*command: str) -> str:
    return _lines(*command)[0]


def _last_line(*command: str) -> str:
    return _lines(*command)[-1]


def _read(path: str, pattern: str) -> str:
    try:
        found = re.search(pattern, Path(path).read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found.group(1) if found else "unknown"


def is_busy() -> bool:
    """True where something else is running; asked before the bench runs."""
    return os.getloadavg()[0] > 1


def load() -> str:
    """The load of the last 1, 5 and 15 minutes, other programs included."""
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


def facts() -> list[tuple[str, str]]:
    system = _read("/etc/os-release", r'^PRETTY_NAME="?([^"]*)')
    processor = _read("/proc/cpuinfo", r"^model name\s*:\s*(.*)$")
    memory = _read("/proc/meminfo", r"^MemTotal:\s*(\d+)")
    disk = _last_line("df", "--output=fstype", str(BENCH))
    return [
        ("date", datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %z")),
        ("processor", f"{os.cpu_count()} × {processor}"),
        ("memory", f"{int(memory) / 1e6:.0f} GB" if memory.isdigit() else memory),
        ("system", f"{system}, {platform.release()}, {disk}"),
        ("load before", load()),
        ("Swift", _first_line("swift", "--version")),
        ("C", _first_line("gcc", "--version")),
        ("Python", platform.python_version()),
    ]
