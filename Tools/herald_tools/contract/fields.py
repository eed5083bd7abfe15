"""The values of a document's keys; a key that is null is absent."""

from dataclasses import replace

from herald_tools.contract import urls
from herald_tools.contract.numbers import LARGEST, Number, half_up, integer, number_from_text
from herald_tools.contract.text import is_blank, trim
from herald_tools.contract.times import Bound, read_bound
from herald_tools.json_types import JSONObject


class Invalid(Exception):
    """A value of the wrong type, or one that its key does not allow."""


def text_of(holder: JSONObject, key: str) -> str | None:
    value = holder.get(key)
    if value is not None and not isinstance(value, str):
        raise Invalid(key)
    return value


def unblank(holder: JSONObject, key: str) -> str | None:
    """A text, trimmed; a blank one is absent."""
    value = text_of(holder, key)
    return None if value is None or is_blank(value) else trim(value)


def boolean(holder: JSONObject, key: str) -> bool:
    value = holder.get(key)
    if value is None or isinstance(value, bool):
        return bool(value)
    if isinstance(value, Number):
        value = "0" if value.value() == 0 else "1" if value.value() == 1 else ""
    if isinstance(value, str) and trim(value).lower() in ("true", "1"):
        return True
    if isinstance(value, str) and trim(value).lower() in ("false", "0"):
        return False
    raise Invalid(key)


def number(holder: JSONObject, key: str) -> Number | None:
    value = holder.get(key)
    if isinstance(value, str):
        value = number_from_text(trim(value)) or value
    if value is not None and not isinstance(value, Number):
        raise Invalid(key)
    return value


def whole_number(holder: JSONObject, key: str, least: int = -LARGEST) -> int | None:
    value = number(holder, key)
    if value is None:
        return None
    result = integer(value)
    if result is None or result < least:
        raise Invalid(key)
    return result


def scaled(holder: JSONObject, key: str, most: int, unit: int, default: int) -> int:
    """A number 0…most, in whole units, to the nearest, half up."""
    value = number(holder, key)
    if value is None:
        return default
    if not 0 <= value.value() <= most:
        raise Invalid(key)
    return half_up(value.value() * unit)


def filter_text(holder: JSONObject, key: str) -> str | None:
    """A filter's text; numbers and booleans as they are written."""
    value = holder.get(key)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Number):
        return value.text
    return text_of(holder, key)


def address(holder: JSONObject, key: str) -> str | None:
    value = unblank(holder, key)
    if value is None:
        return None
    result = urls.read_url(value)
    if result is None:
        raise Invalid(key)
    return result


def bound(holder: JSONObject, key: str) -> Bound | None:
    value = text_of(holder, key)
    if value is None:
        return None
    result = read_bound(trim(value))
    if result is None:
        raise Invalid(key)
    return replace(result, text=value)


def mapping(holder: JSONObject, key: str) -> JSONObject | None:
    value = holder.get(key)
    if value is not None and not isinstance(value, dict):
        raise Invalid(key)
    return value
