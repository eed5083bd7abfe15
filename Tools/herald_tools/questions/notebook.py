"""Makes the notebook of the documentation, with its fleet; or executes it and compares what its cells give.

Tools/fleet/notebook -o FOLDER/fleet.ipynb
Tools/fleet/notebook --check [--write] --herald .build/release/herald
"""

import argparse
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from herald_tools.environment import python_with
from herald_tools.paths import PARQUET_WRITER, RELEASE_HERALD, REQUIREMENTS, ROOT, command

PAGE = ROOT / "Sources" / "HeraldQuestions" / "HeraldQuestions.docc" / "InANotebook.md"
FLEET = ("--seed", "notebook", "--installations", "40")
# A cell, and what stands under it.
_CELL = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, help="the notebook's file; its fleet is written beside it")
    parser.add_argument("--check", action="store_true", help="executes the cells, and compares")
    parser.add_argument("--write", action="store_true", help="with --check: puts what the cells give into the page")
    parser.add_argument("--herald", type=Path, default=RELEASE_HERALD, help="the program that the cells call")
    options = parser.parse_args()
    if not options.check and options.output is None:
        parser.error("name the notebook's file with -o, or add --check")
    if options.output is not None:
        import nbformat

        fleet(options.output.parent)
        nbformat.write(notebook(PAGE.read_text()), options.output)
    return checked(options) if options.check else 0


def fleet(folder: Path) -> None:
    parts = [*command("fleet/generate"), *FLEET, "--quiet", "-o", str(folder / "fleet.jsonl")]
    subprocess.run(parts, check=True)


def notebook(page: str) -> Any:
    """The page as a notebook: its text between its cells, what they gave left out."""
    from nbformat import v4

    page = re.sub(r"<doc:(\w+)>", r"*\1*", page)  # links of the documentation lead nowhere in a notebook
    cells, end = [], 0
    for cell in _CELL.finditer(page):
        cells += [v4.new_markdown_cell(page[end : cell.start()].strip()), v4.new_code_cell(cell[1].rstrip("\n"))]
        end = cell.end()
    cells.append(v4.new_markdown_cell(page[end:].strip()))
    return v4.new_notebook(cells=[cell for cell in cells if cell.source])


def checked(options: argparse.Namespace) -> int:
    """Executes the page's cells; 1 where one gives something else than the page says."""
    page = PAGE.read_text()
    found = [outputs(cell) for cell in executed(notebook(page), options.herald).cells if cell.cell_type == "code"]
    shown = [cell[2] for cell in _CELL.finditer(page)]
    if options.write:
        given = iter(found)
        PAGE.write_text(_CELL.sub(lambda cell: written(cell, next(given)), page))
        return 0
    wrong = [place for place, pair in enumerate(zip(found, shown, strict=True)) if pair[0] != (pair[1] or "")]
    for place in wrong:
        print(f"cell {place + 1} gives\n{found[place]}and the page says\n{shown[place] or ''}")
    pictures = page.count(".plot")
    print(f"{len(found)} cells were executed, {len(wrong)} of them give something else; {pictures} draw a figure")
    return 1 if wrong or not found else 0


def executed(notebook: Any, herald: Path) -> Any:
    """The notebook after its cells ran in a fresh kernel, where `herald` is in the path."""
    from nbclient import NotebookClient

    python_with(REQUIREMENTS / "parquet.txt")  # what an installation says would stand under the cell that exports
    with tempfile.TemporaryDirectory(prefix="herald-notebook-") as name:
        folder = Path(name)
        fleet(folder)
        (folder / "bin").mkdir()
        (folder / "bin" / "herald").symlink_to(herald.resolve())
        os.environ["PATH"] = f"{folder / 'bin'}:{os.environ['PATH']}"
        os.environ["HERALD_PARQUET"] = str(PARQUET_WRITER)
        os.environ["COLUMNS"] = "120"
        client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": name}})
        return client.execute()


def outputs(cell: Any) -> str:
    """What a cell printed; a figure is drawn where the cell plots, and nothing but a figure."""
    text = "".join(output.text for output in cell.outputs if output.get("name") == "stdout")
    figures = [output for output in cell.outputs if "image/png" in output.get("data", {})]
    if ("plot" in cell.source) != bool(figures):
        text += f"{len(figures)} figures\n"
    return "".join(line.rstrip() + "\n" for line in text.replace("\r", "").splitlines())


def written(cell: re.Match[str], text: str) -> str:
    return f"```python\n{cell[1]}```\n" + (f"\n```text\n{text}```\n" if text else "")
