"""Breaks what Herald stands on, at random but repeatably, and checks what it promises then.

Without a campaign every one runs. A case that fails is printed as the command that repeats it.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from herald_tools.faults import (
    calls,
    cuts,
    damage,
    inputs,
    kills,
    power,
    serve_clients,
    serve_kills,
    serve_power,
    writers,
)
from herald_tools.faults.equipment import Service, Tools
from herald_tools.faults.strangers import campaign as strangers
from herald_tools.faults.world import Failed, World, build_shim
from herald_tools.paths import DEBUG_HERALD

CAMPAIGNS: dict[str, Callable[[World, random.Random], None]] = {
    "power": power.one_case,
    "kill": kills.one_case,
    "calls": calls.one_case,
    "every-call": calls.every_call,
    "cut": cuts.cut,
    "flip": cuts.flip,
    "inputs": inputs.one_case,
    "writers": writers.one_case,
    "serve-kill": serve_kills.one_case,
    "serve-power": serve_power.one_case,
    "serve-clients": serve_clients.one_case,
    "strangers": strangers.one_case,
    "mutations": damage.inputs,
    "bits": damage.bits,
}
# Minutes for a case, or another program that is built first.
_LONG = {"every-call", "mutations", "bits"}
_SHOWN = 20  # failing cases of a campaign


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("campaign", nargs="*", choices=[*CAMPAIGNS, []], help=", ".join(CAMPAIGNS))
    parser.add_argument("--herald", type=Path, default=DEBUG_HERALD, help="the program, linked with the system's libc")
    parser.add_argument("--seed", default="1", help="what the cases are drawn from")
    parser.add_argument("--cases", type=int, default=100, help="of each campaign")
    parser.add_argument(
        "--from", dest="first", type=int, default=0, help="the first case, to go on with a long campaign"
    )
    parser.add_argument("--case", type=int, help="only this one")
    parser.add_argument("--losses", type=int, default=8, help="power losses of each recorded command")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="cases at once")
    parser.add_argument("--damage", type=Path, help="`herald-damage` of Tools/bench, for mutations and bits")
    parser.add_argument("--seconds", type=float, help="begin no case of a campaign later than this")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="herald-faults-") as name:
        folder = Path(name).resolve()
        shim = build_shim(folder)
        for campaign in options.campaign or [name for name in CAMPAIGNS if name not in _LONG]:
            failed += run_campaign(campaign, options, shim, folder)
    return 1 if failed else 0


def run_campaign(campaign: str, options: argparse.Namespace, shim: Path, folder: Path) -> int:
    """Runs a campaign's cases, prints its figures, and returns how many failed."""
    cases = range(options.first, options.first + options.cases) if options.case is None else [options.case]
    began = time.monotonic()
    # One service works for one case at a time.
    program = options.damage.resolve() if options.damage else None
    service = Service(program) if program and options.jobs == 1 else None
    tools = Tools(options.herald.resolve(), shim, options.seed, options.losses, program, service)

    def run(case: int) -> str | None:
        """What failed; nothing for a case that passed, and an empty text for one that did not begin."""
        if options.seconds is not None and time.monotonic() - began > options.seconds:
            return ""
        started = time.monotonic()
        said = None
        with tempfile.TemporaryDirectory(dir=folder) as name:
            world = World(tools, Path(name), case)
            try:
                CAMPAIGNS[campaign](world, random.Random(f"{options.seed} {campaign} {case}"))
            except Failed as failure:
                said = str(failure)
        if campaign in _LONG:
            result = "failed" if said else "passed"
            print(f"  case {case} {result} after {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
        return said

    with ThreadPoolExecutor(options.jobs) as pool:
        results = dict(zip(cases, pool.map(run, cases)))
    losses = f" --losses {options.losses}" if campaign.endswith("power") and options.losses != 8 else ""
    failures = {case: said for case, said in results.items() if said}
    for case, said in list(failures.items())[:_SHOWN]:
        print(f"Tools/faults/run {campaign} --seed {options.seed}{losses} --case {case}\n    {said}")
    begun = sum(said != "" for said in results.values())
    seconds = time.monotonic() - began
    first = f" from {options.first}" if options.first else ""
    counts = "".join(f" ({number} {what})" for what, number in sorted(tools.figures.counts.items()))
    print(
        f"{campaign}: seed {options.seed}, {begun} cases{first}{counts}, {len(failures)} failed, {seconds:.0f} s",
        flush=True,
    )
    return len(failures)
