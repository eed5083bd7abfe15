"""What `herald-damage` of Tools/bench does in one process, because a process for each would take days.

Inputs are damaged by the million, and every bit of a ledger is flipped.
"""

import json
import os
import random
import resource
import subprocess
from pathlib import Path

from herald_tools.faults import logs
from herald_tools.faults.world import Failed, World, expect
from herald_tools.json_types import JSONObject
from herald_tools.paths import ROOT
from herald_tools.patience import PATIENCE

KINDS = ("lines", "logs", "policies", "signatures", "conditions", "answers")
INPUTS = 10_000  # of a case
BITS = 4096  # of a case
_EVENTS = 40
_SLOWEST = 2000  # milliseconds that one input may take
_MEMORY = 2 << 30  # bytes of address space


def inputs(world: World, dice: random.Random) -> None:
    """Some thousand damaged inputs of one kind; the kinds take turns."""
    kind, seed = KINDS[world.number % len(KINDS)], dice.getrandbits(62)
    first, count = 0, INPUTS
    figures = _inputs(world, kind, seed, first, count)
    # A crash ends the process. Halves lead to the input that it crashes with.
    while figures is None and count > 1:
        half = count // 2
        figures = _inputs(world, kind, seed, first, half)
        first, count = (first, half) if figures is None else (first + half, count - half)
        figures = None
    command = f"herald-damage inputs {kind} {seed} {first} {count} Events"
    if figures is None:
        raise Failed(f"`{command}` crashes, or takes over {PATIENCE} s")
    world.count(kind, figures["inputs"])
    world.count("accepted", figures["accepted"])
    slowest = f"herald-damage inputs {kind} {seed} {figures['slowestNumber']} 1 Events"
    expect(figures["slowest"] < _SLOWEST, f"`{slowest}` takes {figures['slowest']:.0f} ms")


def _inputs(world: World, kind: str, seed: int, first: int, count: int) -> JSONObject | None:
    """The figures of some inputs; nothing where the process did not end well."""
    return _damage(world, "inputs", kind, str(seed), str(first), str(count), str(ROOT / "Events"))


def bits(world: World, _: random.Random) -> None:
    """Flips some thousand bits of a ledger of forty events, which all cases share."""
    ledger = world.folder.parent / "forty.sqlite"
    if not ledger.exists():
        _make_ledger(world, ledger)
    first = world.number * BITS
    if first >= ledger.stat().st_size * 8:
        return
    figures = _damage(world, "bits", str(ledger), str(world.ledger), str(first), str(BITS))
    expect(figures is not None, f"flipping a bit from {first} on ends the process")
    assert figures
    for answer in ("same", "refused"):
        world.count(answer, figures[answer])
    expect(not figures["wrong"], f"with one of these bits flipped, another answer is given: {figures['wrong'][:20]}")


def _make_ledger(world: World, ledger: Path) -> None:
    log = world.folder / "log.jsonl"
    dice = random.Random(world.seed)
    lines: list[bytes] = []
    while len(lines) < _EVENTS:
        lines = logs.some_lines(dice, 2 * _EVENTS)
    log.write_bytes(logs.text(lines[:_EVENTS]))
    run = world.run("import", log, "--ledger", ledger)
    expect(run.status == 0, f"the import ended with {run.status}: {run.errors[-600:]}")


def _damage(world: World, *arguments: str) -> JSONObject | None:
    expect(world.damage is not None, "--damage names `herald-damage`: `swift build -c release` in Tools/bench makes it")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))

    command = [str(world.damage), *arguments]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            preexec_fn=limit,
            cwd=world.folder,
            # A backtrace takes many seconds.
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "TMPDIR": str(world.folder)},
        )
    except subprocess.TimeoutExpired:
        return None
    figures: JSONObject | None = json.loads(done.stdout) if done.returncode == 0 else None
    return figures
