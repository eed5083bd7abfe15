"""Bytes that no app would hand over. No call may end the process, and what was refused may have changed nothing."""

import random
import sys
import threading
import time
from pathlib import Path

from herald_tools.cabi.core import REFUSED, Answer, Core, Library

# A thread of an app may have little.
_STACK = 256 << 10
_LONGEST = 16 << 20


def main() -> int:
    """LIBRARY SECONDS SEED LOG…: its end without a sentence is the failure."""
    library, seconds, seed, *logs = sys.argv[1:]
    # An exception ends the thread alone: only a return of `strain` replaces this.
    failures = ["the calls did not come to their end"]
    threading.stack_size(_STACK)
    task = (Library(Path(library)), float(seconds), random.Random(seed), [Path(log).read_bytes() for log in logs])

    def run() -> None:
        failures[:] = strain(*task)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return print("\n".join(failures)) or 1 if failures else 0


def strain(library: Library, seconds: float, dice: random.Random, logs: list[bytes]) -> list[str]:
    """Hands over changed lines until the time is over."""
    failures, calls, refused = [], 0, 0
    end = time.monotonic() + seconds
    library.free(None)
    if library.apply(None, b"x", 1, None, None) != REFUSED or library.state(None, b"x", 1, None):
        failures.append("no core takes a line")
    while time.monotonic() < end:
        with Core(library) as core, Core(library) as other:
            for line in dice.choice(logs).split(b"\n")[:60]:
                for strange in (changed(line, dice) for _ in range(4)):
                    calls += 1
                    # Only the first core is given what is refused; both must stay equal.
                    answer = core.apply(strange)
                    if answer.status == REFUSED:
                        refused += 1
                    elif decided(other.apply(strange)) != decided(answer):
                        failures.append(f"after refused lines another answer to {strange!r}")
                if decided(core.apply(line)) != decided(other.apply(line)):
                    failures.append(f"after refused lines another answer to {line!r}")
    with Core(library) as core:
        for line in extremes():
            core.apply(line)
        # The deep line is read again, to be compared with a shallow one.
        if (core.apply(event(b"[" * 500 + b"]" * 500)).status, core.apply(event(b"1")).status) != (0, REFUSED):
            failures.append("a deep line and another one with its id are answered otherwise")
        if core.apply(b" " * (_LONGEST + 1)).status != REFUSED or core.apply(b" " * _LONGEST).status != 0:
            failures.append("the longest line is another one")
    print(f"{calls} changed lines, {refused} of them refused")
    return failures[:20]


def decided(answer: Answer) -> Answer:
    """The answer without an error, which names the line's number."""
    return answer if answer.status == 0 else Answer(answer.status, None)


def changed(line: bytes, dice: random.Random) -> bytes:
    """A line with something wrong in it, mostly."""
    at = dice.randrange(len(line) + 1)
    match dice.randrange(9):
        case 0:
            return line[:at]
        case 1:
            return line[:at] + bytes([dice.randrange(256)]) + line[at + 1 :]
        case 2:
            return line[:at] + dice.randbytes(dice.randrange(9)) + line[at:]
        case 3:
            return line[:at] + b"[" * 600 + line[at:]
        case 4:
            return line.replace(b'"data":{', b'"data":{"a":' + b'{"a":' * 500 + b"1" + b"}" * 500 + b",", 1)
        case 5:
            return line.replace(b'"revision":', b'"revision":' + str(dice.getrandbits(70)).encode(), 1)
        case 6:
            return line.replace(b"2026", dice.choice([b"0000", b"9999", b"-999", b"+1e9"]), 1)
        case 7:
            return line[:at] + b"\n" + line[at:]
        case _:
            return dice.randbytes(dice.randrange(64))


def event(member: bytes) -> bytes:
    """An event with something in its data that nobody reads."""
    head = b'{"specversion":"1.0","id":"deep","source":"/i/deep","type":"com.example.deep","data":{"member":'
    return head + member + b"}}"


def extremes() -> list[bytes]:
    """Lines at the edges of what can be handed over."""
    return [
        b"",
        b"\0",
        b"\xff" * 1000,
        b"[" * 1_000_000,
        b'{"a":' * 100_000,
        b"9" * 1_000_000,
        b'"\\ud800"',
        b"\n" * 1000,
    ]


if __name__ == "__main__":
    sys.exit(main())
