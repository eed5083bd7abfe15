"""The device and the moment for which a random document is made."""

from herald_tools.contract.reduce import State
from herald_tools.contract.times import Moment
from herald_tools.random_logs.device_clock import DeviceClock


class Scene:
    """A device as documents see it: who it is, what it has seen, and what its clock shows."""

    def __init__(self, source: str, clock: DeviceClock, has_manners: bool) -> None:
        self.source = source
        self.state = State(source)
        self.clock = clock
        self.has_manners = has_manners  # its rules have keys that say when and how they ask
        self.properties: dict[str, str | None] = {}

    @property
    def moment(self) -> Moment:
        """The time of the next event."""
        return self.clock.moment
