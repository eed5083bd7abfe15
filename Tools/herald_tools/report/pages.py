"""The pages that are looked at: each with its log, what it must do, and the screens."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from herald_tools.fleets import scripted
from herald_tools.fleets.experiment import Experiment, Options
from herald_tools.fleets.fleet import Fleet
from herald_tools.fleets.scenarios import Scenario
from herald_tools.fleets.script import Script
from herald_tools.paths import ROOT
from herald_tools.report import device_page, fleet_page, long_page, printed_page
from herald_tools.report.opened_page import Opened

SAMPLE = ROOT / "Events/message/three-times-a-week-apart/log.jsonl"


@dataclass(frozen=True)
class Page:
    log: Path
    checks: list[Callable[[Opened], None]]
    screens: list[str]
    # Whether the report is a folder of linked pages.
    is_folder: bool = False


def life(folder: Path, events: int) -> Path:
    """The log of a device in use for weeks."""
    return _scripted(folder / f"life-{events}.jsonl", "/installations/life", partial(scripted.life, events=events))


def _scripted(path: Path, source: str, write: Callable[[Script], None]) -> Path:
    """The log of one installation that follows a script."""
    script = Script(source)
    write(script)
    path.write_text(script.text, encoding="utf-8")
    return path


def _fleet(path: Path, scenario: Scenario, installations: int) -> Path:
    """The log of so many installations."""
    lines = (line for number in range(installations) for _, line in scenario.installation(number))
    path.write_text("".join(lines), encoding="utf-8")
    return path


def everything(folder: Path) -> dict[str, Page]:
    """All pages, by name; their logs are made in a folder."""
    shop = _fleet(folder / "fleet.jsonl", Fleet("report", days=60), 40)  # it has prompts of all four kinds
    names = (scripted.HOSTILE, "plain")
    trial = Experiment(Options(percent=30, days=10, variants=names, accepted=dict.fromkeys(names, 0.2)))
    experiment = _fleet(folder / "experiment.jsonl", trial, 150)
    hostile = _scripted(folder / "hostile.jsonl", scripted.HOSTILE, scripted.hostile)
    long = _scripted(folder / "long.jsonl", "/installations/long", scripted.long)
    every = ["phone", "phone-dark", "desktop", "desktop-dark"]
    return {
        "device": Page(SAMPLE, [device_page.check], every),
        "hostile": Page(hostile, [device_page.check, device_page.check_hostile], ["phone", "desktop-dark"]),
        "long": Page(long, [device_page.check_left_out, long_page.check], ["phone"]),
        "life": Page(
            life(folder, 10_000),
            [long_page.check_weight, long_page.check, device_page.check_search],
            ["phone", "desktop"],
        ),
        "printed": Page(life(folder, 1000), [printed_page.check], ["desktop"]),
        "unscripted": Page(SAMPLE, [device_page.check_without_script], ["unscripted"]),
        "fleet": Page(shop, [fleet_page.check, fleet_page.check_printed], every),
        "experiment": Page(experiment, [fleet_page.check_experiment, fleet_page.check_printed], every),
        "folder": Page(shop, [fleet_page.check_links], ["phone", "desktop"], is_folder=True),
    }
