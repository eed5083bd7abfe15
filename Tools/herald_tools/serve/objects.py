"""Sealed segments in an object store: moto, whose puts can be create-only as those of S3 are (`If-None-Match: *`)."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import boto3
from botocore.exceptions import ClientError

from herald_tools.serve import others
from herald_tools.serve.backups import scratch
from herald_tools.serve.lines import stream
from herald_tools.serve.running import APP, Server, expect
from herald_tools.serve.seals import check, same, seal

_BUCKET = "segments"


def keeps_segments_in_an_object_store(server: Server) -> None:
    """Segments are put once into an object store and never replaced; fetched again, they make the same ledger."""
    with scratch() as folder, Server(server.herald, folder / "server") as own, _store(folder) as store:
        sealed, fetched = folder / "sealed", folder / "fetched"
        _send_and_seal(own, sealed, 0)
        expect(_put(store, sealed, 1), (1, 0), "objects of a copy that is killed: made, and there already")
        _send_and_seal(own, sealed, 1)
        expect(_put(store, sealed), (3, 1), "objects of the next copy: made, and there already")
        _send_and_seal(own, sealed, 2)
        expect(_put(store, sealed), (2, 4), "objects of a later copy: made, and there already")
        for path in _files(sealed):
            expect(_create(store, path.name, b"something else"), False, "whether an object is replaced")
        _fetch(store, fetched)
        check(own, fetched, 3)
        expect(same(own, fetched, folder / "again.sqlite"), True, "whether the ledger is the same")


@contextmanager
def _store(folder: Path) -> Iterator[Any]:
    """A client of an object store with an empty bucket."""
    port = others.free_port()
    server = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with others.running(server, folder / "moto.log", port):
        address = f"http://127.0.0.1:{port}"
        keys = {"aws_access_key_id": "any", "aws_secret_access_key": "any", "region_name": "us-east-1"}
        client = boto3.client("s3", endpoint_url=address, **keys)
        client.create_bucket(Bucket=_BUCKET)
        yield client


def _send_and_seal(server: Server, sealed: Path, turn: int) -> None:
    for name in ("one", "two"):
        lines = stream(f"/i/objects/{name}", 50, 50 * turn + 1)
        expect(server.send(lines).status, 200, "sending")
    seal(server, sealed)


def _files(sealed: Path) -> list[Path]:
    """A segment before its manifest, so that a manifest in the store never names one that is not there."""
    return sorted((sealed / APP).iterdir(), key=lambda path: (path.name[:6], path.suffix == ".json"))


def _put(store: Any, sealed: Path, at_most: int | None = None) -> tuple[int, int]:
    """Puts all files, or the first ones, create-only: how many objects were made, and how many were there already."""
    made = [_create(store, path.name, path.read_bytes()) for path in _files(sealed)[:at_most]]
    return made.count(True), made.count(False)


def _create(store: Any, name: str, content: bytes) -> bool:
    """Makes an object; false where there is one of that name."""
    try:
        store.put_object(Bucket=_BUCKET, Key=f"{APP}/{name}", Body=content, IfNoneMatch="*")
    except ClientError as error:
        expect(error.response["ResponseMetadata"]["HTTPStatusCode"], 412, f"the status of a put: {error}")
        return False
    return True


def _fetch(store: Any, folder: Path) -> None:
    (folder / APP).mkdir(parents=True)
    for found in store.list_objects_v2(Bucket=_BUCKET)["Contents"]:
        store.download_file(_BUCKET, found["Key"], str(folder / found["Key"]))


CASES = [keeps_segments_in_an_object_store]
