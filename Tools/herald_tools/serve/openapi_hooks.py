"""What schemathesis does not know by itself: bodies of lines, and what Herald's own members of the document say.

Schemathesis loads this module by its name (`SCHEMATHESIS_HOOKS`).
"""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import schemathesis
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from herald_tools.json_types import JSONObject
from herald_tools.serve.description import load, resolved

_ADDRESS = "urn:herald:openapi"


@schemathesis.serializer("application/x-ndjson", "application/jsonl")
def lines(context: schemathesis.SerializationContext, value: Any) -> bytes:
    """The body of a media type whose schema is a text."""
    if isinstance(value, bytes):
        return value
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode(errors="surrogatepass")


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: schemathesis.Case, arguments: JSONObject) -> None:
    """Forgets nothing, so that the requests after this one find what they ask about.

    Names no rule where no test stays: that the two contradict each other is nothing that a schema can say.
    """
    query = dict(case.query or {})
    if case.operation.path == "/v1/forget":
        case.query = {**query, "dry-run": "yes"}
    if case.operation.path.endswith("/minimize") and query.get("keep") == "shown":
        case.query = {name: value for name, value in query.items() if name != "rule"}


@schemathesis.check
def says_what_is_described(
    context: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case
) -> None:
    """The code of a problem is one that the answer lists, a line has its schema, and no member is left unnamed."""
    operation = _document()["paths"].get(case.operation.path, {}).get(case.method.lower())
    if operation is None or str(response.status_code) not in operation["responses"]:
        return
    answer = resolved(_document(), operation["responses"][str(response.status_code)])
    kind = (response.headers.get("content-type") or [""])[0].partition(";")[0]
    media = answer.get("content", {}).get(kind, {})
    if kind == "application/problem+json":
        code = json.loads(response.content)["type"].rsplit(":", 1)[1]
        assert code in answer["x-problems"], f"the problem {code} is not one of {answer['x-problems']}"
    if kind.endswith("json"):
        _hold(json.loads(response.content), media.get("schema"))
    if "x-line" in media:
        for line in response.content.splitlines():
            _hold(json.loads(line), media["x-line"])


def _hold(value: object, schema: JSONObject | None) -> None:
    if not schema or "$ref" not in schema:
        return
    validator = _validator(schema["$ref"])
    for error in validator.iter_errors(value):
        raise AssertionError(f"{error.json_path}: {error.message}")


@cache
def _document() -> JSONObject:
    return load(Path(os.environ["HERALD_OPENAPI"]))


@cache
def _validator(reference: str) -> Draft202012Validator:
    resource = Resource(contents=_closed(_document()), specification=DRAFT202012)
    registry = Registry().with_resource(_ADDRESS, resource)
    return Draft202012Validator({"$ref": f"{_ADDRESS}{reference}"}, registry=registry, format_checker=FormatChecker())


def _closed(value: Any) -> Any:
    """The same schemas, where those that name all members allow no other one."""
    if isinstance(value, list):
        return [_closed(item) for item in value]
    if not isinstance(value, dict):
        return value
    closed = {name: _closed(item) for name, item in value.items()}
    return closed | ({"additionalProperties": False} if value.get("x-whole") is True else {})
