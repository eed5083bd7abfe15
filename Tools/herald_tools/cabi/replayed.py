"""What `herald replay` makes of a log: the answers that the core must give too."""

import json
import re
import subprocess
from dataclasses import dataclass, field

_ERROR = re.compile(r"^error\[(\w+)\]: (.*)\n  at  (.*)\n  why (.*)\n  fix (.*)$", re.MULTILINE)


@dataclass
class Replayed:
    """The lines that were printed, and what was refused."""

    decisions: list[bytes] = field(default_factory=list)
    states: dict[str, bytes] = field(default_factory=dict)
    # Code, what, where, why, fix.
    errors: list[tuple[str, ...]] = field(default_factory=list)


def replayed(herald: str, log: bytes, *options: str) -> Replayed:
    """Replays a log that comes by standard input."""
    command = [herald, "replay", "-", "--decisions", "--states", "--format", "json", *options]
    done = subprocess.run(command, input=log, capture_output=True)
    if done.returncode not in (0, 3):
        raise SystemExit(f"{' '.join(command)} ended with status {done.returncode}: {done.stderr.decode()}")
    result = Replayed(errors=_ERROR.findall(done.stderr.decode()))
    for line in done.stdout.splitlines():
        outcome = json.loads(line)
        if "trigger" in outcome:
            result.decisions.append(line)
        else:
            result.states[outcome["source"]] = line
    if (done.returncode == 3) != bool(result.errors) and "--skip-invalid" not in options:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode} and said {done.stderr.decode()}")
    return result
