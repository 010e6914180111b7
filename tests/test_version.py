"""The version that Hob reports: with tags, without tags, without git, and built as a package or an image."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot.process.version import NEXT

ROOT = Path(__file__).parent.parent
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
QUIET = {
    **os.environ,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{f"GIT_{who}_{what}": "ada@hob.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


class Clone:
    """A repository with only the files that determine the version and build a package."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("bot/__init__.py", "bot/process/version.py", "hatch_build.py", "README.md", "LICENSE"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        (folder / "pyproject.toml").write_text(re.sub(r"^packages = .*", 'packages = ["bot"]', project, flags=re.M))
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("add", ".")
        self.commit()

    def git(self, *words: str) -> str:
        done = subprocess.run(["git", *words], cwd=self.folder, env=QUIET, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def commit(self) -> str:
        self.git("commit", "--quiet", "--allow-empty", "--message=A commit")
        return self.git("rev-parse", "HEAD")

    def says(self, *words: str, path: str = os.environ["PATH"], **more: str) -> tuple[str, str]:
        program = [sys.executable, "-m", "bot.process.version", *words]
        run = {"PATH": path, **more}
        done = subprocess.run(program, cwd=self.folder, env=run, capture_output=True, text=True, check=True)
        said = json.loads(done.stdout)
        return said["number"], said["commit"]

    def build(self, kind: str, source: Path | None = None) -> Path:
        built = self.folder.parent / f"built-{kind}"
        command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(built)]
        subprocess.run(command, cwd=source or self.folder, check=True, capture_output=True)
        [file] = built.iterdir()
        return file


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path / "clone")


def test_a_repository_without_tags_has_a_version(clone: Clone) -> None:
    assert clone.says() == (f"{NEXT}.dev0", clone.git("rev-parse", "HEAD"))


@pytest.mark.parametrize("annotated", [True, False])
def test_commits_after_a_tag_are_development_versions(clone: Clone, annotated: bool) -> None:
    clone.git("tag", *(["--annotate", "--message=Hob"] if annotated else []), "v0.1.9")
    clone.git("tag", "elsewhere")
    assert clone.says() == ("0.1.9", clone.git("rev-parse", "HEAD"))
    newer = clone.commit()
    assert clone.says() == (f"{NEXT}.dev0", newer)


def test_a_shallow_clone_has_the_same_version(clone: Clone, tmp_path: Path) -> None:
    """README.md recommends one."""
    clone.git("tag", "v0.1.9")
    newest = clone.commit()
    clone.git("clone", "--quiet", "--depth=1", f"file://{clone.folder}", str(tmp_path / "shallow"))
    whole = clone.says()
    clone.folder = tmp_path / "shallow"
    assert clone.says() == whole == (f"{NEXT}.dev0", newest)


def test_a_clone_of_another_user_has_its_version(clone: Clone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git refuses such a clone: in a container of GitHub's, or if root installs from a user's clone."""
    clone.git("tag", "v0.1.9")
    monkeypatch.setitem(QUIET, "GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(subprocess.CalledProcessError):
        clone.git("rev-parse", "HEAD")
    said = clone.says(GIT_TEST_ASSUME_DIFFERENT_OWNER="1")
    assert said[0] == "0.1.9" and len(said[1]) == 40


@pytest.mark.parametrize("head", ["branch", "packed", "detached"])
def test_without_the_git_program_the_commit_is_known(clone: Clone, tmp_path: Path, head: str) -> None:
    commit = clone.git("rev-parse", "HEAD")
    if head == "packed":
        clone.git("pack-refs", "--all")
    if head == "detached":
        clone.git("checkout", "--quiet", "--detach")
    assert clone.says(path=str(tmp_path)) == (f"{NEXT}.dev0", commit)


def test_without_git_the_version_is_known(clone: Clone) -> None:
    shutil.rmtree(clone.folder / ".git")
    assert clone.says() == (f"{NEXT}.dev0", "")
    (clone.folder.parent / ".git").write_text("of another project")
    assert clone.says() == (f"{NEXT}.dev0", ""), "in any folder"


def test_a_wheel_built_from_an_sdist_keeps_the_version(clone: Clone, tmp_path: Path) -> None:
    commit = clone.git("rev-parse", "HEAD")
    clone.git("tag", "v0.1.9")
    sdist = clone.build("sdist")
    assert sdist.name == "hob_bot-0.1.9.tar.gz"
    with tarfile.open(sdist) as files:
        files.extraction_filter = getattr(tarfile, "data_filter", None)  # new in Python 3.11.4
        files.extractall(tmp_path / "unpacked")
    [source] = (tmp_path / "unpacked").iterdir()
    wheel = clone.build("wheel", source)
    assert wheel.name == "hob_bot-0.1.9-py3-none-any.whl"
    with ZipFile(wheel) as files:
        assert json.loads(files.read("bot/process/build.json")) == {"number": "0.1.9", "commit": commit}


def test_a_package_between_releases_names_its_commit(clone: Clone) -> None:
    commit = clone.git("rev-parse", "HEAD")
    assert clone.build("wheel").name == f"hob_bot-{NEXT}.dev0+g{commit[:12]}-py3-none-any.whl"


def test_an_image_keeps_its_build_version(clone: Clone, tmp_path: Path) -> None:
    """Like in the Dockerfile, there is no git program, and only the few files that .dockerignore lets in."""
    commit = clone.git("rev-parse", "HEAD")
    inside = clone.folder.parent / "hob"
    shutil.copytree(clone.folder / "bot", inside / "bot")
    shutil.copytree(clone.folder / ".git" / "refs", inside / ".git" / "refs")
    shutil.copy(clone.folder / ".git" / "HEAD", inside / ".git" / "HEAD")
    clone.folder = inside
    assert clone.says("", path=str(tmp_path)) == (f"{NEXT}.dev0", commit)
    said = clone.says("0.2.0", path=str(tmp_path))
    (inside / "bot" / "process" / "build.json").write_text(json.dumps({"number": said[0], "commit": said[1]}))
    shutil.rmtree(inside / ".git")
    assert clone.says(path=str(tmp_path)) == ("0.2.0", commit)


def test_the_changelog_has_each_release_and_a_newer_next_one() -> None:
    def parts(number: str) -> tuple[int, ...]:
        return tuple(map(int, number.split(".")))

    sections = re.findall(r"^## (?:\[?(Unreleased|\d+\.\d+\.\d+)\]?)", CHANGELOG, flags=re.M)
    unreleased = re.findall(r"^## Unreleased\n(.*?)^## ", CHANGELOG, flags=re.M | re.S)[0].strip()
    released = [parts(name) for name in sections if name != "Unreleased"]
    assert sections[0] == "Unreleased" and released == sorted(released, reverse=True)
    tagged = parts(NEXT) == released[0] and not unreleased
    assert tagged or parts(NEXT) > released[0], "after the tag, raise NEXT in bot/process/version.py"
