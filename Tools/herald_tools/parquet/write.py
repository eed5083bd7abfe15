"""Writes the tables of `herald export --as pieces`, read from standard input, to Parquet files.

herald export --schema > schema.json
herald export LOG --table all --as pieces | Tools/parquet/write --schema schema.json -o tables
"""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NoReturn

if TYPE_CHECKING:
    import pyarrow

    from herald_tools.parquet.table_file import TableFile

import argparse
import signal
import sys
from pathlib import Path

from herald_tools.environment import fail
from herald_tools.parquet.pieces import read_pieces

_HELD = 64_000_000  # bytes of Arrow in memory; above it row groups are written before they are full


def main() -> None:
    options = parsed()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    from herald_tools.parquet.schemas import read_schemas

    try:
        schemas = read_schemas(options.schema)
    except (OSError, ValueError, KeyError, TypeError) as error:
        fail("noSchema", "The schema cannot be read.", options.schema, error, "`herald export --schema` writes it")
    for table in options.table:
        if table not in schemas:
            fail(
                "noTable",
                f"`{table}` is not a table.",
                "--table",
                "the schema has " + ", ".join(schemas),
                "name one of these",
            )
    wanted = {table: schemas[table] for table in options.table or schemas}
    try:
        write(sys.stdin.buffer, opened(wanted, options))
    except OSError as error:
        fail(
            "cannotWrite",
            "A table cannot be written.",
            error.filename or options.output,
            error.strerror or error,
            "make room, or name another folder",
        )


def opened(schemas: dict[str, pyarrow.Schema], options: argparse.Namespace) -> dict[str, TableFile]:
    """The files: one for a single table and a target that is not a folder, else T.parquet in a folder."""
    from herald_tools.parquet.table_file import TableFile

    target = Path(options.output)
    if len(options.table) == 1 and not target.is_dir():
        return {options.table[0]: TableFile(options.table[0], target, schemas[options.table[0]])}
    target.mkdir(parents=True, exist_ok=True)
    return {table: TableFile(table, target / f"{table}.parquet", schema) for table, schema in schemas.items()}


def write(stream: BinaryIO, files: dict[str, TableFile]) -> None:
    """All files appear under their names after the last piece was read; none does if anything fails."""
    try:
        try:
            for table, text in read_pieces(stream):
                if table not in files:
                    raise ValueError(f"`{table}` is not one of the tables asked for")
                if files[table].take(text):
                    relieve(files)
            for file in files.values():
                file.close()
        except ValueError as error:
            unfit(error)
        for file in files.values():
            file.finish()
    finally:
        for file in files.values():
            file.discard()


def relieve(files: dict[str, TableFile]) -> None:
    if sum(file.held for file in files.values()) > _HELD:
        max(files.values(), key=lambda file: file.held).write()


def unfit(why: object) -> NoReturn:
    fail(
        "badRow",
        "The rows cannot be read.",
        "standard input",
        why,
        "give it what `herald export --as pieces` of the same version writes, and its `--schema`",
    )


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--schema", required=True, metavar="FILE", help="what `herald export --schema` says")
    parser.add_argument("--table", action="append", default=[], metavar="T", help="only this one; again for more")
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="T.parquet each; with one --table a FILE")
    return parser.parse_args()
