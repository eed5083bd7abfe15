"""What is wrong with the documentation, each with its place."""

from dataclasses import dataclass, field
from pathlib import Path

from herald_tools.paths import ROOT


@dataclass
class Problems:
    """Collects faults while pages are rendered, so that one run names them all."""

    lines: list[str] = field(default_factory=list)

    def add(self, source: Path, line: int | None, what: str) -> None:
        """Records a fault in a source file; the same fault at the same place counts once."""
        place = source.relative_to(ROOT) if source.is_relative_to(ROOT) else source
        text = f"{place}{f':{line}' if line else ''}: {what}"
        if text not in self.lines:
            self.lines.append(text)
