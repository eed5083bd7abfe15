"""Places of the bench's own files."""

from herald_tools.paths import REQUIREMENTS, TOOLS

BENCH = TOOLS / "bench"
DATA = BENCH / ".data"
PROGRAMS = DATA / "tools"  # compiled C and Swift
PEERS = REQUIREMENTS / "bench.txt"
