"""The values of a document's keys; a key that is null is absent."""

from . import urls
from .numbers import LARGEST, Number, half_up, integer, number_from_text
from .text import is_blank, trim
from .times import read_bound


class Invalid(Exception):
    """A value of the wrong type, or one that its key does not allow."""


def text_of(holder, key):
    value = holder.get(key)
    if value is not None and not isinstance(value, str):
        raise Invalid(key)
    return value


def unblank(holder, key):
    """A text, trimmed; a blank one is absent."""
    value = text_of(holder, key)
    return None if value is None or is_blank(value) else trim(value)


def boolean(holder, key):
    value = holder.get(key)
    if value is None or isinstance(value, bool):
        return bool(value)
    if isinstance(value, Number):
        value = {0: "0", 1: "1"}.get(value.value(), "")
    if isinstance(value, str) and trim(value).lower() in ("true", "1"):
        return True
    if isinstance(value, str) and trim(value).lower() in ("false", "0"):
        return False
    raise Invalid(key)


def number(holder, key):
    value = holder.get(key)
    if isinstance(value, str):
        value = number_from_text(trim(value)) or value
    if value is not None and not isinstance(value, Number):
        raise Invalid(key)
    return value


def whole_number(holder, key, least=-LARGEST):
    value = number(holder, key)
    if value is None:
        return None
    result = integer(value)
    if result is None or result < least:
        raise Invalid(key)
    return result


def scaled(holder, key, most, unit, default):
    """A number 0…most, in whole units, to the nearest, half up."""
    value = number(holder, key)
    if value is None:
        return default
    if not 0 <= value.value() <= most:
        raise Invalid(key)
    return half_up(value.value() * unit)


def filter_text(holder, key):
    """A filter's text; numbers and booleans as they are written."""
    value = holder.get(key)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Number):
        return value.text
    return text_of(holder, key)


def address(holder, key):
    value = unblank(holder, key)
    if value is None:
        return None
    result = urls.read_url(value)
    if result is None:
        raise Invalid(key)
    return result


def bound(holder, key):
    value = text_of(holder, key)
    if value is None:
        return None
    result = read_bound(trim(value))
    if result is None:
        raise Invalid(key)
    return result


def mapping(holder, key):
    value = holder.get(key)
    if value is not None and not isinstance(value, dict):
        raise Invalid(key)
    return value
