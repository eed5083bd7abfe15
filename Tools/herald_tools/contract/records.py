"""What is remembered of the showings of rules (section 3, and `ContractRules.md`, section 1)."""

from herald_tools.contract.versions import read_version

KEPT = 32


class Record:
    """What is remembered of one rule's showings."""

    def __init__(self) -> None:
        self.shown = 0
        self.last_shown: int | None = None
        self.last_button: str | None = None
        self.last_button_at: int | None = None
        self.skipped_version: str | None = None
        self.showings: list[int] = []
        self.target: str | None = None
        self.first_shown: int | None = None
        self.deferrals = 0
        self.shown_for_target = 0

    def show(self, target: str | None, now: int) -> None:
        """A showing; a newer target begins again."""
        if not self.shown or not is_same_target(target, self.target):
            self.first_shown, self.deferrals, self.shown_for_target = now, 0, 0
        else:
            self.first_shown = not_after(now, self.first_shown)
        self.target = target
        self.showings = [*self.showings, now][-KEPT:]
        self.shown += 1
        self.shown_for_target += 1
        self.last_shown = now


def is_same_target(first: str | None, second: str | None) -> bool:
    """Compared as versions if both are, else as texts; one that is missing is another."""
    if first is None or second is None:
        return first is second
    mine, theirs = read_version(first), read_version(second)
    return first == second if mine is None or theirs is None else mine.compare(theirs) == 0


def not_after(now: int, time: int | None) -> int | None:
    return None if time is None else min(time, now)
