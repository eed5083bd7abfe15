"""Unleash's engine: a toggle for each rule, asked in order until one is enabled."""

import json

from yggdrasil_engine.engine import UnleashEngine

from herald_tools.bench.peers.filters import VERSIONS, rules, three

OPERATORS = {"<": ("SEMVER_LT", False), "<=": ("SEMVER_GT", True), ">": ("SEMVER_GT", False), ">=": ("SEMVER_LT", True)}


def constraint(name: str, part: tuple) -> dict:
    excludes, operator, value = part
    field = f"properties.{name}" if "." in name else name
    if operator in OPERATORS:
        word, inverted = OPERATORS[operator]
        return {"contextName": field, "operator": word, "value": three(value), "inverted": inverted != excludes}
    if operator == "prefix":
        return {"contextName": field, "operator": "STR_STARTS_WITH", "values": [value], "inverted": excludes}
    value = three(value) if name in VERSIONS else value
    return {"contextName": field, "operator": "IN", "values": [value], "inverted": excludes}


def strategies(filters: dict) -> list[dict]:
    """The parts of one property are alternatives, and constraints are not: a strategy for each combination."""
    combinations: list[list[dict]] = [[]]
    for name, parts in filters.items():
        excluded = [constraint(name, part) for part in parts if part[0]]
        wanted = [constraint(name, part) for part in parts if not part[0]]
        alternatives = [[one] for one in wanted] or [[]]
        combinations = [[*begun, *excluded, *one] for begun in combinations for one in alternatives]
    return [{"name": "default", "parameters": {}, "constraints": combination} for combination in combinations]


class Engine:
    def __init__(self, policy: str) -> None:
        self.names = [name for name, _ in rules(policy)]
        self.engine = UnleashEngine()
        features = [
            {"name": name, "type": "release", "enabled": True, "strategies": strategies(filters)}
            for name, filters in rules(policy)
        ]
        self.engine.take_state(json.dumps({"version": 2, "features": features}))

    def context(self, properties: dict) -> dict:
        return {"properties": {name: three(value) if name in VERSIONS else value for name, value in properties.items()}}

    def decide(self, context: dict) -> str:
        for name in self.names:
            if self.engine.check_enabled(name, context).is_enabled:
                return name
        return ""
