"""A game's proof can be checked by Hob and by a short program that is independent of Hob."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from bot.tables.history import TAKE_BACK, apply_entry
from bot.tables.shuffle_proof import build_proof, verify_proof
from db import AnswerRow
from engine import GAMES

pytestmark = pytest.mark.usefixtures("logging_as_before")

SECOND = Path(__file__).parents[3] / "docs" / "check_candy_chaser.py"


def played(slug: str = "candy-chaser", seats: int = 0, luck: int = 3) -> dict[str, Any]:
    """Return the proof of a complete game in which every tenth answer was undone."""
    game, chosen = GAMES[slug], Random(luck)
    g = game.deal(seats or game.seats[0], f"a seed, {luck}")
    entries: list[AnswerRow] = []
    while g.asks:
        seat = chosen.choice(sorted(g.asks))
        one = AnswerRow("ABCDEF", len(entries), g.question, seat, "", chosen.choice(g.asks[seat].options), None, 0.0)
        before = game.load(game.dump(g))
        entries.append(one)
        game.answer(g, seat, one.option)
        if g.asks and len(entries) % 10 == 9:
            back = AnswerRow("ABCDEF", len(entries), g.questions + 1, seat, TAKE_BACK, "anew", None, 0.0, one.revision)
            entries.append(back)
            g = apply_entry(game, before, back)
    made: dict[str, Any] = json.loads(build_proof(game, "ABCDEF", {}, g, entries))
    return made


@pytest.mark.parametrize("slug", GAMES)
def test_a_genuine_proof_passes(slug: str) -> None:
    true, lines = verify_proof(json.dumps(played(slug)))
    assert true and "lead from this seed to these scores" in lines[-1], lines


def test_a_tampered_proof_fails_the_check() -> None:
    good = played()
    for name, value in (("seed", "another"), ("seal", "00"), ("seats", 3), ("game", "whist"), ("history", [])):
        true, lines = verify_proof(json.dumps({**good, name: value}))
        assert not true and lines[-1].startswith("FALSE"), name
    good["scores"][0]["place"] = 9
    assert not verify_proof(json.dumps(good))[0]
    assert not verify_proof("{")[0] and not verify_proof("[]")[0]


@pytest.mark.slow
def test_an_independent_program_verifies_the_shuffle(tmp_path: Path) -> None:
    """Run the second program with `python -I`, outside the repository."""

    def verdicts(*records: dict[str, Any]) -> list[str]:
        files = [tmp_path / f"{number}.json" for number in range(len(records))]
        for file, record in zip(files, records, strict=True):
            file.write_text(json.dumps(record))
        run = subprocess.run([sys.executable, "-I", SECOND, *files], capture_output=True, text=True, cwd=tmp_path)
        assert run.returncode == any("FALSE" in line for line in run.stdout.splitlines()), run.stderr
        return [line.partition(":")[0] for line in run.stdout.splitlines()]

    games = [played(seats=seats, luck=luck) for seats in (2, 3, 4) for luck in range(20)]
    assert any(entry["back"] is not None for game in games for entry in game["history"])
    assert verdicts(*games) == ["TRUE"] * 60
    good = games[-1]
    last = good["history"][:-1]
    scores = [{**score, "place": 5 - score["place"]} for score in good["scores"]]
    changed: tuple[tuple[str, Any], ...] = (
        *(("seed", "another"), ("seal", "00"), ("seats", 3), ("game", "whist"), ("history", last), ("scores", scores)),
    )
    assert verdicts(*({**good, name: value} for name, value in changed)) == ["FALSE"] * len(changed)


def test_hob_verify_reads_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "candy-chaser-ABCDEF.json"
    file.write_text(json.dumps(played()))
    assert main(["verify", str(file)]) == 0 and "TRUE: " in capsys.readouterr().out
    file.write_text(json.dumps({**played(), "seed": "another"}))
    assert main(["verify", str(file)]) == 1 and "FALSE" in capsys.readouterr().out


def test_hob_verify_refuses_other_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file, record = tmp_path / "odd.json", json.dumps(played())
    os.mkfifo(tmp_path / "pipe.json")
    assert main(["verify", "pipe.json"]) == 1
    assert capsys.readouterr().out == "pipe.json: this isn't a regular file; put a file in its place, or remove it.\n"
    odd = ["[" * 100_000, '{"game": ' * 100_000, "9" * 5_000, record.replace("candy-chaser", "\\ud800", 1)]
    for text in (*odd, json.dumps({**played(), "table": "\ud800", "seed": "another"})):
        file.write_text(text)
        assert main(["verify", str(file)]) == 1 and "FALSE" in capsys.readouterr().out
    file.write_text(record, encoding="utf-8-sig")
    assert main(["verify", str(file)]) == 0, "a record saved on Windows"
