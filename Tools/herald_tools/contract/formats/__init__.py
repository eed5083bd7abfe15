"""Formats: a name, and the function that reads its documents (`ContractFormats.md`)."""

from herald_tools.contract.formats.appcast import read_appcast
from herald_tools.contract.formats.appupdater import read_appupdater
from herald_tools.contract.formats.document import Fetch
from herald_tools.contract.formats.herald import read_herald
from herald_tools.contract.formats.house_rules import apply_house_rules
from herald_tools.contract.formats.itunes import read_itunes
from herald_tools.contract.formats.login import read_login
from herald_tools.contract.formats.princeofversions import read_princeofversions
from herald_tools.contract.formats.segments import read_segments
from herald_tools.contract.formats.ssvc import read_ssvc
from herald_tools.contract.formats.storepage import read_storepage
from herald_tools.contract.formats.sunstripe import read_sunstripe
from herald_tools.contract.formats.table import read_table
from herald_tools.contract.formats.umeng import read_appupdate, read_umeng
from herald_tools.contract.policy import Policy, Refused

_LARGEST = 1_048_576
_LARGEST_PAGE = 4_194_304

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
    "princeofversions": read_princeofversions,
    "appcast": read_appcast,
    "appupdater": read_appupdater,
    "appupdate": read_appupdate,
}


def check_form(format_name: str, body: str) -> None:
    """What is asked of a document before anything of it is read."""
    if format_name not in READERS:
        raise Refused("unknownFormat")
    if len(body.encode("utf-8")) > (_LARGEST_PAGE if format_name == "storepage" else _LARGEST):
        raise Refused("tooLarge")


def read_document(format_name: str, body: str, fetch: Fetch) -> Policy:
    """The policy that a document is; raises `Refused` with the reason for any other document."""
    check_form(format_name, body)
    reader = READERS[format_name]
    policy = reader(body, fetch)
    if fetch.house_rules and reader is not read_herald:
        apply_house_rules(fetch.house_rules, policy)
    return policy
