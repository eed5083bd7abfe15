"""Sees that no declaration of the product escapes the comparison with the second implementation.

The random logs have every key and field that it declares. Declarations with one thing more, or one thing less, are
noticed by name. What is declared and only made of its kind is in the logs, and they differ from the product's answers
where the second implementation does not read it.
"""

import argparse
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import repeat

from herald_tools.oracle.blind import BLIND, is_unseen
from herald_tools.oracle.gaps import gaps
from herald_tools.oracle.reached import Place, places, wanted
from herald_tools.random_logs.declared import Declarations, Key, ask

Doctor = Callable[[Declarations], Declarations]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--herald", required=True, help="the program")
    parser.add_argument("--seeds", type=int, default=200, metavar="N", help="how many random logs have to have all")
    arguments = parser.parse_args()
    declared = ask(arguments.herald)
    failures = [*gaps(declared), *unnoticed(declared)]
    with ProcessPoolExecutor() as workers:
        seeds = range(1, arguments.seeds + 1)
        reached = set().union(*workers.map(places, seeds, repeat(declared), chunksize=4))
        failures += [f"No random log has {' '.join(place)}." for place in sorted(wanted(declared) - reached)]
        blind = workers.map(is_unseen, BLIND, repeat(arguments.herald), repeat(declared))
        failures += [f"That the second implementation does not read {what} is not noticed." for what in blind if what]
    for failure in failures:
        print(failure)
    print(f"{len(wanted(declared))} keys and fields, {len(DOCTORED)} doctored declarations, {len(BLIND)} blind spots")
    print(f"{len(failures)} failures")
    return 1 if failures else 0


# Declarations with one thing more or less, and a part of the sentence that names it.


def _key(object_name: str, path: str, name: str, value: str, is_required: bool = False) -> Key:
    return Key(object_name, path, name, value, is_required, is_refused_otherwise=path == "data")


def _more_fields(*keys: Key) -> Doctor:
    return lambda declared: replace(declared, event_keys=(*declared.event_keys, *keys))


def _more_keys(format_name: str, *keys: Key) -> Doctor:
    return lambda declared: replace(
        declared, formats={**declared.formats, format_name: (*declared.formats[format_name], *keys)}
    )


def _without_field(object_name: str, name: str) -> Doctor:
    return lambda declared: replace(
        declared,
        event_keys=tuple(key for key in declared.event_keys if (key.object, key.name) != (object_name, name)),
    )


def _without_key(format_name: str, object_name: str, name: str) -> Doctor:
    def doctor(declared: Declarations) -> Declarations:
        keys = tuple(key for key in declared.formats[format_name] if (key.object, key.name) != (object_name, name))
        return replace(declared, formats={**declared.formats, format_name: keys})

    return doctor


def _formats(change: Callable[[dict[str, tuple[Key, ...]]], dict[str, tuple[Key, ...]]]) -> Doctor:
    return lambda declared: replace(declared, formats=change(declared.formats))


def _word(old: str, new: str) -> Doctor:
    """Changes a word wherever it stands in a list of words."""

    def changed(keys: tuple[Key, ...]) -> tuple[Key, ...]:
        return tuple(replace(key, value=key.value.replace(old, new)) for key in keys)

    return lambda declared: replace(
        declared,
        event_keys=changed(declared.event_keys),
        formats={name: changed(keys) for name, keys in declared.formats.items()},
    )


