"""What happens in the demo: a shop's app in March 2026, its policies, and its phones."""

import json
from typing import Any

from herald_tools.demo.phone import Phone
from herald_tools.json_types import JSONObject

PACKAGE = "com.example.shop"
PAGE = "https://shop.example.com/app"
STAGING = "https://staging.example.com/shop.json"


def written(**document: Any) -> str:
    return json.dumps({"packageName": PACKAGE, **document}, ensure_ascii=False, indent=2) + "\n"


def forced(version: str, message: str, **destination: Any) -> JSONObject:
    return {
        "id": f"min-{version}",
        "forceUpdate": True,
        "targetVersion": version,
        **destination,
        "descriptions": {"*": {"title": "Please update", "message": message}},
    }


SALE: JSONObject = {
    "id": "spring-sale",
    "maxDisplayCount": 3,
    "displayPeriodInHours": 168,
    "targetWebsiteUrl": "https://shop.example.com/sale",
    "descriptions": {
        "*": {"title": "Spring sale", "message": "Strawberries at half price, this week only."},
        "de": {"title": "Frühling", "message": "Erdbeeren zum halben Preis, nur diese Woche."},
    },
}
RECALL: JSONObject = {
    "id": "recall-nuts",
    "maxDisplayCount": 1,
    "targetWebsiteUrl": "https://shop.example.com/recall",
    "descriptions": {
        "*": {"title": "Recall", "message": "Do not eat our hazelnut bars of February. We pay them back."},
        "de": {"title": "Rückruf", "message": "Bitte essen Sie die Haselnussriegel vom Februar nicht."},
    },
}
MINIMUM = forced("4.0", "This version can no longer pay.", targetWebsiteUrl=PAGE)

# Published on 2 March, and on 5 March with the recall.
FIRST = written(revision=12, updates=[MINIMUM], messages=[SALE])
SECOND = written(revision=13, updates=[MINIMUM], messages=[RECALL, SALE])
# Nobody but testers was to see this one.
TESTERS = written(
    revision=20,
    updates=[],
    messages=[
        {
            "id": "try-basket",
            "filters": {"tester": "true"},
            "descriptions": {"*": {"title": "Try it", "message": "The new basket is here."}},
        }
    ],
)
# The draft of the next policy: every phone accepts its revision, and its button opens Google Play alone.
DRAFT = written(
    revision=21,
    updates=[forced("4.1", "This version can no longer pay.", targetGooglePlay=True)],
    messages=[RECALL, SALE],
)


def anna() -> Phone:
    """She presses Update, comes back without the update, and is asked again."""
    phone = Phone("5ae10c77", "anna", appVersionName="3.9", **IPHONE, deviceLanguage="de-AT")
    phone.at(2, "09:00:00")
    phone.launch()
    phone.fetch(FIRST, answer="update")
    phone.leave(2)
    phone.come_back(140, answer="update")
    phone.leave(2)
    return phone


def ben() -> Phone:
    """He opens the app four minutes before the sale is due again."""
    phone = Phone("b3e20d41", "ben", appVersionName="4.1", **PIXEL, deviceLanguage="en-GB")
    phone.at(2, "08:14:00")
    phone.launch()
    phone.fetch(FIRST, answer="open")
    phone.leave()
    phone.at(5, "18:40:00")
    phone.launch()
    phone.fetch(SECOND, answer="dismiss")
    phone.leave()
    phone.at(9, "08:10:00")
    phone.launch()
    phone.fetch()
    phone.leave()
    return phone


IPHONE = {"deviceOsName": "ios", "deviceOsVersion": "18.3.1", "deviceModel": "iPhone15,2"}
PIXEL = {"deviceOsName": "android", "deviceOsVersion": "15", "deviceModel": "Pixel 8"}
_MODELS = (
    PIXEL,
    {"deviceOsName": "android", "deviceOsVersion": "14", "deviceModel": "SM-A546B"},
    IPHONE,
    {"deviceOsName": "android", "deviceOsVersion": "14", "deviceModel": "SM-S911B"},
    {"deviceOsName": "android", "deviceOsVersion": "15", "deviceModel": "Pixel 7a"},
)
_LANGUAGES = ("de-AT", "de-AT", "en-GB", "de-AT", "hu-HU", "de-AT", "sk-SK")
_NAMES = [
    "clara",
    "david",
    "emma",
    "felix",
    "greta",
    "hugo",
    "ines",
    "jakob",
    "klara",
    "leo",
    "mia",
    "noah",
    "olga",
    "paul",
    "quirin",
    "rosa",
    "simon",
    "tina",
    "ulrich",
    "vera",
    "willi",
    "xenia",
    "yusuf",
    "zoe",
]
# By the number of the phone: these took the hotfix on 4 March; the last one was switched off that day.
_HOTFIXED = (1, 4, 6, 9, 12, 15, 18, 21)
_LATE = 21


def fleet() -> list[Phone]:
    """A recall that some phones do not show: those with the hotfix 4.0.1, which had asked another server."""
    return [_customer(number, name) for number, name in enumerate(_NAMES)]


def _customer(number: int, name: str) -> Phone:
    id = f"{((number + 1) * 2654435761 + 0x6B1D) % 2**32:08x}"
    newest = number % 3 == 2
    phone = Phone(
        id,
        name,
        appVersionName="4.1" if newest else "4.0",
        **_MODELS[number % len(_MODELS)],
        deviceLanguage=_LANGUAGES[number % len(_LANGUAGES)],
    )
    phone.at(2, f"{7 + number % 13:02d}:{number * 7 % 60:02d}:00")
    phone.launch()
    phone.fetch(FIRST, answer="open" if number % 5 == 0 else "dismiss")
    phone.leave(10 + number)
    if number in _HOTFIXED:
        day = 5 if number == _LATE else 4
        phone.at(day, f"09:{10 + number * 2:02d}:00")
        phone.launch("4.0.1")
        if day == 4:
            phone.fetch(TESTERS, url=STAGING)
        else:
            phone.fetch(SECOND, answer="dismiss")
        phone.leave(15)
    phone.at(6, f"{8 + number % 11:02d}:{number * 11 % 60:02d}:00")
    phone.launch()
    phone.fetch(None if number == _LATE else SECOND, answer="dismiss")
    phone.leave(12)
    return phone
