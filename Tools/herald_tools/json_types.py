"""Types for values that were JSON or will be."""

from typing import Any

JSONObject = dict[str, Any]
Row = dict[str, Any]  # of a table: column -> value
Properties = dict[str, str]  # what a device says of itself
Documents = dict[str, str]  # digest -> body