DOCTORED: list[tuple[Doctor, str]] = [
    (lambda d: replace(d, types=(*d.types, "prompt.snoozed")), "event type `prompt.snoozed` is declared"),
    (lambda d: replace(d, types=d.types[:-1]), "event type `operation.attempted`, which is not declared"),
    (
        _more_fields(_key("prompt.shown", "data", "place", "a place on the screen")),
        "field `place` of `prompt.shown` is declared as a place on the screen",
    ),
    (
        _more_fields(_key("prompt.shown", "data", "place", "a text", is_required=True)),
        "field `place` of `prompt.shown` is declared as required",
    ),
    (_without_field("push.received", "targetVersion"), "field `targetVersion` of `push.received`, which is not"),
    (
        _more_keys("herald", _key("update", "updates[]", "weather", "a kind of weather")),
        "key `weather` of `update` in `herald` is declared as a kind of weather",
    ),
    (
        _more_keys("storepage", _key("page", "", "price", "a text")),
        "key `price` of `page` in `storepage` is declared as a text",
    ),
    (_without_key("herald", "deadline", "becomes"), "key `becomes` of `deadline` in `herald`, which is not declared"),
    (_without_key("umeng", "document", "path"), "key `path` of `document` in `umeng`, which is not declared"),
    (lambda d: replace(d, house_rules=d.house_rules[1:]), "house rule `displayPeriodInHours`, which is not declared"),
    (_formats(lambda formats: {**formats, "minver": ()}), "format `minver` is declared, and the second implementation"),
    (_formats(lambda formats: {**formats, "minver": ()}), "format `minver` is declared, and random logs have no"),
    (
        _formats(lambda formats: {name: keys for name, keys in formats.items() if name != "login"}),
        "format `login` is read and made here, and is not declared",
    ),
    (_word("`manual`", "`manual`, `silent`"), "word `silent` of the field `trigger` of `fetch.failed` is declared"),
    (_word("`vanished`", "`vanished`, `snooze`"), "word `snooze` of the field `button` of `button.chosen` is declared"),
    (_word(", `revision`", ""), "word `revision` of the key `updateTypes` of `update` in `herald`, which is not"),
    (lambda d: replace(d, rule_tests=(*d.rule_tests, "battery")), "rule test `battery` is declared"),
    (lambda d: replace(d, rule_tests=d.rule_tests[1:]), "rule test `fresh`, which is not declared"),
    (lambda d: replace(d, rule_tests=d.rule_tests[::-1]), "rule tests are declared in the order text, installed"),
]

# What is made of its kind alone: here is nothing to refuse, and the logs have to have it.
_MADE_OF_KINDS = (
    ("events", _key("prompt.shown", "data", "seconds", "an integer from 1 to 90")),
    ("events", _key("app.backgrounded", "data", "why", "one of `call`, `home`")),
    ("herald", _key("policy", "", "languages", "a list of 1 to 3, each a text")),
    ("herald", _key("update", "updates[]", "minBatteryPercent", "a number from 0 to 100")),
    ("herald", _key("update", "updates[]", "places", "a list of at most 8 places")),
    ("herald", _key("place", "places[]", "radius", "a number of meters above 0", is_required=True)),
    ("herald", _key("reminder", "deadline.reminders[]", "isLoud", "true or false")),
    ("princeofversions", _key("entry", "ios2[]", "since", 'a date such as "2026-03-02"')),
    ("appcast", _key("item", "", "sparkle:hardware", "a text")),
)


def _with_kinds(declared: Declarations) -> Declarations:
    for format_name, key in _MADE_OF_KINDS:
        more = _more_fields(key) if format_name == "events" else _more_keys(format_name, key)
        declared = more(declared)
    return replace(declared, house_rules=(*declared.house_rules, _key("houseRules", "houseRules", "pause", "a number")))


def unnoticed(declared: Declarations) -> Iterator[str]:
    """What is doctored and not noticed by name, or refused although its kind is known."""
    for doctor, sentence in DOCTORED:
        found = gaps(doctor(declared))
        if not any(sentence in gap for gap in found):
            yield f"A doctored declaration is not noticed: no “{sentence}” among {found}."
    more = _with_kinds(declared)
    yield from gaps(more)
    reached: set[Place] = set().union(*(places(seed, more) for seed in range(1, 41)))
    for place in sorted(wanted(more) - wanted(declared) - reached):
        yield f"A key of a known kind is in no random log: {' '.join(place)}."
