"""The server's own description: the OpenAPI document, and the paths that the Swift sources have."""

import json
import re
from pathlib import Path

from herald_tools.json_types import JSONObject
from herald_tools.paths import ROOT

SOURCES = ROOT / "Sources" / "HeraldServer"
# Codes that `herald serve` and `herald token` end with; no request gets them.
_OF_COMMANDS = {"folderInUse", "badSetting", "badName", "unknownToken", "cannotListen"}
DOCUMENT = SOURCES / "OpenAPI" / "openapi.json"

Operation = tuple[str, str]  # a method in capitals and a path, such as ("GET", "/v1/heads")

# `router`, groups and middlewares behind it, and the method or the end of the statement.
_MIDDLEWARE = r"\.add\(middleware: \w+(?:\([^()]*\))?\)"
_CHAIN = rf"(?P<base>\w+)(?P<groups>(?:\.group\((?:\"[^\"]*\")?\)|{_MIDDLEWARE})*)"
_ROUTE = re.compile(
    rf"(?<![\w.]){_CHAIN}\.(?P<method>get|head|put|post|patch|delete)(?:\(\"(?P<path>[^\"]*)\"\))?\s*\{{"
)
_GROUP = re.compile(rf"let (?P<name>\w+) = {_CHAIN}$", re.MULTILINE)
_PASSED = re.compile(r"\b(?P<type>[A-Z]\w*)\(parts: parts\)\.add\(to: (?P<name>\w+)\)")
_ADD = re.compile(r"func add\(to router: \w+<ServerContext>\) \{\n(?P<body>.*?)\n  \}\n", re.DOTALL)
_STRUCT = re.compile(r"^(?:\w+ )*struct (\w+)", re.MULTILINE)


def load(path: Path = DOCUMENT) -> JSONObject:
    return dict(json.loads(path.read_text()))


def resolved(document: JSONObject, value: JSONObject) -> JSONObject:
    """What a reference within the document leads to; the value itself where it is none."""
    while "$ref" in value:
        found = document
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        value = found
    return value


def described(document: JSONObject) -> set[Operation]:
    """The operations of the document."""
    methods = {"get", "head", "put", "post", "patch", "delete", "options"}
    return {(m.upper(), path) for path, item in document["paths"].items() for m in methods & item.keys()}


def served() -> set[Operation]:
    """The operations of the Swift sources, each with its path as OpenAPI writes it."""
    bodies = {}
    for file in sorted(SOURCES.rglob("*.swift")):
        text = file.read_text()
        for add in _ADD.finditer(text):
            bodies[_STRUCT.findall(text[: add.start()])[-1]] = add["body"]
    found: set[Operation] = set()
    waiting = [("Routes", "")]
    for kind, prefix in waiting:
        prefixes = {"router": prefix}
        body = bodies[kind]
        for group in _GROUP.finditer(body):
            prefixes[group["name"]] = prefixes[group["base"]] + _joined(group["groups"])
        for route in _ROUTE.finditer(body):
            if route["base"] in prefixes:
                path = prefixes[route["base"]] + _joined(route["groups"]) + _part(route["path"] or "")
                found.add((route["method"].upper(), path or "/"))
        waiting += [(passed["type"], prefixes[passed["name"]]) for passed in _PASSED.finditer(body)]
    return found


def codes() -> set[str]:
    """The codes of problems of requests; not those of the command line."""
    text = (SOURCES / "Problem" / "ServerCode.swift").read_text()
    listed = re.findall(r"^  case ([a-z]\w*(?:,\s+\w+)*)$", text, re.MULTILINE)
    codes = {code for words in listed for code in re.split(r",\s+", words)}
    assert codes >= _OF_COMMANDS
    return codes - _OF_COMMANDS


def _joined(groups: str) -> str:
    return "".join(_part(path) for path in re.findall(r"\.group\(\"([^\"]*)\"\)", groups))


def _part(path: str) -> str:
    path = re.sub(r":(\w+)", r"{\1}", path.strip("/"))
    return f"/{path}" if path else ""
