"""Holds the JSON Schemas of `herald schema` against Herald's readers, in both directions.

Each schema is checked against the schema of schemas. Then lines and documents of the corpus, of random logs, and
mutants of them are judged twice: by check-jsonschema, and by the reader. What is valid must have no error in its shape,
and the reverse.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from herald_tools.json_types import JSONObject
from herald_tools.paths import DEBUG_HERALD
from herald_tools.schemas.instances import documents, events, with_mutants
from herald_tools.schemas.mutants import names
from herald_tools.schemas.strict import wrong_places

# What a reader says of a document that has not the shape of its format.
DOCUMENT_CODES = {
    "invalidDocument",
    "invalidRow",
    "invalidRule",
    "invalidVersion",
    "missingPackageName",
    "noVersion",
    "notInStore",
    "serverSaidFailure",
}


# What a schema cannot say of a document: that a name stands in another place, or that parts of a whole fit each other.
BEYOND_SCHEMAS = re.compile("at the root has no |different ids|weight above 0 among them|two different times of day")

# What a reader says of a line that is not an event by itself, whatever the lines around it are.
LINE_CODES = {
    "badDataVersion",
    "badRevision",
    "emptyAttribute",
    "malformedDigest",
    "missingAttribute",
    "missingField",
    "notATime",
    "notAnObject",
    "unknownWord",
    "unsupportedContentType",
    "unsupportedSpecVersion",
    "wrongType",
}


class Checker:
    def __init__(self, herald: str, folder: Path) -> None:
        self.herald, self.folder = herald, folder
        self.failures: list[str] = []

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=self.folder)

    def schema(self, name: str, *options: str) -> tuple[Path, JSONObject] | None:
        """Writes a schema and checks it; None where Herald has none."""
        printed = self.run(self.herald, "schema", *options)
        if printed.returncode:
            return None
        path = self.folder / f"{name}.schema.json"
        path.write_text(printed.stdout)
        checked = self.run(sys.executable, "-m", "check_jsonschema", "--check-metaschema", path)
        if checked.returncode:
            self.failures.append(f"the schema of {name} is not a JSON Schema: {checked.stdout}{checked.stderr}")
        return path, json.loads(printed.stdout)

    def write(self, name: str, texts: list[str]) -> list[Path]:
        """Writes each text into a file of its own."""
        folder = self.folder / name
        folder.mkdir()
        files = [folder / f"{index}.json" for index in range(len(texts))]
        for file, text in zip(files, texts):
            file.write_text(text, encoding="utf-8")
        return files

    def invalid(self, schema: Path, files: list[Path]) -> dict[str, str]:
        """The files that are not valid, each with a reason."""
        found: dict[str, str] = {}
        for start in range(0, len(files), 2000):
            part = files[start : start + 2000]
            checked = self.run(sys.executable, "-m", "check_jsonschema", "-o", "json", "--schemafile", schema, *part)
            report = json.loads(checked.stdout)
            for error in report.get("errors", []):
                found[str(error["filename"])] = f"{error['path']}: {error['message']}"
            for error in report.get("parse_errors", []):
                self.failures.append(f"check-jsonschema cannot read {error}")
        return found

    def compare(
        self, name: str, texts: list[str], files: list[Path], invalid: dict[str, str], bad: dict[int, str]
    ) -> None:
        """Notes each text that one side accepts and the other does not."""
        disagreements = 0
        for index, (text, file) in enumerate(zip(texts, files)):
            reason, fault = invalid.get(str(file)), bad.get(index)
            if (reason is None) == (fault is None):
                continue
            disagreements += 1
            if disagreements <= 8:
                says = f"the schema refuses it: {reason}" if reason else f"the reader refuses it: {fault}"
                self.failures.append(f"{name}: {says}\n    {text[:600]}")
        good = len(texts) - len(bad)
        print(
            f"{name}: {len(texts)} tried, {good} with a good shape, {len(bad)} without, {disagreements} disagreements"
        )

    def policies(self, name: str, values: dict[str, object], count: int) -> None:
        found = self.schema(name, "policy", "--policy-format", name)
        if found is None:
            return
        path, schema = found
        texts = with_mutants(list(values.values()), names(schema), count, name)
        files = self.write(name, texts)
        self.compare(name, texts, files, self.invalid(path, files), self.bad_documents(name, files))

    def strict(self) -> None:
        found = self.schema("strict", "policy", "--strict")
        if found is None:
            self.failures.append("there is no strict schema of policies")
            return
        self.failures += wrong_places(found[1])

    def bad_documents(self, name: str, files: list[Path]) -> dict[int, str]:
        bad: dict[int, str] = {}
        for start in range(0, len(files), 500):
            options = ["--policy-format", name, "--store-url", "https://store.example/", "--format", "json"]
            linted = self.run(self.herald, "lint", *options, *files[start : start + 500])
            for line in linted.stdout.splitlines():
                finding = json.loads(line)
                is_beyond = BEYOND_SCHEMAS.search(finding["what"])
                if finding["severity"] == "error" and finding["code"] in DOCUMENT_CODES and not is_beyond:
                    bad.setdefault(int(Path(finding["file"]).stem), f"{finding['code']}: {finding['what']}")
        return bad

    def lines(self, values: list[JSONObject], count: int) -> None:
        found = self.schema("events", "events")
        if found is None:
            self.failures.append("there is no schema of events")
            return
        path, schema = found
        texts = with_mutants(list(values), names(schema), count, "events")
        files = self.write("events", texts)
        self.compare("events", texts, files, self.invalid(path, files), self.bad_lines(texts))

    def bad_lines(self, texts: list[str]) -> dict[int, str]:
        """The lines that are not events by themselves."""
        log = self.folder / "events.jsonl"
        log.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        read = self.run(self.herald, "replay", log, "--skip-invalid", "--states", "--format", "json")
        bad: dict[int, str] = {}
        for match in re.finditer(
            r"^(?:error|warning)\[(\w+)\]: (.*)\n(?:  at +)?.*?events\.jsonl:(\d+)", read.stderr, re.M
        ):
            if match[1] in LINE_CODES:
                bad[int(match[3]) - 1] = f"{match[1]}: {match[2]}"
        return bad


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--herald", default=str(DEBUG_HERALD), help="the built binary")
    parser.add_argument("--count", type=int, default=600, help="how many lines, and documents of each format")
    parser.add_argument("--seeds", type=int, default=20, help="how many random logs")
    options = parser.parse_args()
    values = list(events(range(1, options.seeds + 1)))
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(str(Path(options.herald).resolve()), Path(folder))
        checker.lines(values, options.count)
        checker.strict()
        for name, texts in sorted(documents(values).items()):
            checker.policies(name, texts, options.count)
        for failure in checker.failures:
            print(failure)
        return 1 if checker.failures else 0
