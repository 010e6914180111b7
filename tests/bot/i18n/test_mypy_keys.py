"""The mypy plugin looks up keys in the text files."""

from pathlib import Path

import pytest
from mypy import api

from bot.i18n.catalogue import COMMON
from cogs.game_uis import GAME_UIS
from tools.mypy_keys import ELSEWHERE, usable_keys
from tools.text import catalogues

ROOT = Path(__file__).parents[3]
SOURCE = """
def say(key: str) -> str: return key
kind = "fine"
say("said.fine"); say("said.fien")
say("said.fine" if kind else "said.fien")
say(f"said.{kind}"); say(f"sayd.{kind}"); say(f"said.vote-{kind}"); say(f"said.bote-{kind}")
say(kind)
"""


def test_a_key_that_is_in_no_text_file_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYPY_CONFIG_FILE_DIR", "")  # mypy sets it
    (tmp_path / "said.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nplugins = {ROOT / 'tools' / 'mypy_keys.py'}\n", encoding="utf-8")
    files = ["--config-file", str(tmp_path / "mypy.ini"), "--cache-dir", str(tmp_path), str(tmp_path / "said.py")]
    told, trouble, _ = api.run(files)
    assert [line.partition(": error: ")[2] for line in told.splitlines()[:-1]] == [
        'Key "said.fien" is in no text file  [misc]',
        'Key "said.fien" is in no text file  [misc]',
        'Key "sayd..*" is in no text file  [misc]',
        'Key "said.bote-.*" is in no text file  [misc]',
    ], trouble


def test_the_plugin_knows_the_keys_of_the_catalogues() -> None:
    common = catalogues()[0]
    for slug, ui in GAME_UIS.items():
        keys = {key for key in [*common, *ui.catalogue] if not ELSEWHERE.fullmatch(key)}
        assert usable_keys(f"cogs/{slug.replace('-', '_')}/labels.py") == keys
        assert keys < usable_keys("bot/screens/table_screen.py")
    assert usable_keys("cogs/hob/cog.py") >= {*COMMON}
