"""One table's file in the making."""

# pyarrow need not be there.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return"

from __future__ import annotations

import os
from pathlib import Path

import pyarrow
import pyarrow.parquet

from herald_log._parquet.csv_rows import TEXT, read_rows

GROUP = 100_000  # rows after which a row group is written


class TableFile:
    """Takes rows as CSV, and becomes a Parquet file under its name when it is finished."""

    def __init__(self, table: str, path: Path, schema: pyarrow.Schema) -> None:
        self.table, self.path, self.schema = table, Path(path), schema
        self.unfinished = self.path.with_name(f".{self.path.name}.{os.getpid()}.unfinished")
        self._pieces: list[bytes] = []  # CSV that waits
        self._bytes = 0
        self._batches: list[pyarrow.Table] = []
        self._written = self.held = 0  # rows; bytes that wait as Arrow
        self._waiting = 0  # rows that wait as Arrow
        self._writer = pyarrow.parquet.ParquetWriter(self.unfinished, schema, compression="zstd")

    def take(self, piece: bytes) -> bool:
        """Whether Arrow was made of the piece's rows, and more memory is held."""
        self._pieces.append(piece)
        self._bytes += len(piece)
        if self._bytes < TEXT:
            return False
        self.read()
        return True

    def read(self) -> None:
        """Makes Arrow of the rows that wait."""
        if not self._bytes:
            return
        first = self._written + self._waiting + 1
        try:
            table = read_rows(b"".join(self._pieces), self.schema, first)
        except ValueError as error:
            raise ValueError(f"of `{self.table}`, {error}") from error
        self._pieces, self._bytes = [], 0
        self._batches.append(table)
        self._waiting += table.num_rows
        self.held += table.nbytes
        if self._waiting >= GROUP:
            self.write()

    def write(self) -> None:
        """Writes a row group of what waits as Arrow."""
        if self._batches:
            self._writer.write_table(pyarrow.concat_tables(self._batches), row_group_size=self._waiting)
        self._written += self._waiting
        self._batches, self._waiting, self.held = [], 0, 0

    def close(self) -> None:
        """All rows are in the file; it does not have its name yet."""
        self.read()
        self.write()
        self._writer.close()

    def finish(self) -> None:
        os.replace(self.unfinished, self.path)

    def discard(self) -> None:
        self.unfinished.unlink(missing_ok=True)
