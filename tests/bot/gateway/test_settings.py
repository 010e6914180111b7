"""Settings: each one is documented, and an invalid one is reported in one sentence."""

import json
import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from bot.gateway import probe
from bot.settings import InvalidSetting, Settings, ShardAssignment
from tests.settings import load

ROOT = Path(__file__).parents[3]
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in os.environ:
        if name.startswith("HOB_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def values(model: BaseModel, prefix: str) -> dict[str, Any]:
    """Return every setting, keyed by the name of its environment variable."""
    found: dict[str, Any] = {}
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            found |= values(value, f"{prefix}{name.upper()}__")
        else:
            found[f"{prefix}{name.upper()}"] = value
    return found


def test_the_example_explains_every_setting_with_its_true_default() -> None:
    settings = load(_env_file=None)
    explained: dict[str, str] = {}
    for number, line in enumerate(lines := EXAMPLE.splitlines()):
        name, sign, value = line.lstrip("#").partition("=")
        if line.lstrip("#").startswith("HOB_") and sign:
            above = next(text for text in reversed(lines[:number]) if not text.lstrip("#").startswith("HOB_"))
            assert above.startswith("# ") and len(above) > 15, f"{name} is not explained"
            explained[name] = value
    wanted = values(settings, "HOB_")
    assert explained.keys() == wanted.keys()
    for name, value in wanted.items():
        shown = ",".join(value) if isinstance(value, tuple) else str(value)
        assert explained[name] == ("" if value is None else shown), name


def test_a_duration_of_one_pace_leaves_the_other_at_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = load(_env_file=None).timing
    for name in ("NUDGE_AFTER", "COMPUTER_VOTE_AFTER", "ABANDONED_AFTER", "ABANDONED_LIFE"):
        monkeypatch.setenv(f"HOB_TIMING__{name}__LIVE", "5")
    timing = load(_env_file=None).timing
    for name in ("nudge_after", "computer_vote_after", "abandoned_after", "abandoned_life"):
        durations = getattr(timing, name)
        assert (durations.live, durations.days) == (5, getattr(usual, name).days)


def test_the_example_file_works_unchanged(tmp_path: Path) -> None:
    (tmp_path / "all.env").write_text(EXAMPLE.replace("#HOB_", "HOB_"), encoding="utf-8")
    assert load(_env_file=tmp_path / "all.env") == load(_env_file=None)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("HOB_LOG_LEVEL", "loud", "The setting HOB_LOG_LEVEL is invalid: Input should be 'DEBUG', 'INFO'"),
        ("HOB_LOG_FORMAT", "xml", "The setting HOB_LOG_FORMAT is invalid: "),
        ("HOB_DATABASE", "mysql://u:secret@h/d", "The setting HOB_DATABASE is invalid: A database URL must start with"),
        ("HOB_TOKEN", "Bot secret", "The setting HOB_TOKEN is invalid: it must contain only the token."),
        ("HOB_COMPUTERS", "cruel", "The setting HOB_COMPUTERS is invalid: Input should be 'easy', 'normal'"),
        ("HOB_TIMING__RETRY", "-1", "The setting HOB_TIMING__RETRY is invalid: "),
        ("HOB_TIMING__LOBBY_LIFE", "inf", "The setting HOB_TIMING__LOBBY_LIFE is invalid: Input should be a finite"),
        ("HOB_TIMING__REPOST_AFTER_MESSAGES", "0", "The setting HOB_TIMING__REPOST_AFTER_MESSAGES is invalid: "),
        (
            "HOB_TIMING__BURIED",
            "9",
            "The setting HOB_TIMING__BURIED is invalid: it was renamed to HOB_TIMING__REPOST_AFTER_MESSAGES",
        ),
        (
            "HOB_TIMING__SLEEPER__DAYS",
            "9",
            "The setting HOB_TIMING__SLEEPER is invalid: it was renamed to HOB_TIMING__COMPUTER_VOTE_AFTER",
        ),
        ("HOB_TIMING__NUDGE_AFTER__LIVE", "soon", "The setting HOB_TIMING__NUDGE_AFTER__LIVE is invalid: "),
        (
            "HOB_TIMING__NUDGE_AFTR",
            "1",
            "There is no setting HOB_TIMING__NUDGE_AFTR; did you mean HOB_TIMING__NUDGE_AFTER__…?",
        ),
        (
            "HOB_TIMING__REPOST_GP",
            "1",
            "There is no setting HOB_TIMING__REPOST_GP; did you mean HOB_TIMING__REPOST_GAP?",
        ),
        (
            "HOB_TIMING__NUDGE_AFTER__DAY",
            "1",
            "There is no setting HOB_TIMING__NUDGE_AFTER__DAY; did you mean HOB_TIMING__NUDGE_AFTER__DAYS?",
        ),
        ("HOB_TOKN", "x", "There is no setting HOB_TOKN; did you mean HOB_TOKEN?"),
        ("HOB_LOGLEVEL", "INFO", "There is no setting HOB_LOGLEVEL; did you mean HOB_LOG_LEVEL?"),
        ("HOB_ZZZ", "x", "There is no setting HOB_ZZZ; .env.example lists all settings."),
        (
            "HOB_SHARDS",
            "some",
            "The setting HOB_SHARDS is invalid: it must be empty, a number, auto, or a range such as",
        ),
        ("HOB_SHARDS", "0", "The setting HOB_SHARDS is invalid: "),
        ("HOB_SHARDS", "3-4/4", "The setting HOB_SHARDS is invalid: "),
        (
            "HOB_SHARDS",
            "auto",
            "The setting HOB_SHARDS is invalid: several processes can share shards only with PostgreSQL",
        ),
        (
            "HOB_SHARDS",
            "0-3/16",
            "The setting HOB_SHARDS is invalid: several processes can share shards only with PostgreSQL",
        ),
        ("HOB_END_UNWELL", "10", "The setting HOB_END_UNWELL is invalid: it must be 0, or at least 30 (got '10')."),
        ("HOB_SERVERS", "here", "The setting HOB_SERVERS is invalid: "),
        ("HOB_SERVERS", "5,5", "The setting HOB_SERVERS is invalid: 5 isn't a Discord ID; separate complete IDs by"),
        ("HOB_SERVERS", "9" * 23, "The setting HOB_SERVERS is invalid: "),
        ("HOB_LIMITS__TABLE", "1", "There is no setting HOB_LIMITS__TABLE; did you mean HOB_LIMITS__TABLES?"),
        ("HOB_TIMING", "fast", "The setting HOB_TIMING is invalid: "),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSetting) as fault:
        load(_env_file=None)
    assert str(fault.value).startswith(said) and str(fault.value)[-1] in ".?"
    assert "\n" not in str(fault.value) and "secret" not in str(fault.value)


