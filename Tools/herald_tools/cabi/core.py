"""The core's C functions, called through ctypes."""

import ctypes
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

REFUSED = 3


class Answer(NamedTuple):
    """What a line was answered with: 0 and a decision or None, or 3 and the error."""

    status: int
    text: bytes | None


class Library:
    """A loaded `libHeraldC.so`."""

    def __init__(self, path: Path) -> None:
        functions = ctypes.CDLL(str(path))
        self.new, self.apply = functions.herald_core_new, functions.herald_core_apply
        self.state, self.free = functions.herald_core_state, functions.herald_core_free
        size = ctypes.POINTER(ctypes.c_size_t)
        text = ctypes.POINTER(ctypes.POINTER(ctypes.c_char))
        self.new.restype, self.new.argtypes = ctypes.c_void_p, []
        self.apply.restype = ctypes.c_int32
        self.apply.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, text, size]
        self.state.restype = ctypes.POINTER(ctypes.c_char)
        self.state.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, size]
        self.free.restype, self.free.argtypes = None, [ctypes.c_void_p]


class Core:
    """All streams of a log, from its first line on."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._core = library.new()
        if not self._core:
            raise MemoryError("herald_core_new")

    def apply(self, line: bytes) -> Answer:
        """Takes a line, which has no newline."""
        text, size = ctypes.POINTER(ctypes.c_char)(), ctypes.c_size_t()
        status = self._library.apply(self._core, line, len(line), ctypes.byref(text), ctypes.byref(size))
        # Copied, because the next call changes it.
        return Answer(status, bytes(text[: size.value]) if text else None)

    def state(self, source: bytes) -> bytes | None:
        """The state of an installation, None for an unknown one."""
        size = ctypes.c_size_t()
        text = self._library.state(self._core, source, len(source), ctypes.byref(size))
        return bytes(text[: size.value]) if text else None

    def __enter__(self) -> "Core":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._library.free(self._core)
        self._core = None
