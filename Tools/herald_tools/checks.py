"""Checks the programs under `Tools`: their format, what the linter finds, their types. `--fix` formats and mends."""

import argparse
import subprocess
import sys

from herald_tools.paths import ROOT, TOOLS

CACHE = ROOT / ".build" / "python-checks"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fix", action="store_true", help="format the files and apply the linter's safe fixes")
    fixes = parser.parse_args().fix
    cache = ["--cache-dir", str(CACHE)]
    commands = [
        ["ruff", "format", *cache, *([] if fixes else ["--check", "--diff"]), "."],
        ["ruff", "check", *cache, *(["--fix"] if fixes else []), "."],
        ["mypy", *cache],
    ]
    failed = 0
    for command in commands:
        print(f"$ {' '.join(command)}", flush=True)
        failed += subprocess.run([sys.executable, "-m", *command], cwd=TOOLS).returncode != 0
    return 1 if failed else 0
