"""Several servers behind a consistent hash of the installation: together they know what one would.

Each server is a machine of its own, as far as a network namespace is one. Many phones send through the example of
nginx, and of haproxy. One server is killed in the middle and started again.
"""

import json
import shutil
import subprocess
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from herald_tools.paths import command
from herald_tools.patience import PATIENCE
from herald_tools.serve import examples, others, seals
from herald_tools.serve.backups import scratch
from herald_tools.serve.networks import Impossible, Network, network
from herald_tools.serve.phones import Phone, phones
from herald_tools.serve.running import APP, Failed, Server, expect

_NODES = 3
_LIMITS = ["--key-requests", "1000000", "--stream-requests", "1000000", "--address-requests", "1000000"]


def nodes_behind_nginx(server: Server) -> None:
    """Three nodes behind nginx, one killed and started again, store each event once and decide as one node."""
    _nodes_behind(server, "nginx", examples.nginx)


def nodes_behind_haproxy(server: Server) -> None:
    """Three nodes behind haproxy, one killed and started again, store each event once and decide as one node."""
    _nodes_behind(server, "haproxy", examples.haproxy)


def _nodes_behind(server: Server, program: str, configure: Callable[[Path, int, list[str]], list[str]]) -> None:
    path = others.find(program)
    if path is None or others.find("ip") is None:
        return
    try:
        with scratch() as folder, network(_NODES) as net:
            lines = _fleet(folder, 100 if server.is_thorough else 15)
            senders = phones(lines)
            examples.make_certificate(folder)
            with ExitStack() as stack:
                nodes = [stack.enter_context(node) for node in _nodes(server, folder, net)]
                port = 8443
                options = configure(folder, port, [f"{node.host}:{node.port}" for node in nodes])
                proxy = examples.Proxy(port, folder / "fullchain.pem")

                def work() -> None:
                    with others.running([path, *options], folder / f"{program}.log", port):
                        _send_all(senders, nodes, proxy)

                net.run(work)
                for node in nodes:
                    expect(node.stop(), 0, "the status of a node")
            _compare(server, folder, nodes, [line for _, line in lines])
    except Impossible as reason:
        print(f"  skipped: network namespaces cannot be made here: {reason}")


def _fleet(folder: Path, installations: int) -> list[tuple[str, str]]:
    """What phones of a fleet have to send: names and lines, each line with a salt as the lines of a phone have one."""
    log = folder / "fleet.jsonl"
    options = ["--installations", str(installations), "--seed", "nodes", "--quiet", "-o", str(log)]
    subprocess.run([*command("fleet/generate"), *options], check=True)
    found = []
    for line in log.read_text().splitlines():
        event = json.loads(line)
        salt = uuid.uuid5(uuid.NAMESPACE_URL, str(event["id"])).hex
        found.append((str(event["source"]), f'{line[:-1]},"salt":"{salt}"}}'))
    return found


def _nodes(server: Server, folder: Path, net: Network) -> list[Server]:
    """Servers that are not started yet, with the same secret and the same tokens: their folders are copies of one."""
    first = Server(server.herald, folder / "empty")
    with first:
        expect(first.stop(), 0, "the status")
    found = []
    for number, host in enumerate(net.hosts):
        copy = shutil.copytree(first.folder, folder / f"node-{number}")
        options = [*_LIMITS, "--trusted-proxies", net.bridge]
        found.append(
            Server(server.herald, copy, options, first.key, first.token, 8320, host=host, prefix=net.prefix(host))
        )
    return found


def _send_all(senders: list[Phone], nodes: list[Server], proxy: examples.Proxy) -> None:
    """Lets all phones send. Kills a node in the middle, and starts it again when phones have missed it."""
    total = sum(len(phone.lines) for phone in senders)
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(phone.send, proxy, nodes[0].key) for phone in senders]
        _wait(lambda: sum(phone.stored for phone in senders) > total // 3)
        nodes[1].kill()
        _wait(lambda: any(phone.refusals for phone in senders))
        nodes[1].start()
        for one in sent:
            one.result()


def _wait(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > until:
            raise Failed("phones neither get on nor are refused")
        time.sleep(0.01)


def _compare(server: Server, folder: Path, nodes: list[Server], lines: list[str]) -> None:
    """Each event is once on one node, and the nodes' decisions are those of a server that received everything."""
    stored = [server.command("export", node.ledger).decode().splitlines() for node in nodes]
    expect(all(stored), True, "whether each node has events")
    expect(sorted(line for part in stored for line in part), sorted(lines), "the events of all nodes")
    with Server(server.herald, folder / "one", _LIMITS) as one:
        expect(one.send(lines).status, 200, "sending to one server")
        expect(one.stop(), 0, "the status")
    wanted = _decisions(server, one.ledger)
    expect(len(wanted) > 0, True, "whether there are decisions")
    found = [line for node in nodes for line in _decisions(server, node.ledger)]
    expect(sorted(found), sorted(wanted), "the decisions of all nodes")
    for node in nodes:
        seals.seal(node, folder / f"sealed-{node.folder.name}")
    ledger = folder / "all.sqlite"
    server.command("import", *sorted(folder.glob(f"sealed-*/{APP}/*.zst")), "--ledger", ledger)
    expect(sorted(_decisions(server, ledger)), sorted(wanted), "the decisions of the nodes' segments in one ledger")
    print(f"  {len(lines)} events and {len(wanted)} decisions; on nodes {[len(part) for part in stored]}")


def _decisions(server: Server, ledger: Path) -> list[bytes]:
    return server.command("replay", ledger, "--decisions", "--format", "json").splitlines()


CASES = [nodes_behind_nginx, nodes_behind_haproxy]
