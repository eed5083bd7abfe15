"""Words that invented devices and people are made of, with how often each occurs."""

import random
from collections.abc import Sequence
from typing import Any

PACKAGE = "com.example.shop"
SISTER = "com.example.wallet"

# (weight, models, whether they are tablets)
MODELS = {
    "android": [
        (26, "SM-A546B", False),
        (18, "SM-S911B", False),
        (14, "Redmi Note 12", False),
        (9, "Pixel 8", False),
        (8, "M2101K6G", False),
        (6, "CPH2333", False),
        (4, "SM-T500", True),
        (2, "Lenovo TB-X306F", True),
    ],
    "ios": [
        (22, "iPhone14,5", False),
        (18, "iPhone12,1", False),
        (15, "iPhone15,2", False),
        (6, "iPhone9,1", False),
        (5, "iPad13,4", True),
        (2, "iPad7,11", True),
    ],
}
SYSTEMS = {
    "android": [(3, "8.1"), (5, "10"), (8, "11"), (14, "12"), (24, "13"), (30, "14"), (16, "15")],
    "ios": [(2, "12.5.7"), (5, "15.8"), (9, "16.7.10"), (22, "17.6"), (35, "18.3.1"), (27, "18.5")],
}

# (weight, language, minutes east of UTC in which its speakers live)
LANGUAGES = [
    (34, "tr-TR", (180,)),
    (16, "de-DE", (60, 120)),
    (4, "de-AT", (60, 120)),
    (14, "en-US", (-300, -480, -240)),
    (8, "en-GB", (0, 60)),
    (6, "fr-FR", (60, 120)),
    (4, "es-MX", (-360,)),
    (4, "ar-SA", (180,)),
    (3, "ja-JP", (540,)),
    (3, "zh-Hans-CN", (480,)),
    (2, "hi-IN", (330,)),
    (1, "ne-NP", (345,)),
    (1, "mi-NZ", (720, 780)),
]
TRAVELS_TO = (-600, -480, -300, -210, 0, 60, 120, 180, 240, 330, 345, 480, 540, 570, 720, 840)

# The app's own names for what nobody may do with a version that is not served any more.
OPERATIONS = [(8, "search"), (5, "placeOrder"), (3, "pay"), (1, "changeAddress")]
FAILURES = [
    (10, "offline", None),
    (5, "timeout", None),
    (3, "http", 503),
    (1, "http", 500),
    (1, "tls", None),
    (1, "cancelled", None),
]

URLS = {
    "herald": "https://policy.example.com/shop.json",
    "itunes": "https://itunes.apple.com/lookup?id=1234567890",
    "ssvc": "https://update.example.com/ssvc.json",
    "table": "https://update.example.com/versions.json",
    "umeng": "https://au.example.com/api/check_app_update",
}
STORE = "https://store.example.com/shop"


def weighted(dice: random.Random, choices: Sequence[tuple[Any, ...]]) -> Any:
    """A random choice. The first part of each choice is its weight, which the result lacks."""
    total = sum(choice[0] for choice in choices)
    at = dice.random() * total
    for choice in choices:
        at -= choice[0]
        if at < 0:
            break
    return choice[1:] if len(choice) > 2 else choice[1]
