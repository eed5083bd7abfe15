"""Programs in C, Java and Kotlin that hand logs over to the core, and print what it answers."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from herald_tools.environment import Unavailable
from herald_tools.paths import ROOT, TOOLS

SAMPLES = TOOLS / "cabi" / "samples"
HEADER = ROOT / "Sources" / "HeraldC" / "include"
_STRICT = ("-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter")


def c_program(library: Path, folder: Path, compiler: str = "cc") -> list[str]:
    """Compiles `replay.c` against the header; returns the command that runs it."""
    program = folder / "replay"
    run(compiler, "-O1", *_STRICT, "-I", HEADER, SAMPLES / "replay.c", *_linked(library, folder), "-o", program)
    return [str(program)]


def java_program(library: Path, folder: Path) -> list[str]:
    """Compiles `herald_jni.c` and the classes in Java; returns the command that runs `Replay`."""
    bridge(library, folder)
    classes = folder / "java"
    run(
        "javac",
        "-Xlint:all,-serial",
        "-Werror",
        "-d",
        classes,
        SAMPLES / "herald/HeraldCore.java",
        SAMPLES / "Replay.java",
    )
    return ["java", f"-Djava.library.path={folder}", "-cp", str(classes), "Replay"]


def kotlin_program(library: Path, jars: Path, folder: Path) -> list[str]:
    """Compiles `HeraldCore.kt` with the compiler among some jars; returns the command that runs it."""
    bridge(library, folder)
    standard = next(jars.glob("kotlin-stdlib-*.jar"))
    classes = folder / "kotlin"
    run(
        "java", "-cp", ":".join(map(str, jars.glob("*.jar"))), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
        "-no-stdlib", "-no-reflect", "-Werror", "-cp", standard, "-d", classes, SAMPLES / "HeraldCore.kt",
    )  # fmt: skip
    return ["java", f"-Djava.library.path={folder}", "-cp", f"{classes}:{standard}", "herald.HeraldCoreKt"]


def bridge(library: Path, folder: Path) -> None:
    """Compiles `herald_jni.c` to `libheraldjni.so`."""
    compiler = shutil.which("javac")
    if compiler is None:
        raise Unavailable(
            "noJava",
            "javac is missing.",
            "PATH",
            "the core is called from Java too",
            "apt-get install default-jdk-headless",
        )
    headers = Path(compiler).resolve().parent.parent / "include"
    run(
        "cc", "-O1", *_STRICT, "-shared", "-fPIC", "-I", headers, "-I", headers / "linux", "-I", HEADER,
        SAMPLES / "herald_jni.c", *_linked(library, folder), "-o", folder / "libheraldjni.so",
    )  # fmt: skip


def _linked(library: Path, folder: Path) -> list[str]:
    if not (folder / library.name).exists():
        shutil.copy2(library, folder)
    return ["-L", str(folder), "-lHeraldC", "-Wl,-rpath,$ORIGIN"]


def printed(program: list[str], logs: dict[Path, list[str]]) -> Iterator[tuple[Path, list[bytes]]]:
    """What the program prints of each log, with the states of its installations. One run answers them all."""
    # Between two logs it is asked for a state that a log of its own has, so that the answers can be told apart.
    with_end = {log: [*sources, _MARK] for log, sources in logs.items()}
    asked = "".join(f"{log}\n" + "".join(f"={source}\n" for source in sources) for log, sources in with_end.items())
    done = subprocess.run(program, input=asked.encode(), stdout=subprocess.PIPE, check=True)
    lines = done.stdout.split(b"\n")[:-1]
    for log in logs:
        end = next(at for at, line in enumerate(lines) if line.startswith(b'={"source":"' + _MARK.encode()))
        yield log, lines[:end]
        lines = lines[end + 1 :]


# Each log ends with an event of it.
_MARK = "urn:herald:end-of-the-log"
END = b'{"specversion":"1.0","id":"end","source":"' + _MARK.encode() + b'","type":"com.example.end"}'


def run(*command: str | Path) -> None:
    """Runs a compiler."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    if done.returncode != 0:
        raise SystemExit(
            f"{' '.join(map(str, command))} ended with status {done.returncode}:\n{done.stdout}{done.stderr}"
        )
