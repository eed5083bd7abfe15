"""Signed policies: the document and its signature are fetched as they were published, and phones accept them."""

import base64
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from herald_tools.serve.running import APP, Answer, Server, expect

_PATH = f"/v1/policies/{APP}"

# Sends a request with a method, a path, a body and headers.
Request = Callable[[str, str, bytes | None, dict[str, str]], Answer]


def publish(server: Server, folder: Path, document: bytes) -> None:
    """Publishes a document with the signature of a new key."""
    path = _signed(server, folder, document)
    headers = {"Herald-Signature": _packed(path)}
    published = server.request("PUT", _PATH, document, headers=headers, kind="application/json")
    expect(published.status, 201, f"publishing: {published.body!r}")


def fetches_signed(server: Server, folder: Path, request: Request) -> None:
    """Publishes a signed policy, signs it once more, and publishes one without a signature; fetches what there is."""
    document = json.dumps({"packageName": APP, "revision": 7, "updates": []}).encode()
    path = _signed(server, folder, document)
    _put(request, document, _packed(path))
    fetched, tag = _fetch(server, folder, request, document, path)

    # The same document, promised for longer: a phone that has it asks for the signature alone.
    server.command("sign", path, "--key", folder / "publisher.key", "--expires", "60d")
    _put(request, document, _packed(path))
    renewed, same_tag = _fetch(server, folder, request, document, path)
    expect((renewed != fetched, same_tag), (True, tag), "whether the signature is another one, and the policy's tag")

    other = json.dumps({"packageName": APP, "revision": 8}).encode()
    refused = request("PUT", _PATH, other, {"Herald-Signature": _packed(path)})
    expect(refused.status, 400, "the status for the signature of another document")
    expect("promises revision 7" in refused.json()["why"], True, f"whether it says why: {refused.body!r}")
    # Phones that trust the key would refuse it, so it goes out with a reason only.
    unsigned = request("PUT", _PATH, other, {"If-Match": tag})
    expect(unsigned.status, 409, "the status without a signature, in the place of a signed policy")
    expect(unsigned.json()["inForce"]["number"] > 1, True, f"whether it says what is in force: {unsigned.body!r}")
    _put(request, other, None, **{"Herald-Override": "the key is lost"})
    expect(request("GET", f"{_PATH}.minisig", None, {}).status, 404, "the signature of a policy without one")


def _fetch(server: Server, folder: Path, request: Request, document: bytes, path: Path) -> tuple[bytes, str]:
    """Fetches both as a phone does, and judges them as one; returns the signature and the policy's tag."""
    policy = request("GET", _PATH, None, {})
    expect((policy.status, policy.body), (200, document), "the policy")
    tag = policy.headers["etag"]
    again = request("GET", _PATH, None, {"If-None-Match": tag})
    expect((again.status, again.body, again.headers["etag"]), (304, b"", tag), "the policy again")
    # The signature has a tag of its own, and the policy's says nothing of it.
    for headers in ({}, {"If-None-Match": tag}):
        signature = request("GET", f"{_PATH}.minisig", None, headers)
        expect((signature.status, signature.body), (200, _signature(path).read_bytes()), f"the signature {headers}")
        expect(signature.headers["content-type"].split(";")[0], "text/plain", "the kind of the signature")
    own = signature.headers["etag"]
    known = request("GET", f"{_PATH}.minisig", None, {"If-None-Match": own})
    expect((known.status, known.body, known.headers["etag"]), (304, b"", own), "the signature again")
    expect(own == tag, False, "whether the signature has the tag of the policy")
    copy = folder / "fetched.json"
    copy.write_bytes(policy.body)
    _signature(copy).write_bytes(signature.body)
    server.command("verify", copy, "--key", folder / "publisher.pub")
    if shutil.which("minisign"):
        words = ["minisign", "-V", "-m", str(copy), "-p", str(folder / "publisher.pub")]
        subprocess.run(words, capture_output=True, check=True)
    return signature.body, tag


def _signed(server: Server, folder: Path, document: bytes) -> Path:
    path = folder / "policy.json"
    path.write_bytes(document)
    server.command("key", "new", "-o", folder / "publisher")
    server.command("sign", path, "--key", folder / "publisher.key", "--expires", "30d")
    return path


def _put(request: Request, document: bytes, signature: str | None, **more: str) -> None:
    """Publishes a document in the place of the one that is there."""
    current = request("GET", _PATH, None, {})
    headers = more if current.status == 404 else more | {"If-Match": current.headers["etag"]}
    if signature is not None:
        headers["Herald-Signature"] = signature
    published = request("PUT", _PATH, document, headers)
    expect(published.status, 201, f"publishing: {published.body!r}")


def _signature(document: Path) -> Path:
    return document.with_name(f"{document.name}.minisig")


def _packed(document: Path) -> str:
    return base64.b64encode(_signature(document).read_bytes()).decode()
