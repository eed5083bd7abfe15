"""The imports of a Python file, those inside of functions and under `TYPE_CHECKING` too."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class PythonSource:
    """One module of a package: its file, from the package's folder on too, and its dotted name."""

    path: Path
    file: str
    name: str
    tree: ast.Module

    def imports(self, known: set[str]) -> Iterator[tuple[str, str]]:
        """The modules among `known` that this one imports, each with a name that it takes.

        The linter refuses relative imports, so that none is read here.
        """
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, alias.name) for alias in node.names if alias.name in known)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    submodule = f"{node.module}.{alias.name}"
                    if submodule in known:
                        yield submodule, alias.name
                    elif node.module in known:
                        yield node.module, alias.name


def read_package(root: Path) -> list[PythonSource]:
    """All modules of a package; an `__init__.py` has the name of its folder."""
    sources = []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        tree = ast.parse(path.read_text(), str(path))
        sources.append(PythonSource(path, path.relative_to(root).as_posix(), name, tree))
    return sources
