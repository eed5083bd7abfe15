"""One table's file in the making."""

# pyarrow need not be there.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return"

from __future__ import annotations

import os
from pathlib import Path

import pyarrow
import pyarrow.parquet

from herald_log._parquet.columns import ColumnReader
from herald_log._parquet.encodings import measured, repeated

GROUP = 100_000  # rows after which a row group is written


class TableFile:
    """Takes rows as columns, and becomes a Parquet file under its name when it is finished."""

    def __init__(self, table: str, path: Path, schema: pyarrow.Schema) -> None:
        self.table, self.path, self.schema = table, Path(path), schema
        self.unfinished = self.path.with_name(f".{self.path.name}.{os.getpid()}.unfinished")
        self._columns = ColumnReader(schema)
        self._batches: list[pyarrow.Table] = []
        self._written = self.held = 0  # rows; bytes that wait
        self._waiting = 0  # rows that wait
        self._writer: pyarrow.parquet.ParquetWriter | None = None

    def take(self, piece: bytes) -> None:
        """Some rows, which wait until they are enough for a row group."""
        first = self._written + self._waiting + 1
        try:
            table = self._columns.read(piece, first)
        except ValueError as error:
            raise ValueError(f"of `{self.table}`, {error}") from error
        self._batches.append(table)
        self._waiting += table.num_rows
        self.held += len(piece)
        if self._waiting >= GROUP:
            self.write()

    def write(self) -> None:
        """Writes a row group of what waits."""
        if self._batches:
            rows = pyarrow.concat_tables(self._batches)
            self._opened(rows).write_table(rows, row_group_size=self._waiting)
        self._written += self._waiting
        self._batches, self._waiting, self.held = [], 0, 0

    def close(self) -> None:
        """All rows are in the file; it does not have its name yet."""
        self.write()
        self._opened(self.schema.empty_table()).close()

    def finish(self) -> None:
        os.replace(self.unfinished, self.path)

    def discard(self) -> None:
        self.unfinished.unlink(missing_ok=True)

    def _opened(self, rows: pyarrow.Table) -> pyarrow.parquet.ParquetWriter:
        """The writer. It is made for the first rows, because their values decide how columns are encoded."""
        if self._writer is None:
            self._writer = pyarrow.parquet.ParquetWriter(
                self.unfinished,
                self.schema,
                compression="zstd",
                use_dictionary=repeated(rows),
                write_statistics=measured(self.schema),
            )
        return self._writer
