"""Makes the list anew: asks OSV (https://osv.dev), which carries GitHub's advisories, for each resolved package.

What people wrote about libraries of the system stays, and so does an advisory of a package that OSV does not know.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import date
from pathlib import Path

from herald_tools.environment import Unavailable
from herald_tools.json_types import JSONObject
from herald_tools.resolved import Pin

API = "https://api.osv.dev/v1"
ECOSYSTEM = "SwiftURL"
_SECONDS = 30

# Takes an address and, for a question, its body; returns the answer.
Fetch = Callable[[str, "JSONObject | None"], JSONObject]


def over_https(address: str, body: JSONObject | None) -> JSONObject:
    """Fetches JSON. Raises `Unavailable` where there is no answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
            return json.load(answer)
    except (urllib.error.URLError, TimeoutError, ValueError) as error:
        raise Unavailable(
            "noAnswer",
            "The list of advisories was not renewed.",
            address,
            getattr(error, "reason", error),
            "run `Tools/advisories --renew` where there is a network; until then the list keeps its date",
        ) from error


def renew(path: Path, pins: list[Pin], fetch: Fetch, today: date) -> None:
    """Writes the list with what is known today. Nothing is written where one question has no answer."""
    old: JSONObject = json.loads(path.read_text())
    found = [entry for pin in pins for entry in _of(pin, fetch)]
    ids = {name for entry in found for name in entry["ids"]}
    kept = [entry for entry in old["advisories"] if not ids & set(entry["ids"])]
    new = old | {
        "made": today.isoformat(),
        "packages": sorted({pin.identity for pin in pins}),
        "advisories": sorted(found + kept, key=lambda entry: (entry["of"], entry["ids"])),
    }
    path.write_text(json.dumps(new, indent=2, ensure_ascii=False) + "\n")


def _of(pin: Pin, fetch: Fetch) -> list[JSONObject]:
    package = {"ecosystem": ECOSYSTEM, "name": pin.address}
    entries: list[JSONObject] = []
    question: JSONObject = {"package": package}
    while True:
        answer = fetch(f"{API}/query", question)
        for document in answer.get("vulns", []):
            entry = _entry(pin, document)
            if entry is not None:
                entries.append(entry)
        token = answer.get("next_page_token")
        if not token:
            return entries
        question = {"package": package, "page_token": token}


def _entry(pin: Pin, document: JSONObject) -> JSONObject | None:
    """An advisory as the list has it; nil if it was withdrawn, or names no versions of the package."""
    if "withdrawn" in document:
        return None
    names = {pin.address, pin.location, f"{pin.location.removesuffix('.git')}"}
    ranges = [
        one
        for affected in document.get("affected", [])
        if affected.get("package", {}).get("name", "").removesuffix(".git") in names
        for spans in affected.get("ranges", [])
        if spans.get("type") in ("SEMVER", "ECOSYSTEM")
        for one in _ranges(spans["events"])
    ]
    if not ranges:
        return None
    return {
        "of": pin.identity,
        "ids": [document["id"], *document.get("aliases", [])],
        "what": (document.get("summary") or document["id"]).rstrip("."),
        "ranges": ranges,
        "source": f"https://osv.dev/vulnerability/{document['id']}",
    }


def _ranges(events: list[dict[str, str]]) -> list[dict[str, str]]:
    """OSV's events in order, as ranges: each beginning with its end."""
    ranges: list[dict[str, str]] = []
    for event in events:
        if "introduced" in event:
            ranges.append({"introduced": event["introduced"]})
        elif ranges and "fixed" in event:
            ranges[-1]["fixed"] = event["fixed"]
        elif ranges and "last_affected" in event:
            ranges[-1]["last"] = event["last_affected"]
    return ranges
