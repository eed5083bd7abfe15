"""What runs on the executors: the built herald on a partition's lines, and the search for documents."""

import array
import hashlib
import io
import json
import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO

import pyarrow
from pyspark import SparkFiles

_BLOCK = 1 << 20
_TOLD = 4000  # characters of what a failed worker said
_DIGEST = re.compile(rb'"digest"[ \t]*:[ \t]*"(sha256:[0-9a-f]{64})"')


Batches = Iterator[pyarrow.RecordBatch]


def tabulate(program: str, documents: str, flags: list[str]) -> Callable[[Batches], Batches]:
    """For `mapInArrow`: from a partition's lines, ordered, to the lines of `herald export --as rows`."""

    def run(batches: Batches) -> Batches:
        first = next(batches, None)
        if first is None:
            return
        with tempfile.TemporaryFile() as errors:
            process = _started(program, documents, flags, errors)
            assert process.stdin and process.stdout  # both are pipes
            feeding = _Feeding(first, batches, process.stdin)
            try:
                yield from _lines(process.stdout)
                feeding.join()
                status = process.wait()
            finally:
                if process.poll() is None:  # the task was given up
                    process.kill()
                    process.wait()
            if feeding.error and not isinstance(feeding.error, BrokenPipeError):
                raise feeding.error
            if status:
                said = feeding.with_files(_said(errors))
                raise RuntimeError(f"[WORKER] herald ended with status {status} and said:\n{said}\n[END]")

    return run


def _started(program: str, documents: str, flags: list[str], errors: IO[bytes]) -> subprocess.Popen[bytes]:
    path = SparkFiles.get(program)
    if not os.access(path, os.X_OK):
        os.chmod(path, 0o755)
    command = [path, "export", "-", "--table", "all", "--as", "rows", "--documents", SparkFiles.get(documents)]
    return subprocess.Popen([*command, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)


class _Feeding(threading.Thread):
    """Writes the lines to the worker while its rows are read."""

    def __init__(self, first: pyarrow.RecordBatch, batches: Batches, file: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self.error: Exception | None = None
        self._files: dict[str, int] = {}
        self._of_line = array.array("l")  # file -> its number; that of each line
        self._first, self._batches, self._file = first, batches, file
        self.start()

    def run(self) -> None:
        try:
            with self._file:
                self._write(self._first)
                for batch in self._batches:
                    self._write(batch)
        except Exception as error:  # raised again by the reader of the rows
            self.error = error

    def _write(self, batch: pyarrow.RecordBatch) -> None:
        lines = _raw(batch)
        for name in batch.column(1).to_pylist():
            self._of_line.append(self._files.setdefault(name, len(self._files)))
        if lines:
            self._file.write(b"\n".join(lines) + b"\n")

    def with_files(self, said: str) -> str:
        """What herald said of a line of its standard input, with the log that the line is from."""
        names = list(self._files)

        def file(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            return f"  at  {names[self._of_line[at]]}, column " if at < len(self._of_line) else match[0]

        return re.sub(r"  at  -:(\d+):", file, said)


def _lines(file: IO[bytes]) -> Batches:
    """The worker's whole lines, in batches."""
    rest = b""
    while block := os.read(file.fileno(), _BLOCK):
        *lines, rest = (rest + block).split(b"\n")
        if lines:
            yield _batch(lines)
    if rest:
        yield _batch([rest])


def _batch(lines: list[bytes]) -> pyarrow.RecordBatch:
    return pyarrow.RecordBatch.from_arrays([pyarrow.array([str(line, "utf-8") for line in lines])], ["line"])


def _said(errors: IO[bytes]) -> str:
    errors.seek(0)
    return errors.read().decode("utf-8", "replace")[-_TOLD:].strip()


def find_documents(batches: Batches) -> Batches:
    """For `mapInArrow`: from lines to each document once, with its digest. Skips documents with a wrong digest."""
    seen: set[str] = set()
    for batch in batches:
        found = [pair for line in _raw(batch) if (pair := _document(line, seen))]
        if found:
            yield pyarrow.RecordBatch.from_arrays(
                [pyarrow.array(list(column)) for column in zip(*found)], ["digest", "document"]
            )


def documents_in(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Each document of these files once, with its digest before it. Skips documents with a wrong digest.

    Raises `OSError` with the file's name where it cannot be read or unpacked.
    """
    seen: set[str] = set()
    for file in files:
        try:
            with pyarrow.input_stream(str(file), compression="detect") as stream:
                for line in io.BufferedReader(stream):
                    if b'"document"' in line and (pair := _document(line, seen)):
                        yield pair
        except OSError as error:  # it names no file
            raise OSError(f"{file}: {error}") from error


def _raw(batch: pyarrow.RecordBatch) -> list[bytes]:
    """The lines as they are: of a foreign file they may be no text, which herald tells with their place."""
    lines: list[bytes] = batch.column(0).cast(pyarrow.binary()).to_pylist()
    return lines


def _document(line: bytes, seen: set[str]) -> tuple[str, str] | None:
    named = _DIGEST.search(line)
    if named and named[1].decode() in seen:
        return None
    try:
        data = json.loads(line)["data"]
        digest, document = data["digest"], data["document"]
        if digest in seen or digest != "sha256:" + hashlib.sha256(document.encode("utf-8")).hexdigest():
            return None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    seen.add(digest)
    return digest, document
