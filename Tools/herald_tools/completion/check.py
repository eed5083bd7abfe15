"""Tries Herald's completion in bash, zsh and fish: commands, files by their kind, names and installations.

bash must be there; a shell that is not is named and left out, unless --all.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from herald_tools.completion.terminal import Terminal
from herald_tools.paths import DEBUG_HERALD, ROOT

# What is typed, and what the line must be after a tab.
CASES = {
    "herald repl": "herald replay",
    "herald help fil": "herald help filters",
    "herald report logs/pho": "herald report logs/phone.jsonl",
    "herald replay logs/pac": "herald replay logs/packed.jsonl.gz",
    "herald import logs/phone.jsonl --ledger fle": "herald import logs/phone.jsonl --ledger fleet.sqlite",
    "herald lint pol": "herald lint policy.json",
    "herald lint policy.json --policy-format prin": "herald lint policy.json --policy-format princeofversions",
    "herald lint policy.json --format sar": "herald lint policy.json --format sarif",
    "herald why fleet.sqlite --level sen": "herald why fleet.sqlite --level sentence",
    "herald why fleet.sqlite --source /installations/5": "herald why fleet.sqlite --source /installations/5be20f19",
    "herald why logs/phone.jsonl --source /installations/5": (
        "herald why logs/phone.jsonl --source /installations/5be20f19"
    ),
    "herald export fleet.sqlite --table pro": "herald export fleet.sqlite --table prompts",
    "herald export fleet.sqlite --as parq": "herald export fleet.sqlite --as parquet",
    "herald check --property appVersionN": "herald check --property appVersionName=",
    "herald explain-code alreadyV": "herald explain-code alreadyVisible",
    "herald test Ev": "herald test Events/",
}
# What a tab must not offer: a policy is not a log. zsh offers every file where none is of the kind.
NOT_OFFERED = "herald replay poli"


def in_bash(herald: Path, folder: Path) -> Callable[[str], str]:
    shell = Terminal(["bash", "--norc", "--noprofile", "-i"], folder, {"PS1": "bash> "}, "bash> ")
    shell.command("words() { printf '<<%s>>' \"$@\" end; echo; }; bind 'set enable-bracketed-paste off'")
    shell.command(f'source <("{herald}" --generate-completion-script bash)')
    return shell.complete


def in_zsh(herald: Path, folder: Path) -> Callable[[str], str]:
    functions = folder / ".functions"
    functions.mkdir()
    script = subprocess.run([herald, "--generate-completion-script", "zsh"], capture_output=True, text=True).stdout
    (functions / "_herald").write_text(script)
    shell = Terminal(["zsh", "-f", "-i"], folder, {"PS1": "zsh> "}, "zsh> ")
    shell.command("words() { printf '<<%s>>' \"$@\" end; echo }; unsetopt zle_bracketed_paste prompt_sp 2>/dev/null")
    shell.command(f"fpath=({functions} $fpath); autoload -Uz compinit; compinit -u -D; bindkey -e")
    return shell.complete


def in_fish(herald: Path, folder: Path) -> Callable[[str], str]:
    prompt = "function fish_prompt; printf 'fish> '; end; set -g fish_autosuggestion_enabled 0"
    shell = Terminal(["fish", "--no-config", "-i", "-C", prompt], folder, {"TERM": "xterm"}, "fish> ")
    shell.command("function words; printf '<<%s>>' $argv end; echo; end")
    shell.command(f'"{herald}" --generate-completion-script fish | source')
    return shell.complete


def make_files(herald: Path, folder: Path) -> None:
    """A folder with a log, a packed one, a ledger, a policy and a corpus."""
    (folder / "logs").mkdir()
    log = ROOT / "Events/update/force-becomes-end-of-service/log.jsonl"
    shutil.copy(log, folder / "logs/phone.jsonl")
    subprocess.run(f"gzip -c {log} > {folder}/logs/packed.jsonl.gz", shell=True, check=True)
    (folder / "policy.json").write_text("{}")
    (folder / "Events").mkdir()
    subprocess.run([herald, "import", log, "--ledger", folder / "fleet.sqlite"], check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--herald", default=str(DEBUG_HERALD), help="the built binary")
    parser.add_argument("--all", action="store_true", help="fail where a shell is missing")
    options = parser.parse_args()
    herald = Path(options.herald).resolve()
    os.environ["PATH"] = f"{herald.parent}{os.pathsep}{os.environ['PATH']}"
    failures = 0
    for name, start in (("bash", in_bash), ("zsh", in_zsh), ("fish", in_fish)):
        if shutil.which(name) is None:
            print(f"{name}: not installed")
            failures += options.all or name == "bash"
            continue
        with tempfile.TemporaryDirectory() as path:
            folder = Path(path).resolve()
            make_files(herald, folder)
            failures += failed(name, start(herald, folder))
    return 1 if failures else 0


def failed(shell: str, complete: Callable[[str], str]) -> int:
    """Tries every case; returns how many fail."""
    failures = 0
    tried = {**CASES, **({} if shell == "zsh" else {NOT_OFFERED: None})}
    for line, expected in tried.items():
        completed = complete(line)
        bad = "policy.json" in completed if expected is None else completed.rstrip(" /") != expected.rstrip("/")
        if bad:
            failures += 1
            print(f"{shell}: `{line}` becomes `{completed}`, not `{expected}`", file=sys.stderr)
    print(f"{shell}: {len(tried) - failures} of {len(tried)} lines complete as expected")
    return failures
