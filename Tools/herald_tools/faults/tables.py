"""A table export is broken: a file is there whole under its final name, or not at all."""

import random
from pathlib import Path

from herald_tools.faults import logs
from herald_tools.faults.deeds import Deed
from herald_tools.faults.world import World, expect

_WAYS = {
    "csv": ["--table", "all", "--as", "csv"],
    "jsonl": ["--table", "all", "--as", "jsonl"],
    "one": ["--table", "prompts", "--as", "csv"],
    "sqlite": ["--table", "all", "--as", "sqlite"],
}


class Tables(Deed):
    name = "table export"

    def __init__(self, world: World, dice: random.Random) -> None:
        super().__init__(world, dice)
        lines = logs.some_lines(dice)
        log = world.folder / "log.jsonl"
        log.write_bytes(logs.text(lines))
        self.way = dice.choice(sorted(_WAYS))
        before = world.folder / "before"
        self.whole: list[dict[str, bytes]] = []
        # Files of an export that was made before more events came are replaced, or there are none.
        if has_earlier := dice.random() < 0.5:
            part = logs.text(lines[: len(lines) // 2])
            world.run("append", "--ledger", world.ledger, input=part)
            self.whole.append(self._export_elsewhere(before))
        world.run("import", log, "--ledger", world.ledger)
        self.whole.append(self._export_elsewhere(world.folder / "after"))
        if has_earlier:
            for name, content in self.whole[0].items():
                (world.files / name).write_bytes(content)

    @property
    def arguments(self) -> list[str]:
        return self._arguments(self.world.files)

    def _arguments(self, folder: Path) -> list[str]:
        file = {"one": "prompts.csv", "sqlite": "tables.sqlite"}.get(self.way)
        output = folder / file if file else folder
        return ["export", str(self.world.ledger), *_WAYS[self.way], "--force", "-o", str(output)]

    def _export_elsewhere(self, folder: Path) -> dict[str, bytes]:
        folder.mkdir()
        run = self.world.run(*self._arguments(folder))
        expect(run.status == 0, f"the export ended with {run.status}: {run.errors[-600:]}")
        return {file.name: file.read_bytes() for file in folder.iterdir()}

    def check_crash(self, output: bytes, has_ended: bool, thorough: bool) -> None:
        self._check([{}, *self.whole])

    def check_end(self, thorough: bool) -> None:
        self._check(self.whole[-1:])
        if thorough:
            run = self.world.run("audit", self.world.ledger, "--format", "json")
            expect(run.status in (0, 2) and b'"chain":"intact"' in run.output, f"the ledger: {run.errors[-300:]}")

    def _check(self, allowed: list[dict[str, bytes]]) -> None:
        for name in self.whole[-1]:
            file = self.world.files / name
            content = file.read_bytes() if file.exists() else None
            found = any(tables.get(name) == content for tables in allowed)
            size = "none" if content is None else f"{len(content)} bytes"
            expect(found, f"{name} is neither the earlier nor the new table: {size}")
