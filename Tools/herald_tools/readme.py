"""Runs the commands of the README and of pages, and compares what they print with what is shown. Policies must lint.

A policy is a block marked `json`, which `herald lint` must find nothing in. A command is a line `$ …` in a block marked
`console`; the lines below it are its output, where `…` alone on a line stands for any lines. A command of `herald` is
run in a folder that has the demo, and prints what a terminal shows; any other one is run in the repository. Commands of
other blocks are for people's own files and are not run. A block marked `json` below a line that ends with the name of
a file, such as `policy.json`:, is that file: the commands of its page find it in their folder.
"""

import os
import pty
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

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


def files(text: str) -> Iterator[tuple[str, str]]:
    """The name and the text of each file that a page has."""
    yield from re.findall(r"`([a-z]+\.json)`:\n\n```json\n(.*?)```", text, re.S)


_EFFECT = "Sources/HeraldQuestions/HeraldQuestions.docc/DidItDoAnyGood.md"
_PROOF = "Sources/Herald/Herald.docc/ProveItBeforeYouPublish.md"
PAGES_WITH_COMMANDS = ("README.md", "Sources/Herald/Herald.docc/SeeItInAMinute.md", _EFFECT, _PROOF)
PAGES_WITH_POLICIES = (
    "README.md",
    "Sources/Herald/Herald.docc/WritingAPolicy.md",
    "Sources/HeraldRuntime/HeraldRuntime.docc/HeraldOnLinux.md",
    _EFFECT,
    _PROOF,
)


def faulty_policies() -> Iterator[str]:
    """What the lint finds in each policy of the pages that it should find nothing in."""
    for page in PAGES_WITH_POLICIES:
        text = (ROOT / page).read_text()
        promises = [written for name, written in files(text) if name == "promises.json"]
        for policy in re.findall(r"```json\n(.*?)```", text, re.S):
            if policy in promises:
                continue
            command = ["Tools/herald", "lint", "-", "--strict", "--format", "json"]
            result = subprocess.run(command, input=policy, cwd=ROOT, capture_output=True, text=True)
            if result.returncode or result.stdout:
                yield f"{page}: {result.stdout}{result.stderr}\n{policy}"


def agrees(shown: list[str], printed: list[str]) -> bool:
    """Whether printed lines are those shown, `…` standing for any."""
    pattern = "\n".join(".*" if line.strip() == "…" else re.escape(line.rstrip()) for line in shown).strip()
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed).strip(), re.S) is not None


def printed(command: str, folder: Path) -> tuple[str, str]:
    """What a command prints on standard output, and on standard error."""
    if not command.startswith("herald "):
        result = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
        return result.stdout, result.stderr
    launcher = folder / "bin" / "herald"
    if not launcher.exists():
        launcher.parent.mkdir()
        launcher.write_text(f'#!/usr/bin/env bash\nexec "{ROOT}/Tools/herald" "$@"\n')
        launcher.chmod(0o755)
        subprocess.run([launcher, "demo", "--format", "json"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    own = {"PATH": f"{launcher.parent}:{os.environ['PATH']}", "NO_COLOR": "1", "NO_PAGER": "1", "COLUMNS": "400"}
    reading, writing = pty.openpty()
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            ["bash", "-c", command],
            cwd=folder,
            env={**os.environ, **own},
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=errors,
        )
        os.close(writing)
        output = b"".join(_pieces(reading))
        process.wait()
        os.close(reading)
        errors.seek(0)
        return output.decode().replace("\r\n", "\n"), errors.read()


def _pieces(terminal: int) -> Iterator[bytes]:
    """What is written to a terminal, until nobody has it open any more."""
    try:
        while piece := os.read(terminal, 1 << 16):
            yield piece
    except OSError:  # Linux says so of a terminal that nobody writes to.
        pass


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        return checked(Path(folder))


def checked(folder: Path) -> int:
    passed = failed = 0
    texts = [(ROOT / page).read_text() for page in PAGES_WITH_COMMANDS]
    for name, written in (found for text in texts for found in files(text)):
        (folder / name).write_text(written)
    for command, shown in (found for text in texts for found in commands(text)):
        if command == "Tools/test":
            continue  # This is what runs us.
        output, errors = printed(command, folder)
        if not shown or agrees(shown, output.splitlines()):
            passed += 1
            continue
        failed += 1
        print(f"`{command}` prints\n{output}{errors}\nand the page shows\n" + "\n".join(shown))
    for fault in faulty_policies():
        failed += 1
        print(fault)
    print(f"Commands of pages: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0
