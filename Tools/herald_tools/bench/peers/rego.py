"""Rego by rego-cpp: a rule for each rule of the policy, in a bundle that is compiled once."""

import json

import regopy

from herald_tools.bench.peers.filters import VERSIONS, number, rules


def condition(name: str, part: tuple) -> str:
    excludes, operator, value = part
    if name in VERSIONS:
        text = f"input.{name} {'==' if operator == '=' else operator} {number(value)}"
    elif operator == "prefix":
        text = f'startswith(input.{name}, "{value}")'
    else:
        text = f'input.{name} == "{value}"'
    return f"not {text}" if excludes else text


def module(policy: str) -> str:
    lines = ["package herald"]
    heads = []
    for index, (name, filters) in enumerate(rules(policy)):
        body = []
        for property, parts in filters.items():
            body += [condition(property, part) for part in parts if part[0]]
            wanted = [condition(property, part) for part in parts if not part[0]]
            if len(wanted) == 1:
                body += wanted
            elif wanted:
                # Alternatives are rules of one name.
                lines += [f"any_{index}_{property} if {{ {one} }}" for one in wanted]
                body.append(f"any_{index}_{property}")
        lines.append(f"rule_{index} if {{ {'; '.join(body)} }}")
        heads.append(f':= "{name}" if {{ rule_{index} }}')
    return "\n".join([*lines, 'default shown := ""', "shown " + " else ".join(heads)])


class Engine:
    def __init__(self, policy: str) -> None:
        self.rego = regopy.Interpreter()
        self.rego.add_module("herald.rego", module(policy))
        self.bundle = self.rego.build("data.herald.shown")

    def context(self, properties: dict) -> dict:
        return {name: number(value) if name in VERSIONS else value for name, value in properties.items()}

    def decide(self, context: dict) -> str:
        self.rego.set_input(context)
        return json.loads(str(self.rego.query_bundle(self.bundle)))["expressions"][0]
