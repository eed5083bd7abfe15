"""Where things are."""

from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
ROOT = BENCH.parent.parent
DATA = BENCH / ".data"
TOOLS = DATA / "tools"
VENV = BENCH / ".venv"
