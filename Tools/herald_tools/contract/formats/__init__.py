"""Formats: a name, and the function that reads its documents."""

from ..policy import Policy, Refused
from .document import Fetch
from .herald import read_herald
from .itunes import read_itunes
from .login import read_login
from .segments import read_segments
from .ssvc import read_ssvc
from .storepage import read_storepage
from .sunstripe import read_sunstripe
from .table import read_table
from .umeng import read_umeng

_LARGEST = 1_048_576

READERS = {
    "herald": read_herald,
    "turkcell": read_herald,
    "ssvc": read_ssvc,
    "sunstripe": read_sunstripe,
    "login": read_login,
    "table": read_table,
    "segments": read_segments,
    "itunes": read_itunes,
    "storepage": read_storepage,
    "umeng": read_umeng,
}


def read_document(format_name: str, body: str, fetch: Fetch) -> Policy:
    """The policy that a document is; `Refused` with the reason where it is none."""
    reader = READERS.get(format_name)
    if reader is None:
        raise Refused("unknownFormat")
    if len(body.encode("utf-8")) > _LARGEST:
        raise Refused("tooLarge")
    return reader(body, fetch)
