"""The tables of a fleet's logs, made by herald on Apache Spark. `Tools/spark/run` starts it; so does spark-submit."""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from pyspark import SparkFiles
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession, functions
from pyspark.storagelevel import StorageLevel

import herald_tools
from herald_tools.json_types import JSONObject
from herald_tools.spark.options import job_options
from herald_tools.spark.places import are_small, readable
from herald_tools.spark.results import DAYS, Results
from herald_tools.spark.worker import documents_in, find_documents, tabulate

_SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.parquet.compression.codec": "zstd",
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MILLIS",
    # Clocks of devices may stand anywhere: the calendar is the one of RFC 3339 throughout.
    "spark.sql.parquet.datetimeRebaseModeInWrite": "CORRECTED",
}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, parents=[job_options()]).parse_args()
    spark = SparkSession.builder.appName("herald").getOrCreate()
    for name, value in _SETTINGS.items():
        spark.conf.set(name, value)
    try:
        program, schema = ship(spark, options.herald)
        lines = read(spark, options.logs)
        if are_small(spark.sparkContext.master, options.logs):
            write_no_checksums(spark)
        files = readable(spark.sparkContext.master, options.logs)
        documents = ship_documents(spark, search(lines) if files is None else documents_in(files))
        rows = fold(lines, options, program, documents)
        write(rows, Results(schema), options)
    except (PySparkException, subprocess.CalledProcessError, OSError) as error:
        report_failure(error, " ".join(options.logs))
        return 1
    finally:
        spark.stop()
    return 0


def ship(spark: SparkSession, herald: str) -> tuple[str, JSONObject]:
    """Sends this job's modules and the program to the executors; the program's name there, and its schema."""
    ship_modules(spark)
    path = Path(herald)
    if path.exists():
        spark.sparkContext.addFile(str(path.resolve()))
    else:
        path = Path(SparkFiles.get(path.name))  # sent by `spark-submit --files`
    schema = subprocess.run([path, "export", "--schema"], check=True, stdout=subprocess.PIPE).stdout
    return path.name, json.loads(schema)


def ship_modules(spark: SparkSession) -> None:
    """Sends this package to the executors, unless `spark-submit --py-files` has sent it."""
    package = Path(herald_tools.__file__).parent
    if package.is_dir():
        folder = tempfile.mkdtemp(prefix="herald-tools-")
        archive = shutil.make_archive(f"{folder}/herald_tools", "zip", package.parent, package.name)
        spark.sparkContext.addPyFile(archive)


def write_no_checksums(spark: SparkSession) -> None:
    """Lets Hadoop make no `.crc` file beside each file of a folder of this machine: each costs a process, `chmod`."""
    context = spark.sparkContext
    files = context._jvm.org.apache.hadoop.fs.FileSystem.getLocal(context._jsc.hadoopConfiguration())
    files.setWriteChecksum(False)


def read(spark: SparkSession, logs: list[str]) -> DataFrame:
    """Lines with their installation and their place. A bare carriage return ends no line."""
    text = spark.read.option("lineSep", "\n").option("recursiveFileLookup", "true").text(logs)
    parts = functions.from_json("value", "source STRING, revision STRING")
    return (
        text.select("value", "_metadata.file_path", "_metadata.file_block_start", parts.alias("parts"))
        .where(functions.trim("value") != "")
        .withColumn("place", functions.monotonically_increasing_id())
        .select(
            "value",
            functions.coalesce("parts.source", functions.lit("")).alias("source"),
            functions.expr("try_cast(parts.revision AS DOUBLE)").alias("revision"),
            "file_path",
            "file_block_start",
            "place",
        )
    )


def search(lines: DataFrame) -> Iterator[tuple[str, str]]:
    """Each document of the fleet once, with its digest before it."""
    found = (
        lines.select("value")
        .where(functions.col("value").contains('"document"'))
        .mapInArrow(find_documents, "digest STRING, document STRING")
        .dropDuplicates(["digest"])
    )
    return ((row.digest, row.document) for row in found.collect())


def ship_documents(spark: SparkSession, found: Iterable[tuple[str, str]]) -> str:
    """Sends documents with their digests to the executors; the file's name there."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".jsonl", prefix="documents-", delete=False) as file:
        for digest, document in found:
            file.write(json.dumps({"digest": digest, "document": document}, ensure_ascii=False) + "\n")
    spark.sparkContext.addFile(file.name)
    return Path(file.name).name


def fold(lines: DataFrame, options: argparse.Namespace, program: str, documents: str) -> DataFrame:
    """Each installation's lines through one worker, in order; the rows are kept, since every table is made of them."""
    count = options.partitions or max(lines.sparkSession.sparkContext.defaultParallelism * 2, 8)
    flags = ["--skip-invalid"] if options.skip_invalid else []
    ordered = lines.repartition(count, "source").sortWithinPartitions(
        "source", "revision", "file_path", "file_block_start", "place"
    )
    rows = ordered.select("value", "file_path").mapInArrow(tabulate(program, documents, flags), "line STRING")
    return rows.persist(StorageLevel.DISK_ONLY)


def write(rows: DataFrame, results: Results, options: argparse.Namespace) -> None:
    """T/date=YYYY-MM-DD/*.parquet, or T/*.parquet where a table has no day."""
    mode = "overwrite" if options.overwrite else "errorifexists"
    for name, table in results.tables.items():
        found = results.table(rows, name)
        target = f"{options.out.rstrip('/')}/{name}"
        if name not in DAYS:
            found.coalesce(1 if name != "installations" else options.files).sortWithinPartitions(
                *table["key"]
            ).write.mode(mode).parquet(target)
            continue
        dated = found.withColumn("date", functions.to_date(DAYS[name]))
        spread = functions.pmod(functions.hash("source"), functions.lit(options.files))
        dated.repartition("date", spread).sortWithinPartitions("date", *table["key"]).write.mode(mode).partitionBy(
            "date"
        ).parquet(target)
        print(f"{name}: done", file=sys.stderr, flush=True)


def report_failure(error: Exception, logs: str) -> None:
    """What a failed worker said, without Spark's way to it; or what else went wrong."""
    said = re.search(r"\[WORKER\] (herald ended with status -?\d.*?)\n\[END\]", str(error), re.DOTALL)
    if said:
        print(f"error[workerFailed]: A worker failed: no table is complete.\n{said[1]}", file=sys.stderr)
    else:
        why = str(error).strip().split("\n")[0]
        print(
            f"error[jobFailed]: Spark made no tables, or not all of them.\n  at  {logs}\n  why {why}\n"
            "  fix correct it, and run it again with --overwrite where tables are there already",
            file=sys.stderr,
        )


if __name__ == "__main__":
    sys.exit(main())
