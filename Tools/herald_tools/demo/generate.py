"""Writes the files of `herald demo`, which the program has inside; with --check it only compares them.

Tools/demo/generate          writes Sources/HeraldCLI/Demo/Files
Tools/demo/generate --check  ends with 1 where a file differs from the story
"""

import argparse
import sys

from herald_tools.demo import story
from herald_tools.demo.phone import log
from herald_tools.paths import ROOT

FOLDER = ROOT / "Sources/HeraldCLI/Demo/Files"


def files() -> dict[str, str]:
    return {
        "policy.json": story.DRAFT,
        "anna.jsonl": log([story.anna()]),
        "ben.jsonl": log([story.ben()]),
        "fleet.jsonl": log(story.fleet()),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    if parser.parse_args().check:
        differing = [
            name
            for name, text in files().items()
            if not (FOLDER / name).is_file() or (FOLDER / name).read_text(encoding="utf-8") != text
        ]
        for name in differing:
            print(f"{FOLDER / name} is not what the story says: run Tools/demo/generate", file=sys.stderr)
        return 1 if differing else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0
