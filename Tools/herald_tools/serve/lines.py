"""Events to send."""

import json
import uuid

_LAUNCHED = {
    "properties": {"appPackageName": "com.example.shop", "appVersionName": "2.6", "deviceLanguage": "en"},
    "previousExit": "normal",
}


def event(source: str, revision: int | None, kind: str = "app.foregrounded", **attributes: object) -> str:
    """The line of an event, with a salt as the lines that Herald writes have one."""
    found: dict[str, object] = {
        "specversion": "1.0",
        "id": f"{source}-{revision}-{uuid.uuid4()}" if revision is None else f"{source}-{revision}",
        "source": source,
        "type": kind,
        "time": f"2026-03-02T08:{(revision or 0) // 60 % 60:02}:{(revision or 0) % 60:02}.000+01:00",
    }
    if revision is not None:
        found["revision"] = revision
    found["salt"] = uuid.uuid5(uuid.NAMESPACE_URL, f"{source} {revision}").hex
    found["data"] = _LAUNCHED if kind == "app.launched" else {}
    return json.dumps(found | attributes, separators=(",", ":"))


def stream(source: str, count: int, first: int = 1) -> list[str]:
    """The lines of an installation."""
    kinds = ["app.launched", "app.backgrounded", "app.foregrounded"]
    return [event(source, n, kinds[0] if n == 1 else kinds[1 + n % 2]) for n in range(first, first + count)]