@pytest.mark.parametrize(
    ("said", "share"),
    [
        ("", ShardAssignment()),
        ("4", ShardAssignment(4)),
        ("auto", ShardAssignment(fair=True)),
        ("0-3/16", ShardAssignment(16, range(4))),
        ("5/16", ShardAssignment(16, range(5, 6))),
    ],
)
def test_shard_settings_are_parsed(monkeypatch: pytest.MonkeyPatch, said: str, share: ShardAssignment) -> None:
    monkeypatch.setenv("HOB_SHARDS", said)
    for address in ("postgresql://hob@db/hob", "postgres://hob@db/hob"):
        monkeypatch.setenv("HOB_DATABASE", address)
        assert load(_env_file=None).share == share


def test_without_the_postgresql_driver_the_clone_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOB_DATABASE", "postgresql://hob@db/hob")
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(InvalidSetting) as refused:
        load(_env_file=None)
    assert "PostgreSQL needs asyncpg: in a clone of Hob, type pip install '.[postgres]'" in str(refused.value)


def test_the_old_level_thinking_means_normal(monkeypatch: pytest.MonkeyPatch) -> None:
    """0.1.0 called the normal level "thinking"."""
    monkeypatch.setenv("HOB_COMPUTERS", "thinking")
    assert load(_env_file=None).computers == "normal"


