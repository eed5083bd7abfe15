"""What the product declares and the random logs or the second implementation lack, and the reverse."""

from collections.abc import Iterator

from herald_tools.contract.decide import TEST_NAMES
from herald_tools.contract.events import KINDS, SHAPES, TRIGGERS
from herald_tools.contract.formats import READERS
from herald_tools.contract.manner_keys import BECOMES, CHANGES, WEEKDAYS
from herald_tools.random_logs import answers, feeds, made, manners, own_servers, streams, vocabulary
from herald_tools.random_logs.additions import (
    ELEMENTS,
    fields_to_make,
    house_rules_to_make,
    keys_to_make,
    maker_for,
)
from herald_tools.random_logs.declared import Declarations, Key

# By object and key of a list of words: the words that the makers pick from, odd ones among them.
_MADE_WORDS: dict[tuple[str, str], list[object]] = {
    ("fetch.succeeded", "trigger"): [*vocabulary.TRIGGERS],
    ("fetch.failed", "trigger"): [*vocabulary.TRIGGERS],
    ("fetch.failed", "reason"): [*streams.REASONS],
    ("prompt.shown", "kind"): [*streams.KINDS],
    ("button.chosen", "button"): [*vocabulary.BUTTONS],
    ("push.received", "kind"): [word for _, word in streams.PUSH_KINDS],
    ("update", "weekdays"): [*WEEKDAYS, *manners.ODD_DAYS],
    ("update", "updateTypes"): [*manners.CHANGES],
    ("update", "forceUpdateTypes"): [*manners.CHANGES],
    ("houseRules", "updateTypes"): [*manners.CHANGES],
    ("houseRules", "forceUpdateTypes"): [*manners.CHANGES],
    ("deadline", "becomes"): [*manners.BECOMES],
    ("version_info", "update_type"): [*own_servers.UPDATE_TYPES, *own_servers.OTHER_TYPES],
    ("entry", "notify_last_version_frequency"): [*feeds.FREQUENCIES],
    ("optional_update", "notification_type"): [*feeds.NOTICES],
}
# By object and key of a closed list of words: those that the second implementation reads.
_READ_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("fetch.succeeded", "trigger"): TRIGGERS,
    ("fetch.failed", "trigger"): TRIGGERS,
    ("prompt.shown", "kind"): KINDS,
    ("update", "weekdays"): WEEKDAYS,
    ("update", "updateTypes"): CHANGES,
    ("update", "forceUpdateTypes"): CHANGES,
    ("houseRules", "updateTypes"): CHANGES,
    ("houseRules", "forceUpdateTypes"): CHANGES,
    ("deadline", "becomes"): BECOMES,
}
_MADE_PLACES = made.fields() | made.house_rules() | {place for name in made.KEYS for place in made.keys(name)}


def gaps(declared: Declarations) -> list[str]:
    """A sentence for each gap; without one, random logs reach all that a program declares."""
    return list(dict.fromkeys([*_types(declared), *_fields(declared), *_formats(declared), *_tests(declared)]))


def report_gaps(declared: Declarations) -> bool:
    """Prints each gap; true where there is one, and random logs would prove less than they seem to."""
    found = gaps(declared)
    for gap in found:
        print(gap)
    if found:
        print(f"{len(found)} gaps between what is declared and `contract` and `random_logs` in Tools/herald_tools")
    return bool(found)


def _types(declared: Declarations) -> Iterator[str]:
    for name in declared.types:
        if name not in SHAPES:
            yield f"The event type `{name}` is declared, and the second implementation does not know it."
    for name in SHAPES:
        if name not in declared.types:
            yield f"The second implementation knows the event type `{name}`, which is not declared any more."
    for name in made.FIELDS:
        if name != "event" and name not in declared.types:
            yield f"Random logs have the event type `{name}`, which is not declared any more."


