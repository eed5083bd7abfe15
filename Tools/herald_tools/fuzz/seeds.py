"""Inputs to start from, cut out of logs and documents. Their first byte is the form that the target reads."""

import base64
import gzip
import hashlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_LONGEST = 1 << 16
_LONGEST_LINE = 1 << 11

# In the order of `Formats.names`.
_FORMATS = [
    "herald", "turkcell", "ssvc", "sunstripe", "login", "table", "segments", "itunes", "storepage", "umeng",
    "princeofversions", "appcast", "appupdater", "appupdate",
]  # fmt: skip

_CONDITIONS = [
    "visible.rule == update:7", "counts.launches >= 2 and not latch", "properties['a'] == 'b' or user",
    "not (policy.packageName == 'a' and (counts.checks < 3 or refused)) and visible",
    "decision.show.kind != null && time < 2026-03-02T08:00:00Z", 'records["update:7"].shown > 0',
]  # fmt: skip
_FILTERS = [
    "<2.7, !2.5.*\n2.6",
    ">=15\n17.4",
    "de*, !de-CH\nde-DE",
    "''\n",
    "6.?.*\n6.1.3",
    "<>2.7\nv2",
    "iPhone*\niphone",
]
_PROMISES = [
    b'[{"every":{"appVersionName":"<4.0"},"is":"forced","by":"2026-12-01"},{"every":{},"is":"nothing"}]',
    b'[{"no":{"deviceOsName":"ios"},"isAsked":{"moreThan":3,"inHours":24},"of":["optional","message"]}]',
    b'[{"every":{"appVersionName":">=3"},"canLeave":"force"},{"rule":"update:1","is":"reachable"}]',
]
_VERSIONS = ["2.10\n2.9.1", "-1\n0", "3.0-rc.1+build5\n3.0", "1.0-alpha.1\n1.0-alpha.beta"]
_WILDCARDS = ["*a?b*\nxxacbyy", "a*b*c\nabc", "?*?\nab", "*abab?c*\nabababdcab"]
_QUERIES: list[list[str]] = [
    ["ada", "rule:update:7 refused:tooLarge", "deviceModel=iPhone16,1 user:ada", "source:/i/1", ""],
    ["2026-03-02T08:00:00.000+05:45", "2026-03-02t08:00:60z", "0001-01-01T00:00:00-23:59", "9999-12-31T23:59:59.9999Z"],
    ["10.0.0.1, 192.0.2.3:1001", "[2001:db8::1]:1001\nfd00::2", "::ffff:192.0.2.3", "unknown, 10.1.2.3"],
    ["1,2, 3\n2026-03-02T08:00:00+01:00\ntoken\nsource", "7", "application/x-ndjson; charset=utf-8\ngzip"],
    ["draft=%7B%22a%22%3A1%7D&to=%2F&reason=a+b", "q=%F0%9F%98%80", "a=b=c&&=&%"],
    ["2026-03-02T08:00:00+01:00", "42&from=7", "a%20b&until=", "1?x#y"],
    ["0", "007", "9223372036854775807", "9223372036854775808", "+1"],
    ["com.example.shop", "a-b_c.d", ".a", "com.example.shop.search"],
    ['"sha256:ab"', 'W/"sha256:ab-gzip", *', "newlyForced=10%, silenced=3"],
]  # fmt: skip


def write(folder: Path, sources: list[Path]) -> None:
    """Writes the seeds of every target below a folder, each in a file named by its digest."""
    made = {
        "body": _bodies(sources),
        "documents": _documents(sources),
        "analysis": _analyses(sources),
        "signatures": _signatures(sources),
        "conditions": _conditions(),
        "queries": _queries(),
    }
    for target, seeds in made.items():
        place = folder / target
        place.mkdir(parents=True, exist_ok=True)
        for seed in seeds:
            if len(seed) <= _LONGEST:
                (place / hashlib.sha1(seed, usedforsecurity=False).hexdigest()).write_bytes(seed)


def _logs(sources: list[Path]) -> Iterator[list[bytes]]:
    for source in sources:
        for log in sorted(source.rglob("*.jsonl")):
            if log.name != "expect.jsonl":
                yield log.read_bytes().splitlines()


def _bodies(sources: list[Path]) -> Iterator[bytes]:
    """Some lines of each log, in one of the forms that a body may have."""
    for number, lines in enumerate(_logs(sources)):
        first = [line for line in lines if len(line) < _LONGEST_LINE][:12]
        log = b"\n".join(first) + b"\n"
        forms = [
            b"\x00" + log,
            b"\x01" + gzip.compress(log, mtime=0),
            b"\x02" + subprocess.run(["zstd", "-q", "-c"], input=log, stdout=subprocess.PIPE, check=True).stdout,
            b"\x04" + b"".join(first[:1]),
            b"\x08[" + b",".join(first[:4]) + b"]",
        ]
        yield forms[0]
        yield forms[number % len(forms)]


def _fetches(sources: list[Path]) -> Iterator[dict[str, Any]]:
    """The data of events with a document, and rows that are documents by themselves."""
    for lines in _logs(sources):
        for line in lines:
            try:
                row = json.loads(line)
            except ValueError:
                continue
            data = row.get("data", row) if isinstance(row, dict) else None
            if isinstance(data, dict) and ("document" in data or "base64" in data):
                yield data


def _documents(sources: list[Path]) -> Iterator[bytes]:
    for fetch in _fetches(sources):
        form = _FORMATS.index(fetch["format"]) if fetch.get("format") in _FORMATS else 0
        if "base64" in fetch:
            yield bytes([form]) + base64.b64decode(fetch["base64"])
        else:
            yield bytes([form]) + str(fetch["document"]).encode("utf-8", "surrogatepass")


def _analyses(sources: list[Path]) -> Iterator[bytes]:
    """Documents alone, with promises, and each with another one of its format."""
    earlier: dict[int, bytes] = {}
    for number, seed in enumerate(_documents(sources)):
        form, text = seed[0], seed[1:]
        yield seed
        yield seed + b"\x00" + _PROMISES[number % len(_PROMISES)]
        if form in earlier:
            yield bytes([form | 0x80]) + text + b"\x00" + earlier[form]
        earlier[form] = text


def _signatures(sources: list[Path]) -> Iterator[bytes]:
    key = base64.b64encode(b"Ed" + b"heraldid" + bytes(range(32)))
    comments = ["herald package:com.example.shop revision:7 expires:2026-12-20T00:00:00Z", "revision:1 revision:2 a:b"]
    for fetch in _fetches(sources):
        if fetch.get("signature"):
            text = str(fetch["signature"]).encode()
            yield b"\x00" + text
            yield b"\x03" + base64.b64encode(text)
    yield b"\x01" + key
    yield from (b"\x02" + comment.encode() for comment in comments)
    yield from (b"\x04" + base64.b64encode(bytes(range(count))) for count in range(1, 7))


def _conditions() -> Iterator[bytes]:
    for form, texts in enumerate([_CONDITIONS, _FILTERS, _VERSIONS, _WILDCARDS]):
        yield from (bytes([form]) + text.encode() for text in texts)


def _queries() -> Iterator[bytes]:
    for form, texts in enumerate(_QUERIES):
        yield from (bytes([form]) + text.encode() for text in texts)
