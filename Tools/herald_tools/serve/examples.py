"""The examples of nginx and haproxy, made into files for this machine, and requests to them."""

import http.client
import re
import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path

from herald_tools.paths import TOOLS
from herald_tools.patience import PATIENCE
from herald_tools.serve.running import Answer, Failed

EXAMPLES = TOOLS / "serve"
_NODE = re.compile(r"\b10\.0\.0\.1[123]:8320")


@dataclass
class Proxy:
    """A proxy with TLS at a port of this machine."""

    port: int
    trusted: Path

    def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        *,
        headers: dict[str, str] | None = None,
        client: str = "127.0.0.1",
    ) -> Answer:
        """Sends a request, from one of this machine's own addresses."""
        connection = self._connection(client)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()

    def announce(self, path: str, length: int, headers: dict[str, str]) -> int:
        """Sends the head of a POST that announces a body, and nothing of the body; returns the status."""
        connection = self._connection("127.0.0.1")
        try:
            connection.putrequest("POST", path)
            for name, value in (headers | {"Content-Length": str(length)}).items():
                connection.putheader(name, value)
            connection.endheaders()
            return connection.getresponse().status
        finally:
            connection.close()

    def _connection(self, client: str) -> http.client.HTTPSConnection:
        context = ssl.create_default_context(cafile=str(self.trusted))
        return http.client.HTTPSConnection(
            "localhost", self.port, timeout=PATIENCE, context=context, source_address=(client, 0)
        )


def nginx(folder: Path, port: int, servers: list[str]) -> list[str]:
    """Writes the files of nginx in front of these servers; returns its options."""
    example = (EXAMPLES / "nginx.conf").read_text()
    if len(servers) > 1:
        example = _with_many(example, r"upstream herald \{.*?\n\}\n", "#   ")
    example = replaced(example, "listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    example = replaced(example, "/etc/ssl/herald/", f"{folder}/")
    (folder / "herald.conf").write_text(_with_servers(example, servers))
    paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    places = "".join(f"  {name}_temp_path {folder}/{name};\n" for name in paths)
    (folder / "main.conf").write_text(
        f"daemon off;\nuser root;\npid {folder}/nginx.pid;\nevents {{}}\n"
        f"http {{\n  access_log off;\n{places}  include {folder}/herald.conf;\n}}\n"
    )
    return ["-e", "stderr", "-p", str(folder), "-c", str(folder / "main.conf")]


def haproxy(folder: Path, port: int, servers: list[str]) -> list[str]:
    """Writes the file of haproxy in front of these servers; returns its options."""
    example = (EXAMPLES / "haproxy.cfg").read_text()
    if len(servers) > 1:
        example = _with_many(example, r"backend herald\n(?:  .*\n)+", "# ")
    example = replaced(example, "bind :443 ssl", f"bind 127.0.0.1:{port} ssl")
    example = replaced(example, "/etc/ssl/herald/", f"{folder}/")
    (folder / "haproxy.cfg").write_text(_with_servers(example, servers))
    return ["-db", "-f", str(folder / "haproxy.cfg")]


def make_certificate(folder: Path) -> None:
    """Makes a certificate of this machine, as nginx and as haproxy read it."""
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "fullchain.pem")]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *names, *files]
    subprocess.run(command, capture_output=True, check=True)
    both = [(folder / name).read_text() for name in ("fullchain.pem", "key.pem")]
    (folder / "herald.pem").write_text("".join(both))


def replaced(text: str, old: str, new: str) -> str:
    """The text of an example with something else in it."""
    if old not in text:
        raise Failed(f"the example has no `{old}`")
    return text.replace(old, new)


def _with_many(example: str, one: str, mark: str) -> str:
    """The example with its part for many servers, which is a comment, in the place of the part for one."""
    many = re.search(rf"^{mark}((?:upstream|backend) herald\b.*\n(?:{mark}.*\n)+)", example, re.MULTILINE)
    if many is None:
        raise Failed("the example has no part for many servers")
    part = re.sub(rf"^{mark}", "", many[0], flags=re.MULTILINE)
    rest = example.replace(many[0], "")
    found, count = re.subn(rf"^{one}", lambda _: part, rest, count=1, flags=re.MULTILINE | re.DOTALL)
    if count != 1:
        raise Failed("the example has no part for one server")
    return found


def _with_servers(example: str, servers: list[str]) -> str:
    if len(servers) == 1:
        return replaced(example, "127.0.0.1:8320", servers[0])
    if len(_NODE.findall(example)) != len(servers):
        raise Failed(f"the example has not {len(servers)} servers")
    left = iter(servers)
    return _NODE.sub(lambda _: next(left), example)