def _fields(declared: Declarations) -> Iterator[str]:
    for key in fields_to_make(declared):
        if maker_for(key, declared.event_keys) is None:
            yield _unmade(f"The field `{key.name}` of `{key.object}`", key)
    there = {(key.object, key.name) for key in declared.event_keys}
    for object_name, name in sorted(made.fields() - there):
        yield f"Random logs have the field `{name}` of `{object_name}`, which is not declared any more."
    for key in declared.event_keys:
        yield from _words(f"the field `{key.name}` of `{key.object}`", key)
        if key.object in SHAPES and key.is_required and key.is_refused_otherwise:
            required, optional = SHAPES[key.object]
            if key.name not in required and key.name not in optional and key.name != "user":
                yield (
                    f"The field `{key.name}` of `{key.object}` is declared as required, and the second implementation "
                    "does not know it."
                )


def _formats(declared: Declarations) -> Iterator[str]:
    written = {*answers.NAMES, *(name for _, name in streams.HERALD_NAMES)}
    for name, keys in declared.formats.items():
        if name not in READERS:
            yield f"The format `{name}` is declared, and the second implementation does not read it."
        if name not in written:
            yield f"The format `{name}` is declared, and random logs have no documents of it."
        else:
            yield from _keys(declared, name, keys)
    for name in {**READERS, **dict.fromkeys(answers.NAMES)}:
        if name not in declared.formats:
            yield f"The format `{name}` is read and made here, and is not declared any more."
    for key in house_rules_to_make(declared):
        if maker_for(key, (*declared.house_rules, *declared.formats.get("herald", ()))) is None:
            yield _unmade(f"The house rule `{key.name}`", key)
    there = {key.name for key in declared.house_rules}
    for _, name in sorted(made.house_rules()):
        if name not in there:
            yield f"Random logs have the house rule `{name}`, which is not declared any more."
    for key in declared.house_rules:
        yield from _words(f"the house rule `{key.name}`", key)


def _keys(declared: Declarations, format_name: str, keys: tuple[Key, ...]) -> Iterator[str]:
    for key in keys_to_make(declared, format_name):
        if ELEMENTS.get(format_name, "") is None or maker_for(key, keys) is None:
            yield _unmade(f"The key `{key.name}` of `{key.object}` in `{format_name}`", key)
    there = {(key.object, key.name) for key in keys}
    for object_name, name in sorted(made.keys(format_name) - there):
        yield (
            f"Random logs have the key `{name}` of `{object_name}` in `{format_name}`, which is not declared any more."
        )
    for key in keys:
        yield from _words(f"the key `{key.name}` of `{key.object}` in `{format_name}`", key)


def _unmade(what: str, key: Key) -> str:
    return f"{what} is declared as {key.value}, and random logs have no maker of such values for it."


def _words(what: str, key: Key) -> Iterator[str]:
    """Words of a list that no maker picks, or that the second implementation does not read."""
    place = (key.object, key.name)
    if key.has_closed_words and place in _MADE_PLACES and place not in _MADE_WORDS:
        yield f"{what[0].upper()}{what[1:]} has a list of words, and nothing here says which of them random logs have."
    for word in key.words:
        if place in _MADE_WORDS and word not in _MADE_WORDS[place]:
            yield f"The word `{word}` of {what} is declared, and random logs do not have it."
        if place in _READ_WORDS and word not in _READ_WORDS[place]:
            yield f"The word `{word}` of {what} is declared, and the second implementation does not know it."
    if key.has_closed_words and place in _READ_WORDS:
        for word in _READ_WORDS[place]:
            if word not in key.words:
                yield f"The second implementation knows the word `{word}` of {what}, which is not declared any more."


def _tests(declared: Declarations) -> Iterator[str]:
    for name in declared.rule_tests:
        if name not in TEST_NAMES:
            yield f"The rule test `{name}` is declared, and the second implementation does not have it."
    for name in TEST_NAMES:
        if name not in declared.rule_tests:
            yield f"The second implementation has the rule test `{name}`, which is not declared any more."
    if set(declared.rule_tests) == set(TEST_NAMES) and declared.rule_tests != TEST_NAMES:
        yield f"The rule tests are declared in the order {', '.join(declared.rule_tests)}, which is another one here."
