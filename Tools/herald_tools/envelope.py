"""An event's envelope, CloudEvents 1.0 in one line of JSON: the one place that knows its attributes and their order."""

import json
from typing import Any

JSONObject = dict[str, Any]

# Characters that no source of a generated log has: a template is cut at them.
_ID, _TYPE, _TIME, _REVISION = "\ue000", "\ue001", "\ue002", 1


def event(id: str, source: str, type: str, time: str, **more: Any) -> JSONObject:
    """The attributes that every event has, then `more` of them (`revision`, `data`, …) in the order given."""
    return {"specversion": "1.0", "id": id, "source": source, "type": type, "time": time, **more}


def line(content: JSONObject) -> str:
    """An event as a line, without its newline."""
    return json.dumps(content, ensure_ascii=False)


class LineTemplate:
    """The lines of one stream, without a JSON object for each: a generated fleet has millions of them."""

    def __init__(self, source: str, is_numbered: bool) -> None:
        revision = {"revision": _REVISION} if is_numbered else {}
        content = event(_ID, source, _TYPE, _TIME, **revision)
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        self._before_id, rest = text.split(_ID)
        self._before_type, rest = rest.split(_TYPE)
        self._before_time, rest = rest.split(_TIME)
        self._after_time = rest[: rest.rindex(str(_REVISION))] if is_numbered else rest[:-1]
        self._is_numbered = is_numbered

    def line(self, id: str, type: str, time: str, revision: int, data: str = "") -> str:
        """A line with its newline. `id`, `type` and `time` need no escapes; `data` is JSON without its outer braces."""
        number = str(revision) if self._is_numbered else ""
        members = f',"data":{{{data}}}' if data else ""
        return (
            f"{self._before_id}{id}{self._before_type}{type}{self._before_time}{time}{self._after_time}"
            f"{number}{members}}}\n"
        )