def test_settings_come_from_the_environment_and_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("HOB_TOKEN=abc\nHOB_TIMING__COMPUTER_PAUSE=0.5\n", encoding="utf-8")
    monkeypatch.setenv("HOB_TIMING__COMPUTER_VOTE_AFTER__DAYS", "7")
    monkeypatch.setenv("HOB_DATA", str(tmp_path / "here"))
    settings = load()
    assert settings.token is not None and settings.token.get_secret_value() == "abc"
    assert "abc" not in repr(settings)
    assert (
        settings.timing.computer_pause,
        settings.timing.computer_vote_after["days"],
        settings.timing.computer_vote_after["live"],
    ) == (
        0.5,
        7,
        600,
    )
    assert settings.database_url == f"sqlite:///{tmp_path}/here/hob.sqlite3"
    assert settings.decks == tmp_path / "here" / "decks"
    assert Settings(_env_file=None, database="postgresql://h/d").database_url == "postgresql://h/d"  # type: ignore[call-arg]


def test_a_misspelt_setting_in_the_file_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("HOB_TOKN=abc\n", encoding="utf-8")
    with pytest.raises(InvalidSetting, match=r"^There is no setting HOB_TOKN; did you mean HOB_TOKEN\?$"):
        load()


def test_a_line_of_the_file_that_is_no_assignment_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("HOB_DATA=here\n\nHOB_METRICS: 9400\nCOMPOSE FILE\nHOB_TOKEN='a\n", encoding="utf-8")
    with pytest.raises(InvalidSetting) as fault:
        load()
    assert str(fault.value).splitlines() == [
        f"Can't read the line with {name} in .env: it must be NAME=value, with its quotes closed."
        for name in ("HOB_METRICS", "HOB_TOKEN")
    ]


def test_all_wrong_settings_are_listed_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in {
        "HOB_LOG_LEVEL": "loud",
        "HOB_TOKN": "x",
        "HOB_METRICS": "70000",
        "HOB_TIMING__NUGE": "1",
    }.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSetting) as fault:
        load(_env_file=None)
    lines = str(fault.value).splitlines()
    assert len(lines) == 4
    for name in ("HOB_LOG_LEVEL is invalid", "HOB_TOKN;", "HOB_METRICS is invalid", "HOB_TIMING__NUGE;"):
        assert any(name in line for line in lines), name


def test_a_group_can_be_given_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOB_LIMITS", '{"tables": 3, "span": 5}')
    limits = load(_env_file=None).limits
    assert (limits.tables, limits.span, limits.requests) == (3, 5, 50)


