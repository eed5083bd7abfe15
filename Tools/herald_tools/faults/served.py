"""A server in a case's folder, with system calls that are recorded or break."""

from pathlib import Path

from herald_tools.faults.world import Break, World
from herald_tools.serve.running import Server


def server(world: World, *options: str, variables: dict[str, str] | None = None) -> Server:
    """The case's server, not started yet."""
    fixed = {"SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8"}
    return Server(world.herald, world.files / "server", list(options), variables={**fixed, **(variables or {})})


def broken(world: World, break_: Break) -> dict[str, str]:
    """The variables with which calls are recorded, and one breaks."""
    return {
        "LD_PRELOAD": str(world.shim),
        "FAULT_FOLDER": str(world.files / "server"),
        "FAULT_LOG": str(record(world)),
        "FAULT_CALL": str(break_.call),
        "FAULT_KIND": break_.kind,
    }


def full(world: World) -> tuple[dict[str, str], Path]:
    """The variables with which the disk is full while a file exists, and that file."""
    mark = world.folder / "full"
    return {"LD_PRELOAD": str(world.shim), "FAULT_FOLDER": str(world.files / "server"), "FAULT_FULL": str(mark)}, mark


def jumping(world: World, seed: int) -> dict[str, str]:
    """The variables with which the server's clock jumps by years at every question."""
    return {"LD_PRELOAD": str(world.shim), "FAULT_CLOCK": str(seed)}


def ahead(world: World, seconds: int) -> dict[str, str]:
    """The variables with which the server's clock is wrong by some seconds, always by the same."""
    return {"LD_PRELOAD": str(world.shim), "FAULT_AHEAD": str(seconds)}


def record(world: World) -> Path:
    """Where calls are recorded."""
    return world.folder / "calls"
