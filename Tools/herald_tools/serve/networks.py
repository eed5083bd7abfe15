"""Machines on one machine: network namespaces with a bridge between them."""

import ctypes
import os
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from herald_tools.serve.running import Failed

_Result = TypeVar("_Result")
# What `setns` takes for a network namespace.
_CLONE_NEWNET = 0x40000000


class Impossible(Exception):
    """This machine, or this user, makes no network namespaces."""


class Network:
    """Namespaces on a bridge: the first one has the bridge, the others are `hosts` with an address each."""

    bridge = "10.0.0.1"

    def __init__(self, count: int) -> None:
        self.names = [f"herald-{os.getpid()}-{number}" for number in range(count + 1)]
        self.hosts = [f"10.0.0.{10 + number}" for number in range(1, count + 1)]

    def prefix(self, host: str) -> list[str]:
        """What runs a program on a host."""
        return ["ip", "netns", "exec", self.names[1 + self.hosts.index(host)]]

    def run(self, work: Callable[[], _Result]) -> _Result:
        """Does something where the bridge is. The threads and processes that it starts are there too."""
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(self._enter, work).result()

    def _enter(self, work: Callable[[], _Result]) -> _Result:
        library = ctypes.CDLL(None, use_errno=True)
        with Path("/run/netns", self.names[0]).open() as namespace:
            if library.setns(namespace.fileno(), _CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), f"the namespace {self.names[0]} cannot be entered")
        return work()

    def connect(self) -> None:
        """Makes all of it."""
        first = self.names[0]
        _ip("netns", "add", first)
        _ip("-n", first, "link", "set", "lo", "up")
        _ip("-n", first, "link", "add", "bridge", "type", "bridge")
        _ip("-n", first, "address", "add", f"{self.bridge}/24", "dev", "bridge")
        _ip("-n", first, "link", "set", "bridge", "up")
        for number, (name, host) in enumerate(zip(self.names[1:], self.hosts)):
            _ip("netns", "add", name)
            _ip("-n", first, "link", "add", f"to{number}", "type", "veth", "peer", "name", "eth0", "netns", name)
            _ip("-n", first, "link", "set", f"to{number}", "master", "bridge", "up")
            _ip("-n", name, "address", "add", f"{host}/24", "dev", "eth0")
            _ip("-n", name, "link", "set", "eth0", "up")

    def remove(self) -> None:
        """Removes what there is of it."""
        for name in self.names:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


@contextmanager
def network(count: int) -> Iterator[Network]:
    """A network with hosts in that number; raises `Impossible` where there can be none."""
    made = Network(count)
    try:
        try:
            made.connect()
        except (Failed, OSError) as error:
            raise Impossible(str(error)) from error
        yield made
    finally:
        made.remove()


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"ip {' '.join(words)}: {done.stderr.strip()}")