def test_a_group_given_as_json_allows_no_separate_field(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Otherwise the separate field would be ignored silently."""
    (tmp_path / ".env").write_text('HOB_TIMING={"retry": 20}\nHOB_LIMITS=\n', encoding="utf-8")
    monkeypatch.setenv("HOB_TIMING__NUDGE_AFTER__DAYS", "60")
    monkeypatch.setenv("HOB_LIMITS__TABLES", "3")
    said = "The settings HOB_TIMING and HOB_TIMING__NUDGE_AFTER__DAYS are both set: write this field into HOB_TIMING"
    with pytest.raises(InvalidSetting, match=said) as fault:
        load(_env_file=tmp_path / ".env")
    assert str(fault.value).count("\n") == 0, "an empty group is unset"
    monkeypatch.setenv("HOB_TIMING__NUDGE_AFTER__DAYS", "")
    assert load(_env_file=tmp_path / ".env").timing.retry == 20


@pytest.mark.slow
def test_run_also_names_what_only_it_needs(tmp_path: Path) -> None:
    """A group with invalid JSON, and each invalid value, hides none of the other faults."""
    folder = tmp_path / "data" / "decks" / "monster-muncher"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text("nonsense = 1\n", encoding="utf-8")
    (tmp_path / ".env").write_text(
        "HOB_LOG_FORMAT=json\nHOB_LOG_LEVEL=loud\nHOB_LIMITS={bad\nHOB_LANGUAGE=xx\nHOB_GAMES=nope\n", encoding="utf-8"
    )
    done = hob("run", cwd=tmp_path)
    said = "\n".join(json.loads(line)["message"] for line in done.stderr.splitlines())
    for fault in (
        "HOB_TOKEN isn't set",
        "HOB_LOG_LEVEL is invalid",
        "HOB_LIMITS is invalid: use JSON",
        "HOB_LANGUAGE is invalid",
        "HOB_GAMES is invalid",
        "mine.toml: ",
    ):
        assert fault in said, said
    assert done.returncode == 78


@pytest.mark.parametrize("written", ["pt-BR", "pt-br", "PT-BR"])
def test_a_language_with_a_region_can_be_the_default(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOB_LANGUAGE", written)
    assert load().language == "pt-BR", "as its files are named"


def test_case_is_ignored_and_empty_means_unset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("HOB_DATA=here\nHOB_THINKERS=3\nHOB_METRICS=\n", encoding="utf-8")
    for name, value in {
        "HOB_LOG_LEVEL": "debug",
        "HOB_LOG_FORMAT": "Json",
        "HOB_COMPUTERS": "Hard",
        "HOB_LANGUAGE": "DE",
        "HOB_COACH": "OFF",
        "HOB_GAMES": "Candy-Chaser, My_Game.ui",
        "HOB_DATA": "",
        "HOB_THINKERS": "2",
        "HOB_TIMING__RETRY": "",
    }.items():
        monkeypatch.setenv(name, value)
    chosen = load()
    assert (chosen.log_level, chosen.log_format, chosen.computers) == ("DEBUG", "json", "hard")
    assert (chosen.language, chosen.coach) == ("de", "off")
    assert chosen.games == ("candy-chaser", "My_Game.ui"), "the name of a module depends on case"
    assert (chosen.data, probe.data_folder()) == (Path("here"), Path("here")), (
        "an empty variable doesn't hide the file's value"
    )
    assert (chosen.thinkers, chosen.metrics, chosen.timing.retry) == (2, 0, 30), "the environment takes precedence"


def test_variables_of_a_kubernetes_service_are_ignored(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    names = ["HOB_PORT", "HOB_PORT_9400_TCP", "HOB_PORT_9400_TCP_ADDR", "HOB_SERVICE_HOST", "HOB_SERVICE_PORT_METRICS"]
    for name in names:
        monkeypatch.setenv(name, "tcp://10.0.0.1:9400")
    with caplog.at_level(logging.WARNING, "hob"):
        load(_env_file=None)
    assert [line.split()[0] for line in caplog.messages] == names
    monkeypatch.setenv("HOB_PORTS", "1")
    with pytest.raises(InvalidSetting, match="There is no setting HOB_PORTS"):
        load(_env_file=None)


def test_the_token_can_come_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def token() -> str | None:
        chosen = load(_env_file=None).token
        return chosen and chosen.get_secret_value()

    file = tmp_path / "token"
    file.write_text("from.the.file\n", encoding="utf-8")
    monkeypatch.setenv("HOB_TOKEN_FILE", str(file))
    assert token() == "from.the.file"
    monkeypatch.setenv("HOB_TOKEN", "said")
    assert token() == "said"
    monkeypatch.delenv("HOB_TOKEN")
    troubles = {
        "is empty": "",
        "must contain only the token": "# Hob\nsecret\n",
        r"can't read .*token \(No such file or directory\)\.$": None,
    }
    for trouble, content in troubles.items():
        file.unlink() if content is None else file.write_text(content, encoding="utf-8")
        with pytest.raises(InvalidSetting, match=f"^The setting HOB_TOKEN_FILE is invalid: .*{trouble}") as fault:
            load(_env_file=None)
        assert "\n" not in str(fault.value) and "secret" not in str(fault.value)


def hob(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("HOB_")}
    return subprocess.run(
        [sys.executable, "-m", "bot", *words],
        cwd=cwd,
        env={**clean, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "said"),
    [
        (
            {},
            "HOB_TOKEN isn't set. Set it in the environment or in .env; README.md explains how to get a token.\n",
        ),
        (
            {"HOB_TOKEN": ""},
            "HOB_TOKEN isn't set. Set it in the environment or in .env; README.md explains how to get a token.\n",
        ),
        ({"HOB_TOKEN": "two words"}, "The setting HOB_TOKEN is invalid: it must contain only the token.\n"),
        (
            {"HOB_TOKEN_FILE": "/nowhere"},
            "The setting HOB_TOKEN_FILE is invalid: can't read /nowhere (No such file or directory).\n",
        ),
        (
            {"HOB_TOKEN": "x", "HOB_LOG_FORMAT": "xml"},
            "The setting HOB_LOG_FORMAT is invalid: Input should be 'text' or 'json' (got 'xml').\n",
        ),
        (
            {"HOB_TOKEN": "x", "HOB_DISCORD": "http://example.com"},
            "The setting HOB_DISCORD is invalid: it must be an address of this machine (got 'http://example.com').\n",
        ),
        (
            {"HOB_TOKEN": "x", "HOB_LIMITS": "[" * 5_000},
            f"The setting HOB_LIMITS is invalid: use JSON, or set each field separately (got '{'[' * 60}').\n",
        ),
        (
            {"HOB_TOKEN": "x", "HOB_LANGUAGE": "xx"},
            "The setting HOB_LANGUAGE is invalid: choose from en, de, fr (got 'xx').\n",
        ),
    ],
)
def test_wrong_settings_are_explained_in_one_sentence(tmp_path: Path, environment: dict[str, str], said: str) -> None:
    done = hob("run", cwd=tmp_path, **environment)
    assert (done.returncode, done.stdout) == (78, "")
    assert re.fullmatch(rf"[-\d]+ [:,\d]+ CRITICAL hob: {re.escape(said)}", done.stderr), done.stderr
    done = hob("run", cwd=tmp_path, **{"HOB_LOG_FORMAT": "JSON", **environment})
    assert environment.get("HOB_LOG_FORMAT") or json.loads(done.stderr)["message"] == said.rstrip()


@pytest.mark.slow
def test_a_deck_with_faults_stops_the_start_and_names_them(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "decks" / "monster-muncher"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text("nonsense = 1\n", encoding="utf-8")
    done = hob("run", cwd=tmp_path, HOB_TOKEN="x")
    assert done.returncode == 78 and f"{folder / 'mine.toml'}: " in done.stderr and "Traceback" not in done.stderr
    assert hob("tables", cwd=tmp_path).stderr.startswith("There is no database at "), "nothing else is affected"
    doctor = hob("doctor", cwd=tmp_path, HOB_GAMES="no-such-game", HOB_LANGUAGE="xx").stdout
    for fault in (
        f"{folder / 'mine.toml'}: ",
        "HOB_GAMES is invalid: none of its games",
        "HOB_LANGUAGE is invalid: choose from",
        "HOB_GAMES names no-such-game, which can't be loaded (LookupError: no such game; choose from candy-chaser, ",
    ):
        assert any(line.startswith("bad ") and fault in line for line in doctor.splitlines()), doctor


@pytest.mark.slow
def test_the_command_line(tmp_path: Path) -> None:
    assert "Run the bot" in hob("--help", cwd=tmp_path).stdout
    assert hob(cwd=tmp_path).returncode == 2


def test_a_file_from_windows(tmp_path: Path) -> None:
    """Windows editors put a byte order mark before UTF-8, or save another encoding."""
    file = tmp_path / "windows.env"
    file.write_text("HOB_LOG_LEVEL=DEBUG\n", encoding="utf-8-sig")
    assert load(_env_file=file).log_level == "DEBUG"
    file.write_text("HOB_LOG_LEVEL=DEBUG\n", encoding="utf-16")
    with pytest.raises(InvalidSetting, match=r"^Can't read the file \.env: save it as UTF-8\.$"):
        load(_env_file=file)


def test_an_unreadable_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object, **__: object) -> None:  # root may read any file
        raise PermissionError(13, "Permission denied", ".env")

    (tmp_path / ".env").touch()
    monkeypatch.setattr("bot.settings.parse_stream", refuse)
    with pytest.raises(InvalidSetting, match=r"^Can't read the file \.env \(Permission denied\): make it readable"):
        load()


@pytest.mark.slow
def test_a_pipe_among_the_decks_does_not_block_the_start(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "decks" / "monster-muncher"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "mine.toml")
    done = hob("run", cwd=tmp_path, HOB_TOKEN="x")
    said = f"{folder / 'mine.toml'}: this isn't a regular file; put a file in its place, or remove it\n"
    assert (done.returncode, done.stdout) == (78, "") and done.stderr.endswith(said)
