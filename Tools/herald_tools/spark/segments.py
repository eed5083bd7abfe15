"""Sealed segments of a server that a fleet's events were sent to."""

from pathlib import Path

from herald_tools.serve.running import APP, Server, expect
from herald_tools.serve.seals import seal

_PARTS = 3
# As many lines as a request may have, and fewer.
_LINES = 20_000


def seal_log(herald: Path, log: Path, folder: Path) -> str:
    """Sends a log in parts, with a seal after each; returns the pattern of the segments."""
    lines = log.read_text().splitlines()
    size = min(-(-len(lines) // _PARTS), _LINES)
    with Server(herald, folder / "server") as server:
        for start in range(0, len(lines), size):
            answer = server.send(lines[start : start + size])
            expect(answer.status, 200, f"sending: {answer.body[:500]!r}")
            seal(server, folder / "sealed")
    return str(folder / "sealed" / APP / "*.jsonl.zst")
