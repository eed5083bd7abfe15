"""The examples of nginx and haproxy, started in front of a server, and the service and the image that run it."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from herald_tools.serve import examples, others, signed
from herald_tools.serve.backups import scratch
from herald_tools.serve.lines import stream
from herald_tools.serve.running import APP, LINES, Server, expect

_BODY_BYTES = 20 * 1024 * 1024  # the setting, as it is in the examples
_REQUESTS = 50  # of which one is refused, unless hours pass

POLICY = {
    "packageName": APP,
    "updates": [
        {
            "id": 1,
            "forceUpdate": False,
            "targetWebsiteUrl": "https://example.com",
            "descriptions": {"*": "There is a new version."},
            "targetVersion": "3.0",
        }
    ],
}


def behind_nginx(server: Server) -> None:
    """The example of nginx in front of a server: events, policies, addresses and cookies."""
    _behind(server, "nginx", examples.nginx)


def behind_haproxy(server: Server) -> None:
    """The example of haproxy in front of a server: events, policies, addresses and cookies."""
    _behind(server, "haproxy", examples.haproxy)


def _behind(server: Server, program: str, configure: Callable[[Path, int, list[str]], list[str]]) -> None:
    path = others.find(program)
    if path is None:
        return
    options = ["--trusted-proxies", "127.0.0.1", "--address-requests", "3"]
    with scratch() as folder, Server(server.herald, folder / "server", options) as behind:
        port = others.free_port()
        examples.make_certificate(folder)
        command = [path, *configure(folder, port, [f"127.0.0.1:{behind.port}"])]
        with others.running(command, folder / f"{program}.log", port):
            proxy = examples.Proxy(port, folder / "fullchain.pem")
            _fetches_a_policy(proxy, behind)
            _fetches_signed(proxy, behind, folder)
            _keeps_cookies(proxy, behind)
            _refuses_long_bodies(proxy, behind)
            _forwards_addresses(proxy, behind)
        expect(behind.stop(), 0, "the status")


def _fetches_a_policy(proxy: examples.Proxy, server: Server) -> None:
    path = f"/v1/policies/{APP}"
    document = json.dumps(POLICY).encode()
    published = proxy.request("PUT", path, document, headers={"Authorization": f"Bearer {server.token}"})
    expect(published.status, 201, f"publishing: {published.body!r}")
    fetched = proxy.request("GET", path)
    expect((fetched.status, fetched.body), (200, document), "the policy")
    tag = fetched.headers["etag"]
    again = proxy.request("GET", path, headers={"If-None-Match": tag})
    expect((again.status, again.body, again.headers["etag"]), (304, b"", tag), "the policy again")


def _fetches_signed(proxy: examples.Proxy, server: Server, folder: Path) -> None:
    token = {"Authorization": f"Bearer {server.token}"}
    signed.fetches_signed(
        server, folder, lambda method, path, body, headers: proxy.request(method, path, body, headers=headers | token)
    )


def _keeps_cookies(proxy: examples.Proxy, server: Server) -> None:
    form = urlencode({"token": server.token, "to": "/"}).encode()
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://localhost:{proxy.port}"}
    answer = proxy.request("POST", "/sign-in", form, headers=headers)
    expect(answer.headers.get("set-cookie", "").startswith("__Host-herald="), True, "whether no neighbour can set it")
    expect("; Secure" in answer.headers.get("set-cookie", ""), True, "whether the cookie is for https alone")
    headers["Origin"] = "https://elsewhere.example"
    expect(proxy.request("POST", "/sign-in", form, headers=headers).status, 403, "a form of another site")


def _refuses_long_bodies(proxy: examples.Proxy, server: Server) -> None:
    """A body beyond `bodyBytes` is refused by what it announces, before any of it was sent."""
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": LINES}
    for length in (_BODY_BYTES + 1, 2**31, 2**63 - 1):
        expect(proxy.announce("/v1/events", length, headers), 413, f"the status of a body of {length} bytes")


def _forwards_addresses(proxy: examples.Proxy, server: Server) -> None:
    """The server counts three requests a minute from an address, whatever the client claims to be."""
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": LINES}

    def send(revision: int, client: str, **claims: str) -> int:
        body = "".join(f"{line}\n" for line in stream("/i/proxied", 1, revision)).encode()
        return proxy.request("POST", "/v1/events", body, headers=headers | claims, client=client).status

    found: list[int] = []
    # As many as it takes: while they are slow to come, the server forgets some of them.
    while len(found) < _REQUESTS and found[-1:] != [429]:
        found.append(send(len(found) + 1, "127.0.0.1", **{"X-Forwarded-For": f"192.0.2.{len(found)}"}))
    expect(found[:3], [200, 200, 200], "events from one address")
    expect(found[-1], 429, "events from one address that claims to be others")
    expect(send(len(found), "127.0.0.2"), 200, "events from another address")


def service(server: Server) -> None:
    """The service of systemd is one, and confines the server."""
    if others.find("systemd-analyze") is None:
        return
    with scratch() as folder:
        unit = folder / "herald.service"
        unit.write_text(
            examples.replaced((examples.EXAMPLES / unit.name).read_text(), "/usr/local/bin/herald", str(server.herald))
        )
        for words in (["verify", "--man=no"], ["security", "--offline=true", "--threshold=20"]):
            command = ["systemd-analyze", *words, str(unit)]
            result = subprocess.run(command, capture_output=True, text=True, check=False)
            expect(result.returncode, 0, f"{' '.join(command)}: {result.stdout[-500:]}{result.stderr}")


def image(server: Server) -> None:
    """The Dockerfile has what hadolint asks for."""
    if others.find("hadolint") is None:
        return
    command = ["hadolint", str(examples.EXAMPLES / "Dockerfile")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    expect((result.returncode, result.stdout), (0, ""), f"linting for {server.herald.name}")


CASES = [behind_nginx, behind_haproxy, service, image]
