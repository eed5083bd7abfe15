"""What is done while something breaks: each command, with what holds after a crash within it, and at its end."""

import random
from abc import ABC, abstractmethod

from herald_tools.faults import logs, older, stored
from herald_tools.faults.world import World, expect


class Deed(ABC):
    """A command, prepared in a world of its own. It is broken at any call, and then done again."""

    name: str
    input: bytes = b""

    @property
    @abstractmethod
    def arguments(self) -> list[str]: ...

    @abstractmethod
    def check_crash(self, output: bytes, has_ended: bool, thorough: bool) -> None:
        """Checks what is left: the command printed this, and ended by itself or not."""

    def do_again(self, thorough: bool) -> None:
        """Does it again without a fault; by the program itself if thoroughly."""
        again = self.world.run(*self.arguments, input=self.input)
        expect(again.status == 0, f"the next {self.name} ended with {again.status}: {again.errors[-600:]}")

    @abstractmethod
    def check_end(self, thorough: bool) -> None:
        """Checks what is left once the command was done again."""

    def __init__(self, world: World, dice: random.Random) -> None:
        self.world = world


class _Taking(Deed):
    """Events are taken into a ledger that is new, or has some of them."""

    def __init__(self, world: World, dice: random.Random) -> None:
        super().__init__(world, dice)
        self.lines = logs.some_lines(dice)
        self.log = world.folder / "log.jsonl"
        self.log.write_bytes(logs.text(self.lines))
        self.earlier = dice.randint(0, len(self.lines) // 2) if dice.random() < 0.5 else 0
        if self.earlier:
            world.run("append", "--ledger", world.ledger, input=logs.text(self.lines[: self.earlier]))

    def check_crash(self, output: bytes, has_ended: bool, thorough: bool) -> None:
        found = self._stored(thorough)
        expect(len(set(found)) == len(found), "an event is stored twice")
        expect(set(found) <= set(self.lines), "an event is stored that was never given")
        expect(set(self.lines[: self.earlier]) <= set(found), "an event of an earlier command is lost")
        self.check_taken(found, output, has_ended)

    def _stored(self, thorough: bool) -> list[bytes]:
        seen = stored.read(self.world)
        expect(seen.is_intact, "the chain is broken")
        if thorough:
            exported = self.world.exported()
            # A reader cannot finish what a crash cut off; SQLite, which may write, does.
            expect(
                exported is None or exported == seen.lines,
                f"an export has {len(exported or [])} lines, and SQLite finds {len(seen.lines)}",
            )
        return seen.lines

    @abstractmethod
    def check_taken(self, found: list[bytes], output: bytes, has_ended: bool) -> None: ...

    def do_again(self, thorough: bool) -> None:
        if thorough:
            super().do_again(thorough)
        else:
            failed = self.world.do(self.arguments[0], self.log)
            expect(not failed, f"the next {self.name} failed: {failed}")

    def check_end(self, thorough: bool) -> None:
        if thorough:
            self.world.expect_ledger(self.lines)
        found = self._stored(thorough)
        expect(sorted(found) == sorted(self.lines), f"the ledger has {len(found)} lines, not {len(self.lines)}")


class Append(_Taking):
    name = "append"

    @property
    def arguments(self) -> list[str]:
        return ["append", "--ledger", str(self.world.ledger)]

    @property
    def input(self) -> bytes:  # type: ignore[override]
        return self.log.read_bytes()

    def check_taken(self, found: list[bytes], output: bytes, has_ended: bool) -> None:
        missing = set(logs.acknowledged(output, self.lines)) - set(found)
        expect(not missing, f"{len(missing)} acknowledged events are lost")


class Import(_Taking):
    name = "import"

    @property
    def arguments(self) -> list[str]:
        return ["import", str(self.log), "--ledger", str(self.world.ledger)]

    def check_taken(self, found: list[bytes], output: bytes, has_ended: bool) -> None:
        whole = (len(self.lines),) if has_ended else (self.earlier, len(self.lines))
        expect(len(found) in whole, f"half of an import is stored: {len(found)} of {len(self.lines)} events")


class Migration(Append):
    """An append to a ledger of an older schema, which is brought up to date first."""

    name = "append to an older ledger"

    def __init__(self, world: World, dice: random.Random) -> None:
        Deed.__init__(self, world, dice)
        self.lines = logs.some_lines(dice)
        self.log = world.folder / "log.jsonl"
        self.log.write_bytes(logs.text(self.lines))
        self.earlier = dice.randint(1, len(self.lines))
        older.make(world.ledger, self.lines[: self.earlier], dice.choice([1, 2]))

    def _stored(self, thorough: bool) -> list[bytes]:
        # A reader refuses a ledger of an older schema.
        return super()._stored(thorough and self.world.run("export", self.world.ledger).status == 0)
