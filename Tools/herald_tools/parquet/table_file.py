"""One table's file in the making."""

import io
import os
from pathlib import Path

import pyarrow
import pyarrow.json
import pyarrow.parquet

LINES = 8_192  # rows that are read at once
GROUP = 106_496  # rows of a row group


class TableFile:
    """Takes rows as lines of JSON, and becomes a Parquet file under its name when it is finished."""

    def __init__(self, path: Path, schema: pyarrow.Schema) -> None:
        self.path, self.schema = Path(path), schema
        self.unfinished = self.path.with_name(f".{self.path.name}.{os.getpid()}.unfinished")
        self._nullable = pyarrow.schema([field.with_nullable(True) for field in schema])
        self._lines: list[bytes] = []
        self._batches: list[pyarrow.Table] = []
        self._written = self.held = 0  # rows; bytes that wait as Arrow
        self._waiting = 0  # rows that wait as Arrow
        self._writer = pyarrow.parquet.ParquetWriter(self.unfinished, schema, compression="zstd")

    def take(self, line: bytes) -> bool:
        """Whether Arrow was made of lines, and more memory is held."""
        self._lines.append(line)
        if len(self._lines) < LINES:
            return False
        self.read()
        return True

    def read(self) -> None:
        """Makes Arrow of the lines that wait."""
        if not self._lines:
            return
        text = b"".join(self._lines)
        first = self._written + self._waiting + 1
        try:
            table = pyarrow.json.read_json(
                io.BytesIO(text),
                pyarrow.json.ReadOptions(block_size=len(text) + 1),
                pyarrow.json.ParseOptions(explicit_schema=self._nullable, unexpected_field_behavior="error"),
            )
        except pyarrow.ArrowInvalid as error:
            raise ValueError(f"of rows {first} to {first + len(self._lines) - 1} one does not fit: {error}") from error
        for column in self.schema:
            if not column.nullable and table.column(column.name).null_count:
                raise ValueError(f"of rows {first} to {first + len(self._lines) - 1} one has no `{column.name}`")
        table = pyarrow.Table.from_arrays([table.column(name) for name in self.schema.names], schema=self.schema)
        self._lines = []
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
