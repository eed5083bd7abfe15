"""Links of the Markdown files outside of catalogs, which people read where the repository is: README and its like."""

import re
import subprocess
from pathlib import Path

from herald_tools.docs.markdown import slug
from herald_tools.docs.problems import Problems
from herald_tools.paths import ROOT

_LINK = re.compile(r"\]\((?!https?:|mailto:|doc:)([^)\s]+)\)")


def check_repository_links(problems: Problems) -> None:
    """Records each link that leads to no file, or to no heading of its file."""
    for file in markdown_files():
        for number, line in enumerate(prose(file.read_text()), 1):
            for link in _LINK.findall(line):
                if not leads_somewhere(link, file):
                    problems.add(file, number, f"`{link}` leads nowhere")


def markdown_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    # Outside of a repository, as in an unpacked archive, nothing is listed.
    files = [ROOT / name for name in listed.stdout.splitlines()]
    return [file for file in files if file.exists() and not any(part.endswith(".docc") for part in file.parts)]


def prose(text: str) -> list[str]:
    """The lines of a text; those of code are empty, and so is code within a line."""
    lines, is_code = [], False
    for line in text.splitlines():
        fence = line.lstrip().startswith("```")
        is_code ^= fence
        lines.append("" if is_code or fence else re.sub(r"`[^`]*`", "", line))
    return lines


def leads_somewhere(link: str, file: Path) -> bool:
    path, _, heading = link.partition("#")
    target = (file.parent / path).resolve() if path else file
    if not target.exists() or not heading or target.suffix != ".md":
        return target.exists()
    headings = re.findall(r"^#+ +(.*)", target.read_text(), re.M)
    # A host of repositories writes the names of headings in lower case.
    return heading in {slug(words).lower() for words in headings}
