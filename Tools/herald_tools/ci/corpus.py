"""A small corpus with one case of each verdict, and two policies."""

import shutil
from pathlib import Path

from herald_tools.paths import ROOT

GOOD_POLICY = """{"packageName": "com.example.shop", "revision": 1, "updates": [
  {"id": "min-4", "forceUpdate": true, "targetVersion": "4.0", "targetWebsiteUrl": "https://example.com/app",
   "descriptions": {"*": {"message": "This version can no longer pay."}}}
]}
"""
BAD_POLICY = GOOD_POLICY.replace('"4.0"', '"four"')


def damaged_corpus(folder: Path) -> Path:
    """Copies four cases, and changes three of them; returns the corpus."""
    for name in ("agrees", "disagrees", "noExpectation", "invalid"):
        shutil.copytree(ROOT / "Events/update/end-of-service-without-a-link", folder / "cases" / name)
    expected = folder / "cases/disagrees/expect.jsonl"
    expected.write_text(expected.read_text().replace('"reason":"shown"', '"reason":"count"', 1))
    (folder / "cases/noExpectation/expect.jsonl").unlink()
    with (folder / "cases/invalid/log.jsonl").open("a") as log:
        log.write('{"specversion": broken <&>\n')
    return folder
