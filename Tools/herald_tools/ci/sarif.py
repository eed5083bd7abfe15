"""The SARIF logs of the lint and of the analysis: their shape by the SARIF 2.1.0 schema, and what programs that read
SARIF make of them."""

import json
from pathlib import Path

from herald_tools.ci.reading import Reading
from herald_tools.json_types import JSONObject
from herald_tools.paths import ROOT

TEXT: JSONObject = {"type": "string"}
COUNT: JSONObject = {"type": "integer", "minimum": 1}


def exactly(required: list[str], **properties: JSONObject) -> JSONObject:
    """An object with these properties and no others, as SARIF's schema defines all of its objects."""
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def each(item: JSONObject, unique: bool = False) -> JSONObject:
    return {"type": "array", "items": item, "uniqueItems": unique}


LEVEL: JSONObject = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = exactly(["text"], text=TEXT, markdown=TEXT)
RULE = exactly(
    ["id"],
    id=TEXT,
    name=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    helpUri={"type": "string", "format": "uri"},
    defaultConfiguration=exactly([], level=LEVEL),
    properties={"type": "object", "properties": {"tags": each(TEXT, unique=True)}},
)
LOCATION = exactly(
    [],
    physicalLocation=exactly(
        ["artifactLocation"],
        artifactLocation=exactly([], uri={"type": "string", "format": "uri-reference"}, uriBaseId=TEXT),
        region=exactly([], startLine=COUNT, startColumn=COUNT, endLine=COUNT, endColumn=COUNT),
    ),
    logicalLocations=each(exactly([], fullyQualifiedName=TEXT, kind=TEXT), unique=True),
)
RESULT = exactly(
    ["message"],
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level=LEVEL,
    message=MESSAGE,
    locations=each(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
)
DRIVER = exactly(
    ["name"],
    name=TEXT,
    version=TEXT,
    semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
    rules=each(RULE, unique=True),
)
RUN = exactly(
    ["tool"],
    tool=exactly(["driver"], driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    originalUriBaseIds={"type": "object", "additionalProperties": exactly([], uri=TEXT, description=MESSAGE)},
    invocations=each(exactly(["executionSuccessful"], executionSuccessful={"type": "boolean"})),
    results=each(RESULT),
)
# The definitions of sarif-schema-2.1.0.json (OASIS) that a log of Herald's lint uses, each with only the properties
# that it writes: a misspelt name or one of a later version is none of them.
SCHEMA = exactly(["version", "runs"], version={"enum": ["2.1.0"]}, runs=each(RUN))
SCHEMA["properties"]["$schema"] = {"type": "string", "format": "uri"}


# A policy with a force that leads iPhones nowhere and that no version ends, and a rule behind it.
ANALYZED = """{"packageName": "com.example.shop", "updates": [
  {"id": "1", "forceUpdate": true, "descriptions": {"*": "New."}, "targetWebsiteUrl": "market://details?id=a"},
  {"id": "2", "filters": {"deviceOsName": "ios"}, "descriptions": {"*": "New."}, "targetWebsiteUrl": "https://a.example"}
]}
"""


def validated(reading: Reading, log: Path) -> JSONObject:
    """A SARIF log, read by the schema and by another program's classes."""
    from jsonschema import Draft7Validator
    from sarif_pydantic import Sarif

    content = json.loads(log.read_text())
    for error in Draft7Validator(SCHEMA).iter_errors(content):
        reading.expect(False, f"the SARIF log {log.name} at {error.json_path}: {error.message}")
    Sarif.model_validate(content)
    return content


def check_sarif(reading: Reading) -> None:
    """Every document of the corpus, with what the lint finds in it; and a policy, with what the analysis finds."""
    from sarif.loader import load_sarif_file

    documents = sorted(ROOT.glob("Events/*/*/documents/*.json"))
    log = reading.folder / "herald.sarif"
    log.write_text(reading.herald("lint", *documents, "--format", "sarif", status=3).stdout)
    content = validated(reading, log)
    lines = reading.herald("lint", *documents, "--format", "json", status=3).stdout.splitlines()
    found = load_sarif_file(str(log)).get_result_count()
    reading.expect(found == len(lines), f"sarif-tools counts {found} results, and the lint {len(lines)}")
    results = content["runs"][0]["results"]
    uris = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results}
    reading.expect(all((ROOT / uri).is_file() for uri in uris), "an address is not a file of the repository")
    check_analyzed(reading)
    print(f"SARIF: {found} results in {len(uris)} documents")


def check_analyzed(reading: Reading) -> None:
    """The findings of `herald analyze`: as many as its lines say, each in the lines of its rule."""
    policy = reading.folder / "analyzed.json"
    policy.write_text(ANALYZED)
    log = reading.folder / "analyzed.sarif"
    log.write_text(reading.herald("analyze", policy, "--format", "sarif").stdout)
    results = validated(reading, log)["runs"][0]["results"]
    found = [
        (result["ruleId"], result["locations"][0]["physicalLocation"]["region"]["startLine"]) for result in results
    ]
    lines = [json.loads(line) for line in reading.herald("analyze", policy, "--format", "json").stdout.splitlines()]
    said = [("neverShownRule", line["place"]["line"]) for line in lines if line.get("verdict") == "never"]
    places = {line["rule"]: line["place"]["line"] for line in lines if "rule" in line}
    for name, code in [("nowhere", "destinationNowhere"), ("unending", "unendingForce")]:
        said += [(code, places[line[name]]) for line in lines if name in line]
    reading.expect(len(said) == 3, f"the analysis finds {len(said)} of 3 mistakes in the policy")
    reading.expect(sorted(found) == sorted(said), f"the SARIF log of the analysis has {found}, and its lines {said}")
