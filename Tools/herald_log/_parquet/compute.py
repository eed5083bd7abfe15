"""Arrow's functions on arrays, called by name.

`Array.take` and `Array.unique` import `pyarrow.compute`, which wraps some 300 functions at each start: 0.1 s of
processor time, a third of what a small export takes. The functions themselves are there without it.
"""

# pyarrow need not be there.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return"

from __future__ import annotations

import pyarrow

try:
    from pyarrow._compute import call_function
except ImportError:  # a pyarrow that has it elsewhere
    from pyarrow.compute import call_function


def take(values: pyarrow.Array, places: pyarrow.Array) -> pyarrow.Array:
    """The values at these places."""
    return call_function("take", [values, places])


def unique(values: pyarrow.Array) -> pyarrow.Array:
    """Each value once."""
    return call_function("unique", [values])
