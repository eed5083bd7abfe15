"""The scenarios that a fleet can be invented by, and their options on a command line."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import Protocol

from herald_tools.fleets.experiment import Experiment, Options
from herald_tools.fleets.fleet import Fleet
from herald_tools.fleets.log_lines import TimedLine
from herald_tools.fleets.script import Script
from herald_tools.fleets.scripted import HOSTILE, Scripted, hostile, life, long


class Scenario(Protocol):
    """A fleet of a seed: each installation by its number, the same however many there are."""

    seed: str

    def installation(self, number: int) -> list[TimedLine]: ...


def _shop(options: Namespace) -> Scenario:
    return Fleet(options.seed, options.days or 120, options.first_day, options.documents == "each")


def _experiment(options: Namespace) -> Scenario:
    accepted = {"": options.accepted, **dict(options.variant)}
    variants = tuple(name for name in accepted if name)
    days = options.days or 30
    return Experiment(Options(options.seed, days, options.first_day, options.percent, variants, accepted=accepted))


def _scripted(write: Callable[[Script], None], name: str = "/installations/") -> Callable[[Namespace], Scenario]:
    return lambda options: Scripted(options.seed, options.first_day, write, name)


SCENARIOS = {
    "shop": _shop,
    "experiment": _experiment,
    "hostile": _scripted(hostile, HOSTILE),
    "long": _scripted(long),
    "life": _scripted(life),
}


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", default="1", help="any text (1)")
    parser.add_argument(
        "--scenario",
        choices=tuple(SCENARIOS),
        default="shop",
        help="a shop's app with all that happens to one (shop); an experiment with a rule; installations of hostile "
        "texts, of 10,000 events that are nearly all the same (long), and of 10,000 of a device in use (life)",
    )
    parser.add_argument("--days", type=positive, help="how long shop (120) and experiment (30) are watched")
    parser.add_argument("--first-day", default="2026-03-02", metavar="DATE")
    shop = parser.add_argument_group("shop")
    shop.add_argument(
        "--documents",
        choices=("each", "once"),
        default="each",
        help="once: only installation 0 writes documents, the others name their digests",
    )
    trial = parser.add_argument_group("experiment")
    trial.add_argument("--percent", type=float, default=10, help="of the installations are held out (10)")
    trial.add_argument("--accepted", type=float, default=0.12, metavar="SHARE", help="of prompts lead to the update")
    trial.add_argument(
        "--variant", type=_variant, action="append", default=[], metavar="NAME=SHARE", help="a variant, its share"
    )


def positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"`{text}` is not a number from 1")
    return int(text)


def _variant(text: str) -> tuple[str, float]:
    name, _, share = text.rpartition("=")
    return name, float(share)


def scenario(options: Namespace) -> Scenario:
    """The fleet that options name."""
    return SCENARIOS[options.scenario](options)
