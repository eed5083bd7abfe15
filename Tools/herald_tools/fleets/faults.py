"""Lines that no log should have: for readers that leave such lines out, or must refuse the log."""

import random
from collections.abc import Iterable, Iterator

from herald_tools.fleets.log_lines import TimedLine

_WRONG = (
    lambda line: line[: len(line) // 2] + "\n",
    lambda line: line.replace('"specversion":"1.0"', '"specversion":"0.3"', 1),
    lambda line: line.replace('"time":"2', '"time":"x', 1).replace('"time":"1', '"time":"x', 1),
    lambda line: line.replace('"source":"', '"source":7,"from":"', 1),
    lambda line: "\\N\n",
    lambda line: "<html>413 Request Entity Too Large</html>\n",
)


def faulty(lines: Iterable[TimedLine], share: float, seed: str) -> Iterator[TimedLine]:
    """The lines, and after some of them one more that is wrong. Nothing of theirs is lost."""
    dice = random.Random(seed)
    for at, line in lines:
        yield at, line
        if dice.random() < share:
            yield at, dice.choice(_WRONG)(line)
