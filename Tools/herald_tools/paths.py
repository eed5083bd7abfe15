"""Where things are in the repository."""

import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parent.parent
ROOT = TOOLS.parent
REQUIREMENTS = TOOLS / "requirements"
DEBUG_HERALD = ROOT / ".build" / "debug" / "herald"
RELEASE_HERALD = ROOT / ".build" / "release" / "herald"
PARQUET_WRITER = TOOLS / "parquet" / "write"


def command(program: str, python: Path | str = sys.executable) -> list[str]:
    """The command line that runs another program of this package, such as `fleet/generate`, without its options."""
    return [str(python), str(TOOLS / "program.py"), program]
