"""Builds the fuzzer and runs its targets, each from the kept inputs and from seeds cut out of `Events`.

What it finds stays in `.build-fuzz/TARGET/found` for the next run. An input that ends the process is a file
`.build-fuzz/TARGET/crash-…`: run it alone with `--only FILE`, mend what it shows, and keep it in the corpus.
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from herald_tools.fuzz import seeds, words
from herald_tools.fuzz.build import BUILD, PROGRAM, build
from herald_tools.paths import ROOT, TOOLS

TARGETS = ("body", "documents", "analysis", "signatures", "conditions", "queries")
_CORPUS = TOOLS / "fuzz" / "corpus"
_LONGEST_KEPT = 1 << 11
_MOST_KEPT = 100 << 10  # bytes of a target's kept inputs together
_LONGEST = {"body": 1 << 12, "documents": 1 << 12, "analysis": 1 << 12}


@dataclass(frozen=True)
class Limits:
    """What one run of a target may take."""

    seconds: int
    megabytes: int
    seed: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", nargs="*", choices=[*TARGETS, []], help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--memory", type=int, default=2048, help="the most memory in MiB")
    parser.add_argument("--seed", type=int, default=0, help="0 for another one each time")
    parser.add_argument("--also", type=Path, help="a folder with further logs or documents to start from")
    parser.add_argument("--only", type=Path, help="read this one input with the target")
    parser.add_argument("--keep", action="store_true", help="add to the kept inputs what reaches more code")
    parser.add_argument("--built", action="store_true", help="run what was built before, whatever changed since")
    options = parser.parse_args()
    if options.keep and options.also:
        parser.error("--keep and --also: inputs that come from other people's files do not go into the repository")
    if not options.built:
        build()
    targets = options.target or list(TARGETS)
    if options.only:
        return _start(targets[0], [str(options.only)]).returncode
    if options.also:
        seeds.write(BUILD / "also", [options.also])
    seeds.write(BUILD / "seeds", [ROOT / "Events"])
    limits = Limits(options.seconds, options.memory, options.seed)
    failed = [target for target in targets if not _fuzz(target, limits, options.also is not None)]
    if options.keep:
        for target in targets:
            _keep(target)
    return 1 if failed else 0


def _start(target: str, arguments: list[str], log: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "HERALD_FUZZ_TARGET": target,
        "ASAN_OPTIONS": "detect_leaks=0",
        "SWIFT_BACKTRACE": "enable=no",
    }
    command = [str(PROGRAM), *arguments]
    if log is None:
        return subprocess.run(command, env=environment, text=True)
    with log.open("w") as output:
        return subprocess.run(command, env=environment, text=True, stderr=output, stdout=output)


def _fuzz(target: str, limits: Limits, starts_elsewhere_too: bool) -> bool:
    """Runs a target, and prints its figures. False where an input ended the process."""
    place = BUILD / target
    # What is made of other people's files stays apart, so that none of it is kept.
    found = place / ("found-also" if starts_elsewhere_too else "found")
    found.mkdir(parents=True, exist_ok=True)
    folders = [found, _CORPUS / target, BUILD / "seeds" / target]
    if starts_elsewhere_too:
        folders.append(BUILD / "also" / target)
    began = _processor_seconds()
    log, dictionary = place / "log", place / "words.dict"
    words.write(dictionary, target, BUILD / "seeds" / target)
    done = _start(
        target,
        [
            *(str(folder) for folder in folders if folder.is_dir()),
            f"-dict={dictionary}",
            f"-artifact_prefix={place}/",
            f"-max_total_time={limits.seconds}",
            f"-rss_limit_mb={limits.megabytes}",
            f"-max_len={_LONGEST.get(target, 1 << 10)}",
            f"-seed={limits.seed}",
            "-timeout=20",
            # With the values of comparisons as features, long inputs would each be kept for something.
            f"-use_value_profile={int(target not in _LONGEST)}",
            "-print_final_stats=1",
        ],
        log,
    )
    text = log.read_text(errors="replace")
    print(f"{target}: {_processor_seconds() - began:.0f} CPU seconds, {_figures(text)}", flush=True)
    if done.returncode != 0:
        print("\n".join(text.splitlines()[-40:]))
    return done.returncode == 0


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _figures(log: str) -> str:
    def last(pattern: str) -> str:
        found: list[str] = re.findall(pattern, log)
        return found[-1] if found else "?"

    return (
        f"{last(r'stat::number_of_executed_units: +([0-9]+)')} inputs, "
        f"{last(r'stat::average_exec_per_sec: +([0-9]+)')} a second, "
        f"{last(r'cov: ([0-9]+)')} of {last(r'([0-9]+) inline 8-bit counters')} edges, "
        f"corpus {last(r'corp: ([0-9]+/[0-9A-Za-z]+)')}, "
        f"peak {last(r'stat::peak_rss_mb: +([0-9]+)')} MiB"
    )


def _keep(target: str) -> None:
    """Keeps the fewest inputs that reach what all found ones of their length reach; of many, the shortest."""
    kept, merged = _CORPUS / target, BUILD / target / "merged"
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir(parents=True)
    folders = [kept, BUILD / target / "found", BUILD / "seeds" / target]
    arguments = ["-set_cover_merge=1", f"-max_len={_LONGEST_KEPT}", str(merged)]
    done = _start(
        target, [*arguments, *(str(folder) for folder in folders if folder.is_dir())], BUILD / target / "merge.log"
    )
    if done.returncode != 0:
        sys.exit(f"{target}: merging ended with status {done.returncode}, see {BUILD / target / 'merge.log'}")
    # An input that once showed a fault stays, whatever it reaches.
    kept.mkdir(parents=True, exist_ok=True)
    for file in kept.iterdir():
        if not file.name.startswith("fault-"):
            file.unlink()
    size = 0
    for file in sorted(merged.iterdir(), key=lambda file: (file.stat().st_size, file.name)):
        size += file.stat().st_size
        if size <= _MOST_KEPT:
            shutil.copy(file, kept / file.name)
    print(f"{target}: {sum(1 for _ in kept.iterdir())} inputs kept")
