"""Programs of others against the server: the SDK of CloudEvents, Prometheus, and NATS before `herald append`."""

import asyncio
import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from urllib.request import urlopen

import nats
from cloudevents.core.bindings import http
from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent

from herald_tools.json_types import JSONObject
from herald_tools.patience import PATIENCE
from herald_tools.serve import others
from herald_tools.serve.lines import stream
from herald_tools.serve.running import APP, Answer, Failed, Server, expect


def sdk_of_cloudevents(server: Server) -> None:
    """What the SDK for Python writes is stored, alone and in an array, and what is stored the SDK reads."""
    source = "/i/sdk"
    events = [_event(json.loads(line)) for line in stream(source, 6)]
    own: dict[str, str] = {}
    for event in events[:2]:
        message = http.to_structured_event(event)
        headers = dict(message.headers) | own
        answer = server.request("POST", "/v1/events", message.body, kind=None, headers=headers, token=server.key)
        expect(answer.status, 200, "one event")
        expect(answer.stream()["stored"], 1, "what was stored of it")
        own = own or {"Herald-Stream": str(answer.stream()["token"])}
    # The SDK has no batches: they are its events in an array.
    batch = b"[" + b",".join(JSONFormat().write(event) for event in events) + b"]"
    answer = server.request("POST", "/v1/events", batch, kind="application/cloudevents-batch+json")
    expect(answer.status, 200, "an array")
    expect((answer.stream()["stored"], answer.stream()["duplicates"]), (4, 2), "what was stored of it")
    binary = http.to_binary_event(events[0])
    refused = server.request("POST", "/v1/events", binary.body, kind=None, headers=dict(binary.headers))
    expect((refused.status, "binary mode" in refused.json()["why"]), (415, True), "the binary mode")
    stored = server.command("export", server.folder / "apps" / f"{APP}.sqlite", "--source", source).splitlines()
    read = [JSONFormat().read(None, line) for line in stored]
    expect([e.get_attributes() for e in read], [e.get_attributes() for e in events], "the attributes that come back")
    expect([e.get_data() for e in read], [e.get_data() for e in events], "the data that come back")


def _event(line: dict[str, object]) -> CloudEvent:
    attributes = {name: value for name, value in line.items() if name != "data"}
    return CloudEvent(attributes | {"time": datetime.fromisoformat(str(line["time"]))}, line["data"])


def promtool_finds_nothing(server: Server) -> None:
    """The figures have names, types and helps as Prometheus wants them."""
    program = others.find("promtool")
    if program is None:
        return
    answer = _measured(server)
    result = subprocess.run([program, "check", "metrics"], input=answer.body, capture_output=True, check=False)
    expect((result.returncode, result.stdout + result.stderr), (0, b""), "what promtool says")


def prometheus_scrapes(server: Server) -> None:
    """Prometheus takes the figures with a token that can do nothing else."""
    program = others.find("prometheus")
    if program is None:
        return
    made = server.command("token", "new", "--data", server.folder, "--role", "metrics", "--name", "prometheus")
    _measured(server)
    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder) / "prometheus.yml"
        target = {
            "job_name": "herald",
            "scrape_interval": "1s",
            "authorization": {"credentials": json.loads(made)["token"]},
            "static_configs": [{"targets": [f"127.0.0.1:{server.port}"]}],
        }
        # JSON is YAML.
        configuration.write_text(json.dumps({"scrape_configs": [target]}))
        port = others.free_port()
        options = ["--config.file", str(configuration), "--storage.tsdb.path", f"{folder}/data"]
        options += ["--web.listen-address", f"127.0.0.1:{port}"]
        with (Path(folder) / "log").open("wb") as log:
            process = subprocess.Popen([program, *options], stdout=log, stderr=log)
        try:
            api = f"http://127.0.0.1:{port}/api/v1"
            # Of a later scrape the server's answer may be late, which is no error of its figures.
            _wait_for(lambda: _is_scraped(api), lambda: (Path(folder) / "log").read_text()[-2000:])
        finally:
            others.end(process)


def _measured(server: Server) -> Answer:
    """The figures of a server that has stored, refused and repeated events."""
    lines = stream("/i/measured", 3)
    server.send(lines, headers={"Herald-Sent": "2026-03-02T08:00:00Z"})
    server.send([*lines, "{}"])
    answer = server.get("/metrics")
    expect(answer.status, 200, "the figures")
    return answer


def _is_scraped(api: str) -> bool:
    """Whether Prometheus has taken the figures without an error, and has the events of the only app."""
    (target,) = _get(f"{api}/targets")["activeTargets"]
    found = _get(f"{api}/query?query=herald_events_stored_total")["result"]
    apps = [row["metric"]["app"] for row in found]
    return (target["health"], target["lastError"], apps) == ("up", "", [APP])


def _get(address: str) -> JSONObject:
    with urlopen(address, timeout=PATIENCE) as answer:
        return dict(json.load(answer)["data"])


def nats_before_append(server: Server) -> None:
    """Of what NATS delivers, also twice and to a consumer that is killed, each event is stored once, in order."""
    program = others.find("nats-server")
    if program is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        options = ["--addr", "127.0.0.1", "--port", "-1", "--jetstream", "--store_dir", f"{folder}/store"]
        options += ["--ports_file_dir", folder, "--log", f"{folder}/log"]
        process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            ports = Path(folder) / f"nats-server_{process.pid}.ports"
            _wait_for(ports.exists, lambda: (Path(folder) / "log").read_text())
            (address,) = json.loads(ports.read_text())["nats"]
            ledger = Path(folder) / "ledger.sqlite"
            lines = stream("/i/nats", 60)
            asyncio.run(_deliver(server.herald, address, ledger, lines))
            expect(server.command("export", ledger).decode().splitlines(), lines, "what was stored")
            server.command("audit", ledger)
        finally:
            others.end(process)


async def _deliver(herald: Path, address: str, ledger: Path, lines: list[str]) -> None:
    """Publishes the lines, some of them twice, and appends what comes; acknowledges what is durable."""
    client = await nats.connect(address)
    try:
        stream_of_events = client.jetstream()
        await stream_of_events.add_stream(name="events", subjects=["events"])
        for line in [*lines[:40], *lines[20:]]:
            await stream_of_events.publish("events", line.encode())
        waiting = len(lines) + 20
        consumer = await stream_of_events.pull_subscribe("events", durable="ledger")
        kills = [15, 50]
        while waiting:
            command = [str(herald), "append", "--ledger", str(ledger)]
            append = await asyncio.create_subprocess_exec(
                *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            assert append.stdin is not None and append.stdout is not None
            while waiting:
                (message,) = await consumer.fetch(1, timeout=PATIENCE)
                append.stdin.write(message.data + b"\n")
                if kills and len(lines) + 20 - waiting >= kills[0]:
                    # Killed between taking an event and acknowledging it: NATS delivers it again.
                    kills.pop(0)
                    append.kill()
                    await message.nak()
                    break
                expect((await append.stdout.readline()).decode().strip(), json.loads(message.data)["id"], "the id")
                await message.ack()
                waiting -= 1
            append.stdin.close()
            await append.wait()
    finally:
        await client.close()


def _wait_for(holds: Callable[[], bool], log: Callable[[], str]) -> None:
    """Waits until something holds that another program does in its own time."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if holds():
                return
        except (OSError, ValueError):
            pass  # it does not listen yet
        time.sleep(0.1)
    raise Failed(f"it did not come within {PATIENCE} s\n{log()}")


CASES = [sdk_of_cloudevents, promtool_finds_nothing, prometheus_scrapes, nats_before_append]
