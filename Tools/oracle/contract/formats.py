"""Formats: a name, and the function that reads its documents."""

from .herald import read_herald
from .policy import Refused

_LARGEST = 1_048_576

READERS = {"herald": read_herald, "turkcell": read_herald}


def read_document(format_name, body):
    """The policy that a document is; `Refused` with the reason where it is none."""
    reader = READERS.get(format_name)
    if reader is None:
        raise Refused("unknownFormat")
    if len(body.encode("utf-8")) > _LARGEST:
        raise Refused("tooLarge")
    return reader(body)
