"""The pre-commit hooks, run by pre-commit in a repository with a policy and a corpus."""

import shutil
from pathlib import Path

from herald_tools.ci.corpus import BAD_POLICY, GOOD_POLICY
from herald_tools.ci.reading import Reading
from herald_tools.paths import ROOT

HOOKS = ".pre-commit-hooks.yaml"
AUTHOR = ["-c", "user.name=Herald", "-c", "user.email=herald@example.com"]


def check_hooks(reading: Reading, corpus: Path) -> None:
    reading.module("pre_commit", "validate-manifest", ROOT / HOOKS)
    hooks, site = (repository(reading, reading.folder / name) for name in ("hooks", "site"))
    shutil.copy(ROOT / HOOKS, hooks)
    commit(reading, hooks)
    shutil.copytree(corpus / "cases/agrees", site / "Events/one")
    (site / "policy.json").write_text(GOOD_POLICY)
    (site / "other.json").write_text("no policy")
    commit(reading, site)
    for id in ("herald-lint", "herald-test"):
        expect_hook(reading, hooks, site, id, "Passed", status=0)
    (site / "policy.json").write_text(BAD_POLICY)
    shutil.copytree(corpus / "cases/disagrees", site / "Events/two")
    commit(reading, site)
    expect_hook(reading, hooks, site, "herald-lint", "error[invalidRule]", status=1)
    expect_hook(reading, hooks, site, "herald-test", "1 disagrees", status=1)
    print("pre-commit: 2 hooks pass and fail")


def repository(reading: Reading, folder: Path) -> Path:
    folder.mkdir()
    reading.run("git", "init", "--quiet", folder)
    return folder


def commit(reading: Reading, folder: Path) -> None:
    reading.run("git", "add", "--all", folder=folder)
    reading.run("git", *AUTHOR, "commit", "--quiet", "--message", "Files", folder=folder)


def expect_hook(reading: Reading, hooks: Path, site: Path, id: str, words: str, status: int) -> None:
    run = reading.module("pre_commit", "try-repo", hooks, id, "--all-files", "--verbose", folder=site, status=status)
    reading.expect(words in run.stdout, f"the hook {id} does not say `{words}`: {run.stdout}{run.stderr}")
