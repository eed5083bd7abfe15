"""The GitHub Action: its JSON Schema, and its steps run as GitHub's runner would."""

import re
import shutil
from pathlib import Path
from typing import Any

import yaml

from herald_tools.ci.corpus import BAD_POLICY, GOOD_POLICY
from herald_tools.ci.reading import Reading
from herald_tools.paths import ROOT
from herald_tools.serve.running import Server

ACTION = ROOT / ".github/actions/herald/action.yml"
WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))
_USES = re.compile(r"^ *(?:- )?uses: *(?P<action>\S+?)@(?P<at>\S+)", re.MULTILINE)
_COMMIT = re.compile(r"[0-9a-f]{40}")


class Runner:
    """Runs the steps that are scripts, in a workspace of its own."""

    def __init__(self, reading: Reading, inputs: dict[str, str]) -> None:
        self.reading = reading
        self.workspace = reading.folder / "workspace"
        self.action: dict[str, Any] = yaml.safe_load(ACTION.read_text())
        defaults = {name: value.get("default", "") for name, value in self.action["inputs"].items()}
        self.values = {f"inputs.{name}": value for name, value in {**defaults, **inputs}.items()}
        self.values |= {
            "github.action_path": str(ACTION.parent),
            "github.server_url": "https://github.com",
            "github.action_repository": "owner/herald",
            "github.action_ref": "v1",
            "runner.temp": str(self.reading.folder),
        }

    def run(self, name: str, status: int) -> str:
        """Runs a step; returns what it prints."""
        step = next(step for step in self.action["runs"]["steps"] if step["name"] == name)
        output, summary = (self.reading.folder / file for file in ("output", "summary"))
        output.write_text("")
        variables = {key: self.evaluated(str(value)) for key, value in step["env"].items()}
        variables |= {"GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary), "CI": "true"}
        variables |= {"GITHUB_WORKSPACE": str(self.workspace)}
        bash = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
        run = self.reading.run(*bash, status=status, folder=self.workspace, variables=variables)
        for line in output.read_text().splitlines():
            key, _, value = line.partition("=")
            self.values[f"steps.{step['id']}.outputs.{key}"] = value
        return run.stdout

    def evaluated(self, text: str) -> str:
        return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda match: self.values[match[1]], text)


def check_pins(reading: Reading) -> None:
    """Actions of others are named by a commit: who owns a tag can move it."""
    used = [(file.name, found) for file in [ACTION, *WORKFLOWS] for found in _USES.finditer(file.read_text())]
    for name, found in used:
        pinned = _COMMIT.fullmatch(found["at"]) is not None
        reading.expect(pinned, f"{name} uses {found['action']} at `{found['at']}`, which is not a commit")
    print(f"Actions: {len(used)} at a commit")


def check_action(reading: Reading, corpus: Path) -> None:
    for schema, files in (
        ("vendor.github-actions", [ACTION]),
        ("vendor.github-workflows", WORKFLOWS),
        ("vendor.dependabot", [ROOT / ".github/dependabot.yml"]),
    ):
        reading.module("check_jsonschema", "--builtin-schema", schema, *files)
    check_pins(reading)
    runner = Runner(reading, {"policies": "policies/**/*.json", "corpus": "corpus", "herald": str(reading.program)})
    policies = runner.workspace / "policies/a folder"
    policies.mkdir(parents=True)
    shutil.copytree(corpus, runner.workspace / "corpus")
    (policies / "good.json").write_text(GOOD_POLICY)
    runner.run("Find herald", 0)
    runner.run("Lint", 0)
    (policies / "bad.json").write_text(BAD_POLICY)
    printed = runner.run("Lint", 3)
    reading.expect("::error file=policies/a folder/bad.json,line=2," in printed, f"no annotation in {printed}")
    sarif = (reading.folder / "herald.sarif").read_text()
    reading.expect('"policies/a%20folder/bad.json"' in sarif, "the SARIF log does not name the file")
    page = "https://github.com/owner/herald/blob/v1/Sources/Herald/Herald.docc/Codes/Code-invalidRule.md"
    reading.expect(page in sarif, "the SARIF log does not link to the code's page")
    printed = runner.run("Test", 3)
    for case in ("disagrees/expect.jsonl", "noExpectation/log.jsonl", "invalid/log.jsonl"):
        reading.expect(f"::error file=corpus/cases/{case}," in printed, f"no annotation of {case} in {printed}")
    summary = (reading.folder / "summary").read_text()
    for heading in ("## herald lint\n", "## herald test\n"):
        reading.expect(heading in summary, f"the step's summary has no {heading}")
    check_sample(reading)
    print("GitHub Action: 5 steps run")


def check_sample(reading: Reading) -> None:
    """The step that samples a server, run beside one. It has its token from the environment alone."""
    log = ROOT / "Events/update/reminder-at-most-twice/log.jsonl"
    with Server(reading.program, reading.folder / "server") as server:
        stored = server.send(log.read_bytes(), token=server.token)
        reading.expect(stored.status == 200, f"a server to sample answers a log with {stored.status}")
        from_server = {"sample-from": f"http://127.0.0.1:{server.port}", "sample-token": server.token}
        runner = Runner(reading, {"herald": str(reading.program), "sample": "sampled", "weak": "true", **from_server})
        runner.workspace.mkdir(exist_ok=True)
        runner.run("Find herald", 0)
        runner.run("Sample", 0)
        runner.values["inputs.sample-token"] = "wrong"
        runner.values["inputs.sample"] = "refused"
        runner.run("Sample", 1)
    kept = list((runner.workspace / "sampled").glob("*/expect.jsonl"))
    reading.expect(len(kept) == 1, f"{len(kept)} logs of the sample have an expectation, and not 1")
    reading.expect(not (runner.workspace / "refused").exists(), "a sample that was refused leaves a folder")
