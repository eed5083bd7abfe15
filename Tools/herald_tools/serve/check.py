"""Starts the server and tries it over sockets: other programs, proxies, networks, answers, stopping and killing."""

import argparse
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from herald_tools.paths import DEBUG_HERALD
from herald_tools.serve import (
    arrivals,
    backups,
    clients,
    endings,
    nodes,
    objects,
    old_clients,
    openapi,
    parity,
    privacy,
    proxies,
    seals,
    segments,
)
from herald_tools.serve.running import Failed, Server

_CASES: list[Callable[[Server], None]] = [
    *endings.CASES,
    *openapi.CASES,
    *parity.CASES,
    *clients.CASES,
    *backups.CASES,
    *seals.CASES,
    *objects.CASES,
    *segments.CASES,
    *privacy.CASES,
    *old_clients.CASES,
    *arrivals.CASES,
    *proxies.CASES,
    *nodes.CASES,
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", type=Path, default=DEBUG_HERALD, help="the program")
    parser.add_argument("--only", default="", help="the cases whose names have this in them")
    parser.add_argument(
        "--all", action="store_true", help="compare all answers, send from more phones, and try Spark, for minutes"
    )
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, Server(arguments.herald.resolve(), Path(folder) / "server") as server:
        server.is_thorough = arguments.all
        for case in _CASES:
            if arguments.only in case.__name__:
                failed += not _holds(case, server)
        if failed:
            print(Path(f"{server.folder}.log").read_text()[-2000:])
    return 1 if failed else 0


def _holds(case: Callable[[Server], None], server: Server) -> bool:
    start = time.monotonic()
    try:
        case(server)
    except (Failed, OSError) as error:
        problem = f"\n  {error}"
    except Exception:
        problem = f"\n{traceback.format_exc()}"
    else:
        problem = ""
    print(f"{case.__name__}: {case.__doc__} {time.monotonic() - start:.1f} s{problem}", flush=True)
    return not problem
