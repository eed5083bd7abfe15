"""Rows that one event or one installation's state gives."""

from herald_tools.contract.decide import Decision
from herald_tools.contract.events import Event
from herald_tools.contract.numbers import integer
from herald_tools.contract.reduce import State
from herald_tools.contract.times import NO_TIME
from herald_tools.contract.versions import read_version
from herald_tools.json_types import Row
from herald_tools.tables.stream import Stream, device, digest, local_date, zone

_PROPERTIES = {
    "app_package": "appPackageName",
    "app_version": "appVersionName",
    "app_version_code": "appVersionCode",
    "os_name": "deviceOsName",
    "os_version": "deviceOsVersion",
    "device_model": "deviceModel",
    "device_tablet": "deviceIsTablet",
    "device_language": "deviceLanguage",
    "device_architecture": "deviceArchitecture",
}
_COUNTS = {
    "launches": "launches",
    "returns": "returns",
    "operations": "operations",
    "stray_buttons": "strayButtons",
    "ignored_pushes": "ignoredPushes",
    "clock_steps": "clockSteps",
    "unknown_events": "unknownEvents",
}
# column -> type of event -> key of its data
_FIELDS = {
    "trigger": {"fetch.succeeded": "trigger", "fetch.failed": "trigger"},
    "url": {"fetch.succeeded": "url", "fetch.failed": "url", "push.received": "url"},
    "format": {"fetch.succeeded": "format"},
    "status": {"fetch.succeeded": "status", "fetch.failed": "status"},
    "digest": {"fetch.succeeded": "digest"},
    "failure": {"fetch.failed": "reason"},
    "user": dict.fromkeys(("app.launched", "user.changed", "fetch.succeeded", "fetch.failed", "push.received"), "user"),
    "prompt": {"prompt.shown": "prompt", "button.chosen": "prompt"},
    "rule": {"prompt.shown": "rule"},
    "kind": {"prompt.shown": "kind", "push.received": "kind"},
    "language": {"prompt.shown": "language"},
    "variant": {"prompt.shown": "variant"},
    "button": {"button.chosen": "button"},
    "operation": {"operation.attempted": "operation"},
    "busy": {"app.foregrounded": "busy"},
}


def event_row(event: Event, position: int, data: str | None) -> Row:
    row: Row = {
        "position": position,
        "source": event.source,
        "revision": event.revision,
        "id": event.id,
        "type": event.type,
        "time": None if event.time == NO_TIME else event.time.instant,
        "zone_minutes": zone(event),
        "known": event.is_known,
    }
    for column, keys in _FIELDS.items():
        key = keys.get(event.type) if event.is_known else None
        row[column] = event.data.get(key) if key else None
    if row["status"] is not None:
        row["status"] = integer(row["status"])
    if event.is_known and event.type == "app.foregrounded":
        row["busy"] = bool(row["busy"])
    return {
        **row,
        "data": data,
        "local_date": None if event.time == NO_TIME else local_date(event),
        # A log does not say when a server received its events.
        "received_at": None,
        "clock_offset_s": None,
    }


def decision_row(event: Event, decision: Decision, state: State) -> Row:
    show = decision.show or {}
    return {
        "source": event.source,
        "revision": event.revision,
        "time": event.time.instant,
        "zone_minutes": zone(event),
        "trigger": decision.trigger,
        "reason": decision.reason,
        "rule": show.get("rule"),
        "kind": show.get("kind"),
        "variant": show.get("variant"),
        "language": show.get("language"),
        "destination": show.get("destination"),
        "digest": digest(state),
        "policy_revision": state.policy.revision if state.policy else None,
        "app_version": state.version_name(),
        **device(state),
        "looked_at": decision.rules,
        "local_date": local_date(event),
    }


def _is_comparable(version: str | None) -> bool | None:
    """Whether an app's version can be compared with another; None where it has none."""
    return None if version is None else read_version(version) is not None


def installation_row(stream: Stream) -> Row:
    state = stream.state
    refused: Row = state.refused or {}
    latch: Row = state.latch or {}
    visible: Row = state.visible or {}
    return {
        "source": state.source,
        "revision": state.revision,
        "events": stream.events,
        "first_event_at": stream.first,
        "last_event_at": stream.last,
        **{column: state.properties.get(name) for column, name in _PROPERTIES.items()},
        "app_version_comparable": _is_comparable(state.version_name()),
        "user": state.user,
        "digest": digest(state),
        "policy_revision": state.policy.revision if state.policy else None,
        "format": state.policy_origin["format"] if state.policy else None,
        "policy_expires": state.expires if state.trust and state.policy else None,
        "refused_digest": refused.get("digest"),
        "refused_reason": refused.get("reason"),
        "last_check": state.last_check,
        "zone_minutes": state.zone,
        "failures": state.failures,
        "push_waiting": state.latch is not None,
        "push_url": latch.get("url"),
        "visible_prompt": visible.get("prompt"),
        "visible_rule": visible.get("rule"),
        "visible_kind": visible.get("kind"),
        **{column: state.counts[name] for column, name in _COUNTS.items()},
        "showings": len(stream.prompts),
        "answers": sum(row["outcome"] == "answered" for row in stream.prompts),
        "accepted": sum(bool(row["accepted"]) for row in stream.prompts),
        "updates": len(stream.updates),
        "properties": state.properties,
    }
