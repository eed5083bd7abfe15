"""Runs the commands of the README and of pages, and compares what they print with what is shown. Policies must lint.

A policy is a block marked `json`, which `herald lint` must find nothing in. A command is a line `$ …` in a block marked
`console`; the lines below it are its output, where `…` alone on a line stands for any lines. Commands of other blocks
are for people's own files and are not run.
"""

import re
import subprocess
from collections.abc import Iterator

from herald_tools.paths import ROOT


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of the console blocks with the lines shown below it."""
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        command: str | None = None
        shown: list[str] = []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, shown
                command, shown = line[2:], []
            else:
                shown.append(line)
        if command:
            yield command, shown


_EFFECT = "Sources/HeraldQuestions/HeraldQuestions.docc/DidItDoAnyGood.md"
PAGES_WITH_COMMANDS = ("README.md", _EFFECT)
PAGES_WITH_POLICIES = (
    "README.md",
    "Sources/Herald/Herald.docc/WritingAPolicy.md",
    "Sources/HeraldRuntime/HeraldRuntime.docc/HeraldOnLinux.md",
    _EFFECT,
)


def faulty_policies() -> Iterator[str]:
    """What the lint finds in each policy of the pages that it should find nothing in."""
    for page in PAGES_WITH_POLICIES:
        for policy in re.findall(r"```json\n(.*?)```", (ROOT / page).read_text(), re.S):
            command = ["Tools/herald", "lint", "-", "--strict", "--format", "json"]
            result = subprocess.run(command, input=policy, cwd=ROOT, capture_output=True, text=True)
            if result.returncode or result.stdout:
                yield f"{page}: {result.stdout}{result.stderr}\n{policy}"


def agrees(shown: list[str], printed: list[str]) -> bool:
    """Whether printed lines are those shown, `…` standing for any."""
    pattern = "\n".join(".*" if line.strip() == "…" else re.escape(line.rstrip()) for line in shown).strip()
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed).strip(), re.S) is not None


def main() -> int:
    passed = failed = 0
    for command, shown in (found for page in PAGES_WITH_COMMANDS for found in commands((ROOT / page).read_text())):
        if command == "Tools/test":
            continue  # This is what runs us.
        result = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
        if not shown or agrees(shown, result.stdout.splitlines()):
            passed += 1
            continue
        failed += 1
        print(f"`{command}` prints\n{result.stdout}{result.stderr}\nand the page shows\n" + "\n".join(shown))
    for fault in faulty_policies():
        failed += 1
        print(fault)
    print(f"Commands of pages: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0
