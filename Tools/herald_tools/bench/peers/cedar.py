"""Cedar: a permit for each rule, all in one request; the first of the reasons is what is shown."""

import cedarpy

from herald_tools.bench.peers.filters import VERSIONS, number, rules

ENTITIES = cedarpy.Entities.from_json_str("[]")


def condition(name: str, part: tuple) -> str:
    excludes, operator, value = part
    if name in VERSIONS:
        text = f"context.{name} {'==' if operator == '=' else operator} {number(value)}"
    elif operator == "prefix":
        text = f'context.{name} like "{value}*"'
    else:
        text = f'context.{name} == "{value}"'
    return f"!({text})" if excludes else f"({text})"


def body(filters: dict) -> str:
    conditions = []
    for name, parts in filters.items():
        conditions += [condition(name, part) for part in parts if part[0]]
        wanted = [condition(name, part) for part in parts if not part[0]]
        conditions += [f"({' || '.join(wanted)})"] if wanted else []
    return " && ".join(conditions)


class Engine:
    def __init__(self, policy: str) -> None:
        self.names = [name for name, _ in rules(policy)]
        text = "\n".join(
            f"permit(principal, action, resource) when {{ {body(filters)} }};" for _, filters in rules(policy)
        )
        self.policies = cedarpy.PolicySet.from_str(text)

    def context(self, properties: dict) -> dict:
        context = {name: number(value) if name in VERSIONS else value for name, value in properties.items()}
        return {"principal": 'User::"u"', "action": 'Action::"show"', "resource": 'Prompt::"p"', "context": context}

    def decide(self, request: dict) -> str:
        reasons = cedarpy.is_authorized(request, self.policies, ENTITIES).diagnostics.reasons
        # Cedar names policies by their place: policy0, policy1, …
        return self.names[min(int(reason.removeprefix("policy")) for reason in reasons)] if reasons else ""
