"""Breaks what Herald stands on, at random but repeatably, and checks what it promises then.

Without a campaign every one runs. A case that fails is printed as the command that repeats it.
"""

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from herald_tools.faults import calls, cuts, inputs, kills, power
from herald_tools.faults.world import Failed, World, build_shim
from herald_tools.paths import DEBUG_HERALD

CAMPAIGNS: dict[str, Callable[[World, random.Random], None]] = {
    "power": power.one_case,
    "kill": kills.one_case,
    "calls": calls.one_case,
    "cut": cuts.cut,
    "flip": cuts.flip,
    "inputs": inputs.one_case,
}
_SHOWN = 20  # failing cases of a campaign


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("campaign", nargs="*", choices=[*CAMPAIGNS, []], help=", ".join(CAMPAIGNS))
    parser.add_argument("--herald", type=Path, default=DEBUG_HERALD, help="the program, linked with the system's libc")
    parser.add_argument("--seed", default="1", help="what the cases are drawn from")
    parser.add_argument("--cases", type=int, default=100, help="of each campaign")
    parser.add_argument("--case", type=int, help="only this one")
    parser.add_argument("--seconds", type=float, help="begin no case of a campaign later than this")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="herald-faults-") as name:
        folder = Path(name).resolve()
        shim = build_shim(folder)
        for campaign in options.campaign or CAMPAIGNS:
            failed += run_campaign(campaign, options, shim, folder)
    return 1 if failed else 0


def run_campaign(campaign: str, options: argparse.Namespace, shim: Path, folder: Path) -> int:
    """Runs a campaign's cases, prints its figures, and returns how many failed."""
    cases = range(options.cases) if options.case is None else [options.case]
    began = time.monotonic()

    def run(case: int) -> str | None:
        """What failed; nothing for a case that passed, and an empty text for one that did not begin."""
        if options.seconds is not None and time.monotonic() - began > options.seconds:
            return ""
        with tempfile.TemporaryDirectory(dir=folder) as name:
            world = World(options.herald.resolve(), shim, Path(name))
            try:
                CAMPAIGNS[campaign](world, random.Random(f"{options.seed} {campaign} {case}"))
            except Failed as failure:
                return str(failure)
        return None

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(cases, pool.map(run, cases)))
    failures = {case: said for case, said in results.items() if said}
    for case, said in list(failures.items())[:_SHOWN]:
        print(f"Tools/faults/run {campaign} --seed {options.seed} --case {case}\n    {said}")
    begun = sum(said != "" for said in results.values())
    seconds = time.monotonic() - began
    print(f"{campaign}: seed {options.seed}, {begun} cases, {len(failures)} failed, {seconds:.0f} s", flush=True)
    return len(failures)
