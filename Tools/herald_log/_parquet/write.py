"""Writes the tables of `herald export --as columns`, read from standard input, to Parquet files.

herald export --schema > schema.json
herald export LOG --table all --as columns | herald-parquet --schema schema.json -o tables
"""

# pyarrow need not be there.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return"

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from herald_log._errors import HeraldError
from herald_log._parquet.pieces import read_pieces

if TYPE_CHECKING:
    import pyarrow

    from herald_log._parquet.table_file import TableFile

_HELD = 64_000_000  # bytes in memory; above it row groups are written before they are full


def main() -> int:
    options = parsed()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        require_pyarrow()
        write(sys.stdin.buffer, opened(wanted_schemas(options), options))
    except HeraldError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        place, why = error.filename or options.output, error.strerror or str(error)
        fix = "make room, or name another folder"
        print(HeraldError("cannotWrite", "A table cannot be written.", place, why, fix), file=sys.stderr)
        return 1
    return 0


def require_pyarrow() -> None:
    """Raises `HeraldError` where pyarrow is not installed, which `herald-log` alone does not bring."""
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise HeraldError(
            "noPyarrow",
            "Parquet needs pyarrow, which is not installed.",
            sys.prefix,
            str(error),
            "install it with its extra: pip install 'herald-log[parquet]'",
        ) from error


def wanted_schemas(options: argparse.Namespace) -> dict[str, pyarrow.Schema]:
    """The tables that are asked for, each with its schema."""
    from herald_log._parquet.schemas import read_schemas

    try:
        schemas = read_schemas(options.schema)
    except (OSError, ValueError, KeyError, TypeError) as error:
        fix = "`herald export --schema` writes it"
        raise HeraldError("noSchema", "The schema cannot be read.", options.schema, str(error), fix) from error
    for table in options.table:
        if table not in schemas:
            why = "the schema has " + ", ".join(schemas)
            raise HeraldError("noTable", f"`{table}` is not a table.", "--table", why, "name one of these")
    return {table: schemas[table] for table in options.table or schemas}


def opened(schemas: dict[str, pyarrow.Schema], options: argparse.Namespace) -> dict[str, TableFile]:
    """The files: one for a single table and a target that is not a folder, else T.parquet in a folder."""
    from herald_log._parquet.table_file import TableFile

    target = Path(options.output)
    if len(options.table) == 1 and not target.is_dir():
        return {options.table[0]: TableFile(options.table[0], target, schemas[options.table[0]])}
    target.mkdir(parents=True, exist_ok=True)
    return {table: TableFile(table, target / f"{table}.parquet", schema) for table, schema in schemas.items()}


def write(stream: BinaryIO, files: dict[str, TableFile]) -> None:
    """All files appear under their names after the last piece was read; none does if anything fails.

    The pieces of a folder of a day come one after the other, so that one such file is open at a time.
    """
    parts: dict[str, TableFile] = {}  # by folder; the last one takes rows, those before are closed
    try:
        try:
            for table, folder, text in read_pieces(stream):
                if table not in files:
                    raise ValueError(f"`{table}` is not one of the tables asked for")
                file = part_of(files[table], folder, parts) if folder else files[table]
                if text:
                    file.take(text)
                relieve([*files.values(), file])
            for file in [*files.values(), *list(parts.values())[-1:]]:
                file.close()
        except ValueError as error:
            raise unfit(error) from error
        divided = {file.table for file in parts.values()}
        for file in parts.values():
            file.finish()
        for table, file in files.items():
            if table not in divided:
                file.finish()
    finally:
        for file in [*files.values(), *parts.values()]:
            file.discard()


def part_of(whole: TableFile, folder: str, parts: dict[str, TableFile]) -> TableFile:
    """The file of a table in the folder of a day."""
    from herald_log._parquet.table_file import TableFile

    last = next(reversed(parts), None)
    if folder == last:
        return parts[folder]
    if folder in parts:
        raise ValueError(f"rows of `{folder}` come after those of other folders")
    if last is not None:
        parts[last].close()
    path = whole.path.parent / folder / whole.path.name
    path.parent.mkdir(parents=True, exist_ok=True)
    parts[folder] = TableFile(whole.table, path, whole.schema)
    return parts[folder]


def relieve(files: list[TableFile]) -> None:
    if sum(file.held for file in files) > _HELD:
        max(files, key=lambda file: file.held).write()


def unfit(why: ValueError) -> HeraldError:
    """The error about rows that are not what the schema says."""
    fix = "give it what `herald export --as columns` of the same version writes, and its `--schema`"
    return HeraldError("badRow", "The rows cannot be read.", "standard input", str(why), fix)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--schema", required=True, metavar="FILE", help="what `herald export --schema` says")
    parser.add_argument("--table", action="append", default=[], metavar="T", help="only this one; again for more")
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="T.parquet each; with one --table a FILE")
    return parser.parse_args()
