"""The pages that are looked at: each with its log, what it must do, and the screens."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from herald_tools.paths import ROOT
from herald_tools.report import device_page, fleet_page, logs, long_page, printed_page
from herald_tools.report.opened_page import Opened

SAMPLE = ROOT / "Events/message/three-times-a-week-apart/log.jsonl"


@dataclass(frozen=True)
class Page:
    log: Path
    checks: list[Callable[[Opened], None]]
    screens: list[str]
    # Whether the report is a folder of linked pages.
    is_folder: bool = False


def everything(folder: Path) -> dict[str, Page]:
    """All pages, by name; their logs are made in a folder."""
    life = logs.life(folder, 10_000)
    fleet = logs.fleet(folder)
    every = ["phone", "phone-dark", "desktop", "desktop-dark"]
    return {
        "device": Page(SAMPLE, [device_page.check], every),
        "hostile": Page(
            logs.hostile(folder), [device_page.check, device_page.check_hostile], ["phone", "desktop-dark"]
        ),
        "long": Page(logs.long(folder), [device_page.check_left_out, long_page.check], ["phone"]),
        "life": Page(life, [long_page.check_weight, long_page.check, device_page.check_search], ["phone", "desktop"]),
        "printed": Page(logs.life(folder, 1000), [printed_page.check], ["desktop"]),
        "unscripted": Page(SAMPLE, [device_page.check_without_script], ["unscripted"]),
        "fleet": Page(fleet, [fleet_page.check, fleet_page.check_printed], every),
        "experiment": Page(logs.experiment(folder), [fleet_page.check_experiment, fleet_page.check_printed], every),
        "folder": Page(fleet, [fleet_page.check_links], ["phone", "desktop"], is_folder=True),
    }
