"""Sealed segments as they are, read by DuckDB and by Spark: both find what the ledger has."""

import collections
import json
import re
import shutil
import subprocess
from pathlib import Path

import duckdb

from herald_tools.environment import Unavailable, python_with
from herald_tools.paths import REQUIREMENTS, ROOT, command
from herald_tools.serve.backups import scratch
from herald_tools.serve.lines import stream
from herald_tools.serve.running import Failed, Server, expect
from herald_tools.serve.seals import lines_of, seal

_ARTICLE = ROOT / "Sources" / "HeraldServer" / "HeraldServer.docc" / "SizeItAndGoBeyondOneMachine.md"
_SOURCES = ["/i/segments/one", "/i/segments/two"]


def duckdb_reads_segments(server: Server) -> None:
    """DuckDB reads sealed segments with the queries of the article, and counts as the ledger does."""
    with scratch() as folder, Server(server.herald, folder / "server") as own:
        for turn in range(3):
            for source in _SOURCES:
                expect(own.send(stream(source, 40, 40 * turn + 1)).status, 200, "sending")
            expect(len(seal(own, folder / "sealed")["segments"]), 1, "the new segments")
        events = [json.loads(line) for line in lines_of(own, own.ledger)]
        kinds = collections.Counter(event["type"] for event in events)
        expect(sum(kinds.values()), 240, "the events of the ledger")
        by_kind, by_source = _queries()
        expect(dict(_answer(folder, by_kind)), dict(kinds), "events of each type")
        heads = {(event["source"], event["revision"]) for event in map(json.loads, _heads(own))}
        expect({(row[0], row[1]) for row in _answer(folder, by_source)}, heads, "the last revisions")


def _queries() -> list[str]:
    """What the article asks DuckDB."""
    found = re.findall(r"^```sql\n(.*?)^```", _ARTICLE.read_text(), re.MULTILINE | re.DOTALL)
    queries = [query for block in found for query in block.split(";\n") if query.strip()]
    expect(len(queries), 2, f"the queries of {_ARTICLE.name}")
    return queries


def _answer(folder: Path, query: str) -> list[tuple]:
    with duckdb.connect() as connection:
        connection.execute(f"SET file_search_path = '{folder}'")
        return list(connection.execute(query).fetchall())


def _heads(server: Server) -> list[bytes]:
    lines = server.command("export", server.ledger, "--heads").splitlines()
    return [line for line in lines if b'"source":"/i/' in line]


def spark_reads_segments(server: Server) -> None:
    """Spark makes the same tables of sealed segments as `herald export` of the ledger."""
    if not server.is_thorough:
        print("  skipped: Spark needs 830 MB and minutes, and is tried with --all")
        return
    if shutil.which("java") is None:
        print("  skipped: java is not installed")
        return
    try:
        python_with(REQUIREMENTS / "spark.txt")
    except Unavailable as reason:
        print(f"  skipped: Spark cannot be installed: {reason}")
        return
    words = ["--herald", str(server.herald), "--installations", "40", "--only", "sealed"]
    done = subprocess.run([*command("spark/test"), *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"Tools/spark/test {' '.join(words)}: {done.stdout[-3000:]}{done.stderr[-1000:]}")


CASES = [duckdb_reads_segments, spark_reads_segments]
