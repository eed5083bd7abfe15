"""Writes the manual's pages, one for the program and one for each command, from the help that the program itself has.

The pages are in mdoc (mdoc(7)), which every system's `man` reads.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from herald_tools.release import version

STATUS = (
    ("0", "Done, and agreed."),
    ("1", "Could not run."),
    ("2", "The log disagrees with the policy or with what was expected."),
    ("3", "A policy or a log is invalid."),
    ("64", "Wrong usage."),
)
FILES_AND_VARIABLES = """.Sh ENVIRONMENT
.Bl -tag -width Ds
.It Ev NO_COLOR
Where it is set, nothing is printed in colour.
.It Ev COLUMNS
The width of the terminal in characters.
.It Ev PAGER
The program that shows a long answer on a terminal;
.Xr less 1
without it.
.It Ev NO_PAGER
Where it is set, a long answer is printed at once, as with
.Fl -no-pager .
.It Ev CI
Where it is set,
.Xr herald-test 1
writes no expectation.
.It Ev GITHUB_STEP_SUMMARY
The file that
.Fl -format Cm github
appends a summary to.
.It Ev HERALD_CODE_PAGES
The address of the pages of codes, for links in
.Fl -format Cm sarif .
.El"""

# A part of what `herald --experimental-dump-help` prints.
Command = dict[str, Any]


def write(herald: Path, folder: Path, number: str, time: int) -> list[Path]:
    """Writes the pages of a version into a folder, dated by a time in seconds since 1970; returns their paths."""
    dump = subprocess.run([str(herald), "--experimental-dump-help"], check=True, capture_output=True, text=True)
    root: Command = json.loads(dump.stdout)["command"]
    commands = dict(_commands(root))
    folder.mkdir(parents=True, exist_ok=True)
    head = f".Dd {datetime.fromtimestamp(time, timezone.utc):%B %-d, %Y}\n"
    pages = [folder / "herald.1"]
    pages[0].write_text(head + _program(root, sorted(commands), commands, number))
    for name in sorted(commands):
        page = folder / f"herald-{name}.1"
        page.write_text(head + _command(name, commands[name], sorted(commands), number))
        pages.append(page)
    return pages


def main() -> int:
    """Writes the pages of a program into a folder, both given as arguments."""
    herald, folder = map(Path, sys.argv[1:3])
    write(herald, folder, version.program_version(), version.commit_time())
    return 0


def _commands(root: Command) -> Iterator[tuple[str, Command]]:
    """The commands by the name of their page: `key-new` for `herald key new`."""
    for command in reversed(root["subcommands"]):
        name = command["commandName"]
        nested = [part for part in command.get("subcommands", []) if part["commandName"] != "help"]
        yield from ((f"{name}-{part['commandName']}", part) for part in nested)
        if not nested:
            yield name, command


def _program(root: Command, names: list[str], commands: dict[str, Command], number: str) -> str:
    lines = [
        f".Dt HERALD 1\n.Os Herald {number}",
        f".Sh NAME\n.Nm herald\n.Nd {_sentence(root['abstract'])}",
        ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar argument ...",
        ".Sh DESCRIPTION\nA log has one event a line, as CloudEvents in JSON; a ledger is one SQLite file of the same "
        "events.\nEach command reads either.",
        ".Sh COMMANDS\n.Bl -tag -width explain-code",
    ]
    lines += [f".It Xr herald-{name} 1\n{_text(commands[name]['abstract'])}" for name in names]
    return "\n".join([*lines, ".El", FILES_AND_VARIABLES, _status(), ""])


def _command(name: str, command: Command, names: list[str], number: str) -> str:
    arguments = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    lines = [
        f".Dt HERALD-{name.upper()} 1\n.Os Herald {number}",
        f".Sh NAME\n.Nm herald-{name}\n.Nd {_sentence(command['abstract'])}",
        f".Sh SYNOPSIS\n.Nm {' '.join(['herald', *command.get('superCommands', [])[1:], command['commandName']])}",
        *[_use(argument) for argument in arguments],
        ".Sh DESCRIPTION",
        _text(command["abstract"]),
        *_discussion(command.get("discussion", "")),
        ".Sh OPTIONS\n.Bl -tag -width Ds",
        *[_explained(argument) for argument in arguments],
        ".El",
        _status(),
        ".Sh SEE ALSO\n.Xr herald 1" + "".join(f" ,\n.Xr herald-{other} 1" for other in sorted(names) if other != name),
        "",
    ]
    return "\n".join(lines)


def _use(argument: Command) -> str:
    """An argument in the synopsis."""
    repeated = " ..." if argument.get("isRepeating") else ""
    words = _names(argument, " | ") if argument["kind"] != "positional" else f"Ar {argument['valueName']}"
    return f".Op {words}{repeated}" if argument.get("isOptional", True) else f".{words}{repeated}"


def _names(argument: Command, separator: str) -> str:
    names = ["Fl " + (name["name"] if name["kind"] == "short" else f"-{name['name']}") for name in argument["names"]]
    value = "" if argument["kind"] == "flag" else f" Ar {argument['valueName']}"
    return separator.join(names) + value


def _explained(argument: Command) -> str:
    names = f"Ar {argument['valueName']}" if argument["kind"] == "positional" else _names(argument, " , ")
    default = f" Default: {argument['defaultValue']}." if argument.get("defaultValue") else ""
    return f".It {names}\n{_text(argument.get('abstract', '') + default)}"


def _discussion(text: str) -> list[str]:
    """A command's long help: its paragraphs, and indented lines as they are."""
    lines: list[str] = []
    literal = False
    for line in text.splitlines():
        indented = line.startswith("  ")
        if indented != literal and line.strip():
            lines += [".Bd -literal -offset indent"] if indented else [".Ed", ".Pp"]
            literal = indented
        if not line.strip():
            lines += [] if literal else [".Pp"]
        else:
            lines.append(_escaped(line[2:]) if indented else _text(line))
    # A paragraph's mark at the end or before a block changes nothing, and linters complain.
    lines = [".Pp", *lines, *([".Ed"] if literal else [])]
    return [
        line
        for at, line in enumerate(lines)
        if line != ".Pp" or (at + 1 < len(lines) and lines[at + 1][:3] not in (".Pp", ".Bd"))
    ]


def _status() -> str:
    items = "\n".join(f".It {status}\n{words}" for status, words in STATUS)
    return f".Sh EXIT STATUS\n.Bl -tag -width Ds\n{items}\n.El"


def _sentence(text: str) -> str:
    """A one-line description as `whatis` prints it: without its capital and its full stop."""
    return _text(text[:1].lower() + text[1:].rstrip("."))


def _text(text: str) -> str:
    """A paragraph with each sentence on a line of its own, after which mdoc leaves more space."""
    return _escaped(re.sub(r"(?<=[.:)]) +(?=[A-Z])", "\n", text))


def _escaped(text: str) -> str:
    """Text between macros: no backslash, and no dot or quote at the beginning, is taken for one."""
    escaped = text.replace("\\", "\\e").replace("--", "\\-\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in escaped.splitlines())
