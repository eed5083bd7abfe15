"""A clock that is wrong while events are kept for a while: nothing that is young is erased for it."""

from herald_tools.faults import served
from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.world import expect

SETTINGS = {"retention": "13 months"}
_YEAR = 365 * 86_400


def a_clock_that_is_ahead(scene: Scene) -> None:
    """The server starts again with a clock that is years ahead, or behind, and then with the true one."""
    server = scene.server
    scene.expect_service(rounds=4)
    scene.stop_phones()
    scene.probe.stop()
    for years in (scene.dice.choice([-20, -3, 2, 3, 30, 200]), 0):
        expect(server.stop() == 0, "the server does not end with 0")
        variables = {
            name: value for name, value in server.variables.items() if name not in ("LD_PRELOAD", "FAULT_AHEAD")
        }
        server.variables = variables | (served.ahead(scene.world, years * _YEAR) if years else {})
        server.start()
        for phone in scene.phones:
            for _ in range(3):
                phone.send_once(server)
    scene.world.count("wrong clocks")
