"""Verifies what Herald signs with minisign, signify and OpenSSL, and with Herald what they sign.

A program that is not there is named and left out, unless --all.
"""

import argparse
import json
import stat
import tempfile
from pathlib import Path

from herald_tools.paths import DEBUG_HERALD
from herald_tools.signatures.peers import PEERS, Failed, Peer, run

_POLICY = {
    "packageName": "com.example.shop",
    "revision": 7,
    "updates": [
        {
            "id": 7,
            "targetVersion": "2.7",
            "targetWebsiteUrl": "https://example.com/app",
            "descriptions": {"*": {"message": "Version 2.7 is here."}},
        }
    ],
}
_OWNER_ALONE = 0o600


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--herald", type=Path, default=DEBUG_HERALD, help="the program")
    parser.add_argument("--all", action="store_true", help="fail where a program is missing")
    arguments = parser.parse_args()
    failed = 0
    for peer in PEERS:
        program = peer.program()
        if program is None:
            print(f"{peer.name}: not installed")
            failed += arguments.all
            continue
        try:
            with tempfile.TemporaryDirectory() as folder:
                compare(arguments.herald, peer, program, Path(folder))
            print(f"{peer.name}: verifies what Herald signs, and Herald what it signs")
        except Failed as failure:
            failed += 1
            print(f"{peer.name}: {failure}")
    return 1 if failed else 0


def compare(herald: Path, peer: Peer, program: str, folder: Path) -> None:
    document = folder / "policy.json"
    text = json.dumps(_POLICY, indent=2) + "\n"
    document.write_text(text)
    name = folder / "publisher"
    run(herald, "key", "new", "-o", name)
    secret, public = Path(f"{name}.key"), Path(f"{name}.pub")
    if stat.S_IMODE(secret.stat().st_mode) != _OWNER_ALONE:
        raise Failed("others may read the secret key")
    run(herald, "sign", document, "--key", secret, "--expires", "60d")
    peer.verify(program, document, public, folder)
    run(herald, "verify", document, "--key", public)
    _refuse_changes(herald, peer, program, document, public, folder)
    document.write_text(text)
    own = peer.sign(program, document, folder)
    run(herald, "verify", document, "--key", own)
    run(herald, "verify", document, "--key", public, fails=True)
    document.write_text(text.replace("2.7", "2.8"))
    run(herald, "verify", document, "--key", own, fails=True)
    if peer.name == "minisign":
        _share_keys(herald, program, document, folder, secret, public)


def _refuse_changes(herald: Path, peer: Peer, program: str, document: Path, public: Path, folder: Path) -> None:
    """Neither takes a document that was changed after signing."""
    document.write_text(document.read_text().replace("2.7", "2.8"))
    try:
        peer.verify(program, document, public, folder)
    except Failed:
        run(herald, "verify", document, "--key", public, fails=True)
        return
    raise Failed("it takes a document that was changed")


def _share_keys(herald: Path, program: str, document: Path, folder: Path, secret: Path, public: Path) -> None:
    """Each signs with the other's key, and Herald says why it does not take minisign's other kind of signature."""
    run(program, "-S", "-l", "-s", secret, "-m", document)
    run(herald, "verify", document, "--key", public)
    run(herald, "sign", document, "--key", folder / "minisign.key")
    run(program, "-V", "-m", document, "-p", folder / "minisign.pub")
    run(program, "-S", "-s", secret, "-m", document)
    if "over a hash" not in run(herald, "verify", document, "--key", public, "--format", "human", fails=True):
        raise Failed("Herald does not say why it refuses a signature over a hash")
