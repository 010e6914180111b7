"""Releases: actions are pinned, the changelog has notes, and .dockerignore lets in all files that the image copies."""

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from functools import reduce
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yaml"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_actions_are_pinned_by_commit(workflow: Path) -> None:
    used = re.findall(r"uses: (.*)", workflow.read_text(encoding="utf-8"))
    assert used and [use for use in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use)] == []


def test_each_supported_python_is_tested() -> None:
    [matrix] = re.findall(r"python: \[(.*)\]", WORKFLOWS[0].read_text(encoding="utf-8"))
    tested = matrix.replace('"', "").split(", ")
    [oldest] = re.findall(r'requires-python = ">=(.*)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert oldest == tested[0]
    for page, last in (("docs/operating/systems.md", "and"), ("CONTRIBUTING.md", "or")):
        named = f"Python {', '.join(tested[:-1])} {last} {tested[-1]}"
        assert named in (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_the_alert_rules_are_tested_before_the_other_checks(workflow: Path) -> None:
    assert "run: .ci/promtool\n      - run: .ci/run" in workflow.read_text(encoding="utf-8")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_no_step_finds_the_token_in_the_clone(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    assert text.count("actions/checkout@") == text.count("persist-credentials: false") > 0


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_expressions_reach_the_shell_as_variables(workflow: Path) -> None:
    """An expression inside a script would run as code if its value contains some."""
    scripts = re.findall(r"run: (\|\n(?: {10}.*\n)+|.*\n)", workflow.read_text(encoding="utf-8"))
    assert scripts and [script for script in scripts if "${{" in script] == []


def test_each_check_of_the_image_can_fail() -> None:
    """`bash -e` goes on after a command that is negated with `!`."""
    assert re.findall(r"^ *! .*", WORKFLOWS[1].read_text(encoding="utf-8"), re.M) == []


def test_a_release_needs_its_section_of_the_changelog() -> None:
    notes = [
        subprocess.run([ROOT / ".ci" / "release-notes", version], capture_output=True, text=True, check=False)
        for version in ("0.1.0", "9.9.9")
    ]
    assert notes[0].returncode == 0 and "The first Hob." in notes[0].stdout and "\n## " not in notes[0].stdout
    assert (notes[1].returncode, notes[1].stdout) == (1, "") and "has no section 9.9.9" in notes[1].stderr


def test_the_next_release_gets_all_that_is_unreleased(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "release-notes", tmp_path / ".ci")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    [unreleased] = re.findall(r"^## Unreleased\n(.*?)^## ", changelog, re.M | re.S)
    released = changelog.replace("## Unreleased", "## Unreleased\n\n## 9.9.9 (2027-01-31)")
    (tmp_path / "CHANGELOG.md").write_text(released, encoding="utf-8")
    words = [tmp_path / ".ci" / "release-notes", "9.9.9"]
    notes = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert notes == unreleased and len(notes) <= 125_000, "GitHub accepts no longer ones"


def test_the_lines_for_docker_are_tried_before_a_release() -> None:
    page = (ROOT / "docs" / "operating" / "docker.md").read_text(encoding="utf-8").split("\n## ")[0]
    documented = re.findall(r"`(?:cd \S+ && )?(docker compose [^`|]*[^`| ])", page)
    tried = WORKFLOWS[1].read_text(encoding="utf-8").replace(" -T", "")
    names = (" -T", ""), ("GAME", "monster-muncher"), ("NAME.toml", "mine.toml")
    untried = [line for line in documented if reduce(lambda said, name: said.replace(*name), names, line) not in tried]
    assert len(documented) > 8 and untried == ["docker compose logs -f --tail 100"]


def test_packages_are_built_with_the_pinned_hatchling() -> None:
    """pip builds in an environment of its own, for which no constraints count."""
    [pinned] = re.findall(r"^(hatchling==\S+)", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["build-system"]["requires"] == [pinned]


def test_the_bill_of_materials_lists_each_pinned_package() -> None:
    bill = json.loads(subprocess.run([ROOT / ".ci" / "sbom", "0.2.0"], capture_output=True, check=True).stdout)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6") and bill["serialNumber"]
    assert bill["metadata"]["component"]["version"] == "0.2.0"
    listed = {f"{one['name']}=={one['version']}" for one in bill["components"]}
    lines = (ROOT / "constraints-runtime.txt").read_text(encoding="utf-8").splitlines()
    assert listed == {line.split()[0] for line in lines if re.match(r"\w", line)}


def test_no_change_is_listed_twice() -> None:
    changes = [line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:2] == "* "]
    assert [line for line in changes if changes.count(line) > 1] == []


def test_nothing_installs_hob_by_its_name() -> None:
    """The name isn't registered on PyPI, so anyone could publish a package there."""
    pages = [ROOT / "README.md", *(file for room in ("bot", "docs", "examples") for file in (ROOT / room).rglob("*"))]
    kinds = {".md", ".py", ".toml", ".yml"}
    lines = [line for file in pages if file.suffix in kinds for line in file.read_text(encoding="utf-8").splitlines()]
    installed = [line for line in lines if "hob-bot" in line and "hob-bot[kit] @ git+" not in line]
    assert len(lines) > 1000 and installed == []


def test_the_image_may_copy_all_its_files() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.M)
    wanted = {name.replace("[t]", "t") for line in copied for name in line.split()}
    let_in = {name[1:] for name in (ROOT / ".dockerignore").read_text(encoding="utf-8").split() if name[0] == "!"}
    assert {
        name for name in wanted if not any(one == name or fnmatch.fnmatch(one, f"{name}/*") for one in let_in)
    } == set()


def test_a_release_has_the_files_for_metrics() -> None:
    """Someone who runs the image has no clone."""
    [copied] = re.findall(r"cp (.*hob\.service.*) dist/", WORKFLOWS[1].read_text(encoding="utf-8"))
    assert {"docs/operating/alerts.yaml", "docs/operating/grafana.json"} < {*copied.split()}
    assert all((ROOT / name).exists() for name in copied.split() if "/" in name)
    assert '"./alerts.yaml:/etc/' in (ROOT / "docs" / "operating" / "docker.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["compose.yaml", "compose.scale.yaml"])
def test_the_env_file_can_change_what_the_compose_file_sets(name: str) -> None:
    """A container's `environment:` takes precedence over its `env_file:`."""
    assert "\n      HOB_END_UNWELL: ${HOB_END_UNWELL:-300}\n" in (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["compose.yaml", "compose.scale.yaml"])
def test_the_database_stays_in_the_volume(name: str) -> None:
    """Without this line, `HOB_DATA=data` in .env would mean /data/data: Hob would start with an empty database."""
    service = (ROOT / name).read_text(encoding="utf-8").split("env_file:")[0]
    assert re.search(r"^    environment:\n(?: {6}.*\n)*? {6}HOB_DATA: /data\b", service, re.M)


def test_systemd_starts_hob_with_its_own_data_folder() -> None:
    """systemd lets EnvironmentFile override Environment, and `ProtectSystem=strict` forbids any other folder."""
    unit = (ROOT / "hob.service").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "operating" / "first-hour.md").read_text(encoding="utf-8")
    [started] = re.findall(r"^ExecStart=(.*)", unit, re.M)
    [typed] = re.findall(r"EnvironmentFile=/etc/hob.env (.* invite)`", page)
    settings = {"HOB_DATA": "data"}  # as in .env.example
    for command in (started, typed):
        before, _, _ = command.partition("/opt/hob/bin/hob ")
        shown = subprocess.run(
            [*shlex.split(before), "printenv", "HOB_DATA"], env=settings, capture_output=True, text=True, check=True
        )
        assert shown.stdout == "/var/lib/hob\n"


def test_the_compose_files_of_a_release_name_the_image(tmp_path: Path) -> None:
    [loop] = re.findall(r"( +for file in compose.*?done\n)", WORKFLOWS[1].read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "dist").mkdir()
    names = ("compose.yaml", "compose.scale.yaml")
    for name in names:
        shutil.copy(ROOT / name, tmp_path)
    release = {"IMAGE": "ghcr.io/ada/hob", "VERSION": "0.2.0"}
    subprocess.run(["bash", "-ec", loop], cwd=tmp_path, env={**os.environ, **release}, check=True)
    for name in names:
        released = (tmp_path / "dist" / name).read_text(encoding="utf-8")
        assert released.count("    image: ghcr.io/ada/hob:0.2.0\n") == 1 and "build:" not in released


def test_an_upgrade_with_systemd_installs_the_new_unit() -> None:
    first = (ROOT / "docs" / "operating" / "first-hour.md").read_text(encoding="utf-8")
    upgrade = (ROOT / "docs" / "operating" / "upgrade.md").read_text(encoding="utf-8")
    [installed] = re.findall(r"^install .* hob\.service .*", first, re.M)
    assert installed.endswith(" /etc/systemd/system/")
    assert "the one with `hob.service`, then `systemctl daemon-reload`" in upgrade
