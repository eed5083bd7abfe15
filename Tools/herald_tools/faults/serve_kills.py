"""A server is killed at any call or at any time, again and again, while phones go on: nothing that it said is lost."""

import random
import time

from herald_tools.faults import served
from herald_tools.faults.phones import Sending, expect_whole, finish, some_phones
from herald_tools.faults.world import Break, Failed, World
from herald_tools.serve.running import Server

_KILLS = 4  # of each case
_CALLS = 400  # about as many as a server makes while the phones of a case send
_TRIES, _PAUSE = 240, 0.25  # to start at the same port; seconds
_LONGEST = 0.5  # seconds until a kill at any time


def one_case(world: World, dice: random.Random) -> None:
    phones = some_phones(dice, events=120)
    server = served.server(world)
    if dice.random() < 0.7:
        server.start()
    sending: Sending | None = None
    try:
        for _ in range(_KILLS):
            if server.process is not None and server.process.poll() is None:
                server.kill()
            kind = dice.choice(["kill", "killed", "time"])
            server.variables.update(served.broken(world, Break(dice.randint(1, _CALLS), kind)))
            if not _starts(world, server):
                world.count("kills")
                continue
            if sending is None:
                sending = Sending(phones, server)
            sending.wait(dice.uniform(0, _LONGEST))
            server.kill()
            world.count("kills")
        server.variables.update(served.broken(world, Break(0, "")))
        _starts_for_good(world, server)
        if sending is not None:
            sending.wait(60)
            sending.stop()
        finish(phones, server)
        expect_whole(world, server, phones)
    finally:
        server.kill()
        if sending is not None:
            sending.stop()


def _starts(world: World, server: Server) -> bool:
    """Starts it. Where earlier starts were killed before they showed tokens, this one shows some."""
    try:
        server.start()
    except Failed:
        return False
    if not server.key or not server.token:
        world.count("tokens never shown")
        raise Failed("the server has tokens that nobody knows")
    return True


def _starts_for_good(world: World, server: Server) -> None:
    """Starts it at its port, which another program may have for a moment."""
    for _ in range(_TRIES):
        if _starts(world, server):
            return
        time.sleep(_PAUSE)
    server.start()
