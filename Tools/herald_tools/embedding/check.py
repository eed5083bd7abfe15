"""Does what the page *Herald on Linux* says: its files are pasted, its commands run, and what they print is compared.

Its program is linked with what the repository's build has, in seconds. `--package` builds it as a package of its own
instead, as a reader does; that takes minutes.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from herald_tools.embedding.program import compile_program
from herald_tools.embedding.terminal import run_in_terminal
from herald_tools.paths import DEBUG_HERALD, ROOT
from herald_tools.readme import agrees, commands

PAGE = ROOT / "Sources/HeraldRuntime/HeraldRuntime.docc/HeraldOnLinux.md"
# Before its second build the page has the reader write this.
EDIT = ('version: "3.9"', 'version: "4.0"')


class Reader:
    """A person with the page, an empty folder and a home of their own."""

    def __init__(self, page: str, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder / "shop", options
        self.source = self.folder / "Sources/shop/main.swift"
        self.source.parent.mkdir(parents=True)
        (folder / "herald").symlink_to(ROOT)
        manifest, program = re.findall(r"```swift\n(.*?)```", page, re.S)
        (self.folder / "Package.swift").write_text(manifest)
        self.source.write_text(program)
        (self.folder / "policy.json").write_text(re.findall(r"```json\n(.*?)```", page, re.S)[0])
        os.environ["HOME"] = str(folder / "home")
        os.environ.pop("XDG_DATA_HOME", None)
        self.builds = 0

    def does(self, command: str, shown: list[str]) -> list[str]:
        """Runs a command of the page; what it prints."""
        words = shlex.split(command)
        if words[:2] == ["swift", "build"]:
            self.build()
            return []
        if words[0] == "herald":
            words = [self.options.herald, *(os.path.expanduser(word) for word in words[1:])]
            done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
            return (done.stdout + done.stderr).splitlines()
        answers = [line.rpartition("? ")[2] for line in shown if "? " in line]
        return run_in_terminal(words, self.folder, answers)

    def build(self) -> None:
        if self.builds:
            self.source.write_text(self.source.read_text().replace(*EDIT))
        self.builds += 1
        program = self.folder / ".build/debug/shop"
        if self.options.package:
            subprocess.run(["swift", "build"], cwd=self.folder, check=True)
            return
        program.parent.mkdir(parents=True, exist_ok=True)
        compile_program(self.source, program, self.options.build, self.folder / ".build/cache")

    def manifest_faults(self) -> list[str]:
        """What the manifest names that this repository's does not have."""
        done = subprocess.run(
            ["swift", "package", "dump-package"], cwd=self.folder, capture_output=True, text=True, check=True
        )
        ours = (ROOT / "Package.swift").read_text()
        dependencies = json.loads(done.stdout)["targets"][0]["dependencies"]
        products = [dependency["product"][0] for dependency in dependencies if "product" in dependency]
        missing = [name for name in products if f'.library(name: "{name}"' not in ours]
        return [f"Package.swift asks for the product {name}, which is none" for name in missing]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--herald", default=str(DEBUG_HERALD), metavar="PROGRAM", help="(default: .build/debug/herald)")
    parser.add_argument("--build", type=Path, default=DEBUG_HERALD.parent, metavar="FOLDER", help="of the modules")
    parser.add_argument("--package", action="store_true", help="build the page's package, by its own manifest")
    options = parser.parse_args()
    options.herald = str(Path(options.herald).resolve())
    page = PAGE.read_text()
    passed, failures = 0, []
    home = os.environ.get("HOME", "")
    with tempfile.TemporaryDirectory() as folder:
        reader = Reader(page, Path(folder), options)
        failures += reader.manifest_faults()
        for command, shown in commands(page):
            printed = reader.does(command, shown)
            if agrees(shown, printed):
                passed += 1
            else:
                failures.append("\n".join([f"`{command}` prints", *printed, "and the page shows", *shown]))
    os.environ["HOME"] = home
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"The page Herald on Linux: {passed} passed, {len(failures)} failed")
    return 1 if failures or not passed else 0
