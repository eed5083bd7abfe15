"""The strict schema of a policy: mistakes that an author makes, each with the only place that a checker may name."""

import json

from jsonschema import Draft202012Validator

from herald_tools.json_types import JSONObject

RULE = {"id": "a", "targetWebsiteUrl": "https://example.com/app", "descriptions": {"*": {"message": "3.5 is here."}}}


def policy(rule: dict[str, object], root: dict[str, object] | None = None) -> JSONObject:
    text = json.dumps({"packageName": "com.example.shop", "updates": [RULE | rule]} | (root or {}))
    value: JSONObject = json.loads(text)
    return value


# A policy, and the JSON path of its mistake; None for a policy without one.
MISTAKES: list[tuple[JSONObject, str | None]] = [
    (policy({}), None),
    (policy({"forceUpdate": True, "rollout": 50}, {"$schema": "./policy.schema.json"}), None),
    (policy({"descriptions": {"*": "3.5 is here."}, "id": 7, "filters": {"deviceIsTablet": True, "x-a": "b"}}), None),
    (policy({"forceUpdte": True}), "$.updates[0]"),
    (policy({"Skippable": True}), "$.updates[0]"),
    (policy({}, {"update": []}), "$"),
    (policy({}, {"updates": RULE}), "$.updates"),
    (policy({"rollout": None}), "$.updates[0].rollout"),
    (policy({"rollout": "50"}), "$.updates[0].rollout"),
    (policy({"forceUpdate": "yes"}), "$.updates[0].forceUpdate"),
    (policy({"filters": {"skippable": True}}), "$.updates[0].filters"),
    (policy({"filters": {"appVersionName": ["<3"]}}), "$.updates[0].filters.appVersionName"),
    (policy({"descriptions": {"message": "3.5 is here."}}), "$.updates[0].descriptions"),
    (policy({"descriptions": {"en": {"mesage": "3.5 is here."}}}), "$.updates[0].descriptions.en"),
    (policy({"displayAfterDate": "12/01/2026"}), "$.updates[0].displayAfterDate"),
    (policy({"deadline": {"at": "01.12.2026"}}), "$.updates[0].deadline.at"),
    (policy({"deadline": {"at": "2026-12-01", "gracInHours": 3}}), "$.updates[0].deadline"),
    (policy({"frequencyCaps": [{"cap": 0, "periodInHours": 1}]}), "$.updates[0].frequencyCaps[0].cap"),
    (policy({}, {"holdout": 5}), "$.holdout"),
]


def wrong_places(schema: JSONObject) -> list[str]:
    """The mistakes that a checker marks at another place, at several, or not at all."""
    wrong = []
    validator = Draft202012Validator(schema)
    for value, place in MISTAKES:
        found = [error.json_path for error in validator.iter_errors(value)]
        if found != ([] if place is None else [place]):
            wrong.append(f"the strict schema marks {found}, not {place}, of {json.dumps(value)}")
    return wrong
