"""An app's program, compiled and linked with what the repository's build has: a package of its own takes minutes."""

import re
import subprocess
from pathlib import Path

from herald_tools.docs.symbols import module_map_flags, target
from herald_tools.environment import fail

# What an app with the product HeraldRuntime brings along. The linker fails where this is no longer all.
MODULES = (
    *("Herald", "HeraldCurl", "HeraldFetch", "HeraldFormats", "HeraldGzip", "HeraldInbox", "HeraldLines", "HeraldLog"),
    *("HeraldRuntime", "HeraldWire", "CCurl", "CPlainText", "CSQLiteConfig"),
    *("GRDB", "SystemPackage", "CSystem"),
)
LIBRARIES = ("-lcrypto", "-lsqlite3", "-lz")


def objects(build: Path) -> list[str]:
    """The object files of the modules: folders of a build have older ones too, so the list of its program decides."""
    listed = build / "herald.product" / "Objects.LinkFileList"
    if not listed.is_file():
        fail("notBuilt", "There is no debug build.", build, "the program is linked with its objects", "run swift build")
    folders = {f"{module}.build" for module in MODULES}
    return [line for line in listed.read_text().splitlines() if folders & set(Path(line).parts)]


def compile_program(source: Path, program: Path, build: Path, cache: Path) -> None:
    """Compiles a `main.swift` and links it. Fails, with the compiler's words, where it is no good."""
    build = build.resolve()
    listed = program.with_suffix(".objects")
    listed.write_text("\n".join(objects(build)))
    command = ["swiftc", str(source), "-o", str(program), "-swift-version", "6", "-warnings-as-errors"]
    command += ["-target", target(build), "-I", str(build / "Modules"), "-module-cache-path", str(cache)]
    command += [*module_map_flags(build), f"@{listed}", *LIBRARIES]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        words = re.findall(r".*(?:error|undefined).*", done.stderr) or [done.stderr]
        fail(
            "notCompiled",
            "The page's program does not compile.",
            source,
            "\n".join(words[:8]),
            "correct the page, or the modules that an app brings along (MODULES)",
        )
