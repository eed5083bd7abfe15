"""One installation's showings, answers and changes of version, as its events come."""

from herald_tools.contract.decide import Decision, decide
from herald_tools.contract.events import Event
from herald_tools.contract.kinds import leads_elsewhere
from herald_tools.contract.reduce import State
from herald_tools.contract.times import write_day
from herald_tools.contract.versions import Version, read_version
from herald_tools.json_types import Documents, Row

_ACCEPTING = ("update", "open")
_HOUR, _DAY = 3_600_000, 86_400_000


class Stream:
    """Rows of one installation. `take` gives the decision after the event, if there is one."""

    def __init__(self, source: str) -> None:
        self.state = State(source)
        self.prompts: list[Row] = []
        self.updates: list[Row] = []
        self.events = 0
        self.first: int | None = None
        self.last: int | None = None  # times of known events
        self._is_gapped = False  # revisions are missing so far
        self._judged_by: Decision | None = None  # the decision after which nothing was shown yet
        self._judged_at: int | None = None  # its revision
        self._visible: Row | None = None
        self._launched_as: tuple[str | None] | None = None  # (appVersionName,) of the launch before
        self._last_shown: dict[str, tuple[int, int | None]] = {}  # rule -> (how often, when last)
        self._unanswered: dict[str, int] = {}  # rule -> how often since its last answer
        self._targets: list[tuple[Row, Version, str]] = []  # prompts, what they offer, and the property that shows it
        self._since: list[Row] = []  # prompts since the change of version before

    def take(self, event: Event, documents: Documents) -> Decision | None:
        self.events += 1
        before = self.state.visible
        self._is_gapped = self._is_gapped or event.revision > self.state.revision + 1
        is_again = event.is_known and event.type == "prompt.shown" and self.state.is_on_screen(event.data)
        self.state.apply(event, documents)
        if not event.is_known:
            return None
        self.last = event.time.instant
        self.first = self.last if self.first is None else self.first
        if event.type == "prompt.shown" and not is_again:
            self._show(event)
        elif event.type == "button.chosen" and before and before["prompt"] == event.data["prompt"]:
            self._answer(event)
        elif event.type == "app.launched":
            self._launch(event)
        decision = decide(self.state, event)
        if decision:
            self._judged_by, self._judged_at = decision, event.revision
        return decision

    def _show(self, event: Event) -> None:
        state, data, decision = self.state, event.data, self._judged_by
        self._judged_by = None
        if self._visible:
            self._visible["outcome"] = "replaced"
        shown, last = self._last_shown.get(data["rule"], (0, None))
        now = event.time.instant
        self._last_shown[data["rule"]] = shown + 1, now
        show = decision.show if decision else None
        is_justified = show is not None and (show["rule"], show["kind"]) == (data["rule"], data["kind"])
        if show is not None and "variant" in data:
            is_justified = is_justified and show.get("variant") == data["variant"]
        row = {
            "source": event.source,
            "prompt": data["prompt"],
            "revision": event.revision,
            "shown_at": now,
            "zone_minutes": zone(event),
            "rule": data["rule"],
            "kind": data["kind"],
            "language": data.get("language"),
            "variant": data.get("variant"),
            "verdict": "justified" if is_justified else "unknown" if self._is_gapped else "unjustified",
            "trigger": decision.trigger if decision else None,
            "digest": digest(state),
            "number": shown + 1,
            "deferrals": state.records[data["rule"]].deferrals,
            "hours_since_last": None if last is None else (now - last) / _HOUR,
            "again_after_return": shown > 0 and decision is not None and decision.trigger == "foreground",
            "outcome": "open",
            "answer": None,
            "answered_at": None,
            "answer_seconds": None,
            "accepted": False,
            "app_version": state.version_name(),
            "app_version_next": None,
            "updated_at": None,
            "updated": False,
            "days_to_update": None,
            **device(state),
            "local_date": local_date(event),
            **self._offer(data["rule"]),
            "days_to_target": None,
            "offered_format": state.policy_origin["format"] if state.policy else None,
            "decision_revision": self._judged_at if decision else None,
            "user": state.user,
            "device_model": state.properties.get("deviceModel"),
            "unanswered": self._unanswered.get(data["rule"], 0) + 1,
        }
        self._unanswered[data["rule"]] = row["unanswered"]
        self._wait_for_target(row)
        self.prompts.append(row)
        self._since.append(row)
        self._visible = row

    def _offer(self, rule_id: str) -> Row:
        """The version that a prompt offers, and whether it is reached: None where nothing can be compared with it."""
        state = self.state
        if rule_id == "push":
            version, code = (state.latch or {}).get("targetVersion"), None
            is_compared = version is not None and read_version(version) is not None
        else:
            rule = state.policy.rule(rule_id, state.properties) if state.policy else None
            version, code = (rule.target(), rule.code()) if rule else (None, None)
            is_ours = rule is not None and not leads_elsewhere(rule, state.properties)
            is_compared = is_ours and (version is not None or code is not None)
        return {
            "target_version": version,
            "target_version_code": code,
            "reached_target": False if is_compared else None,
        }

    def _wait_for_target(self, row: Row) -> None:
        if row["reached_target"] is None:
            return
        written = row["target_version"]
        name = "appVersionCode" if written is None else "appVersionName"
        target = read_version(str(row["target_version_code"]) if written is None else written)
        assert target  # it is compared
        self._targets.append((row, target, name))

    def _reach_targets(self, event: Event) -> None:
        waiting = []
        for row, target, name in self._targets:
            version = read_version(self.state.properties.get(name))
            if version is None or version < target:
                waiting.append((row, target, name))
            else:
                row["reached_target"] = True
                row["days_to_target"] = (event.time.instant - row["shown_at"]) / _DAY
        self._targets = waiting

    def _answer(self, event: Event) -> None:
        row, self._visible = self._visible, None
        assert row  # the state has a visible prompt
        self._unanswered[row["rule"]] = 0
        button, now = event.data["button"], event.time.instant
        row.update(
            outcome="answered",
            answer=button,
            answered_at=now,
            accepted=button in _ACCEPTING,
            answer_seconds=(now - row["shown_at"]) / 1000,
        )

    def _launch(self, event: Event) -> None:
        if self._visible:
            self._visible["outcome"] = "ended"
            self._visible = None
        self._reach_targets(event)
        version, before = self.state.version_name(), self._launched_as
        self._launched_as = (version,)
        if before is None or before == (version,):
            return
        self._update(event, before[0], version)
        for row in self._since:
            now = event.time.instant
            row.update(
                app_version_next=version,
                updated_at=now,
                updated=version is not None,
                days_to_update=(now - row["shown_at"]) / _DAY,
            )
        self._since = []

    def _update(self, event: Event, before: str | None, version: str | None) -> None:
        led = next((row for row in reversed(self._since) if row["accepted"]), None)
        cause = "itself" if led is None else "forced" if led["kind"] in ("exit", "force") else "chosen"
        now = event.time.instant
        self.updates.append(
            {
                "source": event.source,
                "revision": event.revision,
                "time": now,
                "zone_minutes": zone(event),
                "from_version": before,
                "to_version": version,
                "direction": _direction(before, version),
                "cause": cause,
                "rule": led and led["rule"],
                "kind": led and led["kind"],
                "prompt": led and led["prompt"],
                "showings": len(self._since),
                "seconds_since_answer": led and (now - led["answered_at"]) / 1000,
                "os_name": device(self.state)["os_name"],
                "os_version": device(self.state)["os_version"],
            }
        )


def zone(event: Event) -> int:
    return (event.time.wall - event.time.instant) // 60_000


def local_date(event: Event) -> str:
    """The day on the device's clock."""
    return write_day(event.time.wall // _DAY)


def digest(state: State) -> str | None:
    return state.policy_origin["digest"] if state.policy else None


def device(state: State) -> Row:
    names = {"os_name": "deviceOsName", "os_version": "deviceOsVersion", "device_language": "deviceLanguage"}
    return {column: state.properties.get(name) for column, name in names.items()}


def _direction(before: str | None, version: str | None) -> str:
    first, second = (None if text is None else read_version(text) for text in (before, version))
    if first is None or second is None or first.compare(second) == 0:
        return "other"
    return "up" if first < second else "down"
