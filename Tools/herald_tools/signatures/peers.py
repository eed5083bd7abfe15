"""The programs that Herald's signatures are compared with: minisign, signify and OpenSSL."""

import base64
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_COMMENT = "herald package:com.example.shop revision:7 expires:2999-01-01T00:00:00Z"
_KIND = b"Ed"
_ID = 8
_PUBLIC_PREFIX = bytes.fromhex("302a300506032b6570032100")
_SIGNIFY = ("signify-openbsd", "signify")


class Failed(Exception):
    """A program ended otherwise than it should."""


def run(*command: str | Path, fails: bool = False) -> str:
    """What a program prints; raises `Failed` where it fails, or where it doesn't though it should."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if (done.returncode != 0) != fails:
        words = " ".join(str(part) for part in command)
        raise Failed(f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


@dataclass
class Peer:
    """A program: how it verifies Herald's signature, and how it signs for Herald."""

    name: str
    programs: tuple[str, ...]
    verify: Callable[[str, Path, Path, Path], str]  # the program, document, public key, a folder of its own
    sign: Callable[[str, Path, Path], Path]  # the program, document, folder; its public key

    def program(self) -> str | None:
        return next(filter(None, map(shutil.which, self.programs)), None)


def second_line(path: Path, line: int = 1) -> bytes:
    return base64.b64decode(path.read_text().splitlines()[line])


def _write_file(document: Path, key_id: bytes, sign: Callable[[bytes], bytes]) -> None:
    """A signature file of two signatures by a program that knows nothing of comments that are signed."""
    signature = sign(document.read_bytes())
    lines = [
        "untrusted comment: put together",
        base64.b64encode(_KIND + key_id + signature).decode(),
        f"trusted comment: {_COMMENT}",
        base64.b64encode(sign(signature + _COMMENT.encode())).decode(),
    ]
    Path(f"{document}.minisig").write_text("\n".join(lines) + "\n")


# minisign


def _minisign_verifies(program: str, document: Path, key: Path, folder: Path) -> str:
    return run(program, "-V", "-m", document, "-p", key)


def _minisign_signs(program: str, document: Path, folder: Path) -> Path:
    secret, public = folder / "minisign.key", folder / "minisign.pub"
    run(program, "-G", "-W", "-f", "-s", secret, "-p", public)
    run(program, "-S", "-l", "-s", secret, "-m", document, "-t", _COMMENT)
    return public


# signify


def _signify_verifies(program: str, document: Path, key: Path, folder: Path) -> str:
    return run(program, "-V", "-m", document, "-p", key, "-x", f"{document}.minisig")


def _signify_signs(program: str, document: Path, folder: Path) -> Path:
    secret, public = folder / "signify.sec", folder / "signify.pub"
    run(program, "-G", "-n", "-s", secret, "-p", public)

    def sign(message: bytes) -> bytes:
        part, signature = folder / "part", folder / "part.sig"
        part.write_bytes(message)
        run(program, "-S", "-s", secret, "-m", part, "-x", signature)
        return second_line(signature)[len(_KIND) + _ID :]

    _write_file(document, second_line(public)[len(_KIND) : len(_KIND) + _ID], sign)
    return public


# OpenSSL


def _openssl_verifies(program: str, document: Path, key: Path, folder: Path) -> str:
    der, signature = folder / "key.der", folder / "signature"
    der.write_bytes(_PUBLIC_PREFIX + second_line(key)[len(_KIND) + _ID :])
    signature.write_bytes(second_line(Path(f"{document}.minisig"))[len(_KIND) + _ID :])
    verify = ("pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", der, "-rawin")
    return run(program, *verify, "-in", document, "-sigfile", signature)


def _openssl_signs(program: str, document: Path, folder: Path) -> Path:
    secret, public, der = folder / "openssl.der", folder / "openssl.pub", folder / "openssl.public.der"
    run(program, "genpkey", "-algorithm", "ed25519", "-outform", "DER", "-out", secret)
    run(program, "pkey", "-inform", "DER", "-in", secret, "-pubout", "-outform", "DER", "-out", der)
    key_id = b"openssl!"
    key = base64.b64encode(_KIND + key_id + der.read_bytes().removeprefix(_PUBLIC_PREFIX)).decode()
    public.write_text(f"untrusted comment: a key of OpenSSL\n{key}\n")

    def sign(message: bytes) -> bytes:
        part, signature = folder / "part", folder / "part.sig"
        part.write_bytes(message)
        key = ("-keyform", "DER", "-inkey", secret)
        run(program, "pkeyutl", "-sign", *key, "-rawin", "-in", part, "-out", signature)
        return signature.read_bytes()

    _write_file(document, key_id, sign)
    return public


PEERS = (
    Peer("minisign", ("minisign",), _minisign_verifies, _minisign_signs),
    Peer("signify", _SIGNIFY, _signify_verifies, _signify_signs),
    Peer("openssl", ("openssl",), _openssl_verifies, _openssl_signs),
)
