"""The documents that are published: Herald's own format, and those of other update services."""

import json
from collections.abc import Iterator

from herald_tools.fleets.vocabulary import PACKAGE, SISTER, STORE
from herald_tools.json_types import JSONObject

_TITLES = {"*": "Update", "tr": "Güncelleme", "de": "Aktualisierung"}
_APPLE = "itms-apps://itunes.apple.com/app/id1234567890"


def herald(
    revision: int,
    android: str,
    ios: str,
    *,
    forced: str,
    rollout: int,
    review: str | None = None,
    push_on_foreground: bool = False,
    campaign: tuple[str, str] | None = None,
    odd: bool = False,
) -> str:
    """The team's own policy. `forced`: versions below it must update; `campaign`: the days of a message."""
    updates = [_withdrawn(), *_forces(forced), *_offers(android, ios, rollout)]
    messages = [*_campaign(campaign), _sister(), _survey()]
    if odd:
        updates.append({"id": 9, "descriptions": {"*": {"message": "This rule leads nowhere."}}})
    root = {"packageName": PACKAGE, "revision": revision, "updates": updates, "messages": messages}
    if review:
        root["reviewVersions"] = review
    if push_on_foreground:
        root["pushOnForeground"] = True
    return json.dumps(root, ensure_ascii=False, indent=1 if odd else None)


def _withdrawn() -> JSONObject:
    return {
        "id": 1,
        "forceExit": True,
        "filters": {"appVersionName": "<1.9"},
        "descriptions": {"*": {"message": "This version was withdrawn."}},
    }


def _forces(forced: str) -> Iterator[JSONObject]:
    text = {
        "*": {"title": _TITLES["*"], "message": "This version can't place orders any more."},
        "tr": {"title": _TITLES["tr"], "message": "Bu sürümle artık sipariş verilemiyor."},
    }
    for id, system, place in ((2, "android", {"targetGooglePlay": True}), (3, "ios", {"targetPackageUrl": _APPLE})):
        yield {
            "id": id,
            "forceUpdate": True,
            "targetVersion": forced,
            "descriptions": text,
            **place,
            "filters": {"deviceOsName": system, "appVersionName": f"<{forced}"},
        }


def _offers(android: str, ios: str, rollout: int) -> Iterator[JSONObject]:
    text = {
        "*": {"title": _TITLES["*"], "message": "A new version is ready.", "whatIsNew": "Faster search.\n=1+1"},
        "tr": {"title": _TITLES["tr"], "message": "Yeni sürüm hazır."},
        "de": {"title": _TITLES["de"], "message": "Eine neue Version ist da."},
    }
    yield {
        "id": 4,
        "targetVersion": android,
        "skippable": True,
        "targetGooglePlay": True,
        "descriptions": text,
        "filters": {"deviceOsName": "android", "deviceOsVersion": ">=10", "deviceModel": "*,!SM-T*"},
        "displayPeriodInHours": 48,
        "maxDisplayCount": 6,
        "rollout": rollout,
    }
    yield {
        "id": 5,
        "targetVersion": ios,
        "skippable": True,
        "targetPackageUrl": _APPLE,
        "descriptions": text,
        "filters": {"deviceOsName": "ios", "deviceOsVersion": ">=15"},
        "displayPeriodInHours": 72,
        "rollout": rollout,
    }


def _campaign(days: tuple[str, str] | None) -> Iterator[JSONObject]:
    if days:
        yield {
            "id": 6,
            "displayAfterDate": f"{days[0]} 09:00",
            "displayBeforeDate": f"{days[1]} 21:00",
            "maxDisplayCount": 2,
            "displayPeriodInHours": 20,
            "targetWebsiteUrl": "https://example.com/sale",
            "descriptions": {"*": {"message": "Sale: everything must go."}, "tr": {"message": "İndirim başladı."}},
        }


def _sister() -> JSONObject:
    return {
        "id": 7,
        "targetPackageName": SISTER,
        "targetGooglePlay": True,
        "filters": {"deviceOsName": "android"},
        "maxDisplayCount": 1,
        "descriptions": {
            "tr": {"message": "Cüzdanımızı denediniz mi?"},
            "de": {"message": "Kennen Sie unsere Geldbörse?"},
            "en": {"message": "Have you tried our wallet?"},
        },
    }


def _survey() -> JSONObject:
    return {
        "id": "survey",
        "maxDisplayCount": 3,
        "displayPeriodInHours": 168,
        "rollout": 40,
        "targetWebsiteUrl": "https://example.com/survey?from=app",
        "descriptions": {"*": "How do you like it?"},
    }


def other_package() -> str:
    """Another app's policy, put at this one's address by mistake."""
    return json.dumps({"packageName": "com.example.courier", "revision": 40, "updates": [], "messages": []})


def maintenance() -> str:
    """The answer of a web server when the service behind it is down."""
    return "<!doctype html>\n<title>503</title>\n<h1>Back soon</h1>"


def itunes(version: str) -> str:
    entry = {
        "version": version,
        "bundleId": PACKAGE,
        "trackId": 1234567890,
        "minimumOsVersion": "15.0",
        "trackViewUrl": "https://apps.apple.com/app/id1234567890",
        "releaseNotes": f"New in {version}: fixes.",
    }
    return json.dumps({"resultCount": 1, "results": [entry]})


def ssvc(minimum: int | None, latest: str) -> str:
    return json.dumps({"SSVCMinimumSupportedVersionNumber": minimum, "SSVCLatestVersionKey": latest})


def table(versions: list[str], forced: int) -> str:
    """All versions but the newest may be updated; those up to `forced` must."""
    rows = [
        {"version": version, "updated": "Y", "forceUpdated": "Y" if place < forced else "N", "downloadUrl": STORE}
        for place, version in enumerate(versions[:-1])
    ]
    return json.dumps({"versions": [*rows, {"version": versions[-1], "updated": "N", "forceUpdated": "N"}]})


def umeng(version: str) -> str:
    return json.dumps(
        {"update": "Yes", "version": version, "path": STORE, "update_log": f"版本 {version}"}, ensure_ascii=False
    )
